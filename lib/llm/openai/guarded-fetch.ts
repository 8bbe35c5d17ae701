import { lookup as systemLookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type AddressRules, hostOf, requireDialable } from './server-address.ts'

/** Most of an answer that is read, bytes: 64 vectors of 4,096 numbers as text take about 5 MB. Ours. */
const MOST_BYTES = 32_000_000

/** An answer that is not read, and would be the same another time. */
export class UnreadAnswer extends Error {
  readonly kind: 'redirect' | 'too-large'
  constructor(kind: UnreadAnswer['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/**
 * A `fetch` for one model server: the address that was judged is the address that is dialled, redirects are refused,
 * and the whole answer, at most 32 MB where nothing else is said, is there when it resolves, so that one time limit covers all of it.
 */
export function createGuardedFetch(
  rules: AddressRules,
  {
    lookup = systemLookup,
    mostBytes = MOST_BYTES,
  }: { lookup?: typeof systemLookup; mostBytes?: number } = {},
): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (isIP(hostOf(url))) requireDialable(hostOf(url), rules)
    return await send(url, init, judgedLookup(rules, lookup), mostBytes)
  }
}

/** A host that has one forbidden address among its addresses is refused whole. */
function judgedLookup(rules: AddressRules, lookup: typeof systemLookup): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      try {
        if (error) return done(error, '')
        for (const { address } of addresses) requireDialable(address, rules)
        const [first] = addresses
        if (!first) return done(new Error(`${hostname} has no address`), '')
        if (options.all) done(null, addresses)
        else done(null, first.address, first.family)
      } catch (fault) {
        done(fault as Error, '')
      }
    })
  }
}

async function send(
  url: URL,
  init: RequestInit,
  lookup: LookupFunction,
  mostBytes: number,
): Promise<Response> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  const options = {
    method: init.method ?? 'GET',
    headers: Object.fromEntries(new Headers(init.headers)),
    lookup,
    ...(init.signal ? { signal: init.signal } : {}),
  }
  const body = typeof init.body === 'string' ? init.body : null
  if (init.body != null && body === null) throw new TypeError('only a text can be sent')
  return await new Promise((resolve, reject) => {
    const call = request(url, options, (answer) => readAnswer(answer, mostBytes).then(resolve, reject))
    call.once('error', reject)
    call.end(body ?? undefined)
  })
}

async function readAnswer(answer: IncomingMessage, mostBytes: number): Promise<Response> {
  const status = answer.statusCode ?? 0
  if (status >= 300 && status < 400) {
    answer.destroy()
    throw new UnreadAnswer('redirect', `the server redirects (${status}), which is not followed`)
  }
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.byteLength
    if (size > mostBytes) {
      answer.destroy()
      throw new UnreadAnswer('too-large', `the answer is larger than ${mostBytes} bytes`)
    }
    parts.push(part)
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  const hasBody = status !== 204 && status !== 304
  return new Response(hasBody ? Buffer.concat(parts) : null, { status, headers })
}
