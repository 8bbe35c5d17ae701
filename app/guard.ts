import { randomBytes, timingSafeEqual } from 'node:crypto'
import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { ZodError, type z } from 'zod'
import { maskKept } from '../lib/extract/mask-texts.ts'
import { getLoupe } from '../lib/loupe.ts'
import { UserError } from '../lib/memory/errors.ts'
import type { Api } from '../lib/memory/operation.ts'
import { type Caller, signInFirst } from '../lib/memory/people.ts'
import type { ActionResult, FaultWords } from '../lib/memory/views/curation.ts'
import { isOwnHost } from './own-host.ts'

/**
 * The one guard of every way in. A page in another tab, a rebound DNS name or a form on another site must not read or
 * change memory, so Host, Origin and Sec-Fetch-Site are judged here, inside each of them: a proxy alone is passed by.
 * Gives who asks, which every operation is held against (lib/api/run.ts): the owner of the token or the key, else whoever the session
 * is of. `isOpen`: nobody is let in as well; else whoever has not signed in is refused where people do.
 */
export async function guard(
  request: { method: string; headers: Pick<Headers, 'get'> },
  { isOpen = false } = {},
): Promise<Caller> {
  const { headers } = request
  const host = headers.get('host') ?? ''
  requireOwnHost(host)
  const given = await readToken(headers)
  if (given) return given.key
  requireOwnPage(request)
  const caller = await sessionOf(headers)
  if (caller === 'nobody' && !isOpen) throw signInFirst()
  return caller
}

/** Throws UserError where a request is neither of a page of ours nor of a program that only reads. */
function requireOwnPage(request: { method: string; headers: Pick<Headers, 'get'> }): void {
  const host = request.headers.get('host') ?? ''
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const safe = request.method === 'GET' || request.method === 'HEAD'
  if (
    site !== null
      ? site === 'same-origin' || (safe && site === 'none')
      : origin !== null && isOrigin(origin, host, request.headers)
  )
    return
  if (safe && site === null && origin === null) return // a program reading, not a page: pages always say one of the two
  if (site === null && origin === null)
    throw new UserError('no-key', 'The request has no key of this Loupe, or another one.', {
      hint: 'Send "Authorization: Bearer <token>"; the token is in the data folder, file "token".',
      status: 401,
    })
  throw new UserError('foreign-origin', 'The request did not come from a Loupe page.', {
    hint: 'Programs send "Authorization: Bearer <token>"; the token is in the data folder, file "token".',
    status: 403,
  })
}

/** Who a browser is signed in as; null = the owner, while nobody has to sign in. */
async function sessionOf(headers: Pick<Headers, 'get'>): Promise<Caller> {
  const loupe = await getLoupe()
  // Who comes over a proxy may be anybody, however near the proxy is.
  if (!(await loupe.hasPeople())) return headers.get('x-loupe-proxied') ? 'nobody' : null
  const session = readSession(headers)
  return (session && (await loupe.findAccount(session))) || 'nobody'
}

/**
 * Cookies are those of all ports of a host: two Loupes beside each other must not end each other's sessions. By https no page of
 * another host or of http can set it.
 */
export const sessionCookie = (headers: Pick<Headers, 'get'>) =>
  `${isSecure(headers) ? '__Host-' : ''}loupe-${process.env.PORT ?? '3000'}`

/** What the session's cookie holds; null where there is none. */
export function readSession(headers: Pick<Headers, 'get'>): string | null {
  const own = `${sessionCookie(headers)}=`
  const cookies = (headers.get('cookie') ?? '').split(';').map((one) => one.trim())
  return cookies.find((one) => one.startsWith(own))?.slice(own.length) || null
}

/** Whether a browser reached this Loupe by https: scripts/boot/refuse-odd-requests.mjs says so of the proxy that LOUPE_PROXY names, and of nobody else. */
export function isSecure(headers: Pick<Headers, 'get'>): boolean {
  return headers.get('x-loupe-scheme') === 'https'
}

export async function answerAction<T>(work: (caller: Caller) => Promise<T>): Promise<ActionResult<T>> {
  try {
    const caller = await guard({ method: 'POST', headers: await headers() })
    return { ok: true, value: await work(caller) }
  } catch (error) {
    return { ok: false, error: describeFault(error).error }
  }
}

/** Who a page is made for; read once for all its parts. */
export const pageCaller = cache(async (): Promise<Caller> => {
  const asked = await headers()
  requireOwnHost(asked.get('host') ?? '')
  return await sessionOf(asked)
})

/** Everything that a page may ask, as whoever signed in; whoever has not is led to the sign-in page. What is not theirs is not found. */
export async function pageApi(): Promise<Api> {
  const [caller, loupe] = [await pageCaller(), await getLoupe()]
  if (caller === null) return loupe.api
  if (caller === 'nobody')
    redirect(`/sign-in?to=${encodeURIComponent((await headers()).get('x-path') ?? '/')}`)
  const asked = Object.entries(loupe.apiFor(caller)) as [string, (input: unknown) => Promise<unknown>][]
  return Object.fromEntries(
    asked.map(([name, ask]) => [
      name,
      (input: unknown) =>
        ask(input).catch((error) => {
          if (error instanceof UserError && error.code === 'not-found') notFound()
          throw error
        }),
    ]),
  ) as unknown as Api
}

type PageParams = Promise<Record<string, string | string[] | undefined>>

/**
 * Guards a page: a rebound DNS name must not read memory either (the proxy answers first; this one cannot be passed by).
 * An address that names a project which is not there is not found, rather than shown as another project.
 */
export async function guardPage(searchParams?: PageParams): Promise<void> {
  const api = await pageApi()
  const named = (await searchParams)?.project
  const name = Array.isArray(named) ? named[0] : named
  if (name && !(await api.findProject({ name }))) notFound()
}

/** What a body is read from: a `Request`, or Node's own. */
type Incoming = { headers: Pick<Headers, 'get'>; body: AsyncIterable<Uint8Array> | null }

/** Bytes of a body, refused as soon as they pass `limit`; the content type must be exactly `type`. */
export async function readBody(
  { headers, body }: Incoming,
  type: string,
  limit: number,
): Promise<Uint8Array> {
  const given = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (given !== type)
    throw new UserError('wrong-content-type', `Content type ${given ?? '(none)'} is not taken here.`, {
      hint: `Send ${type}.`,
      status: 415,
    })
  const tooLarge = () =>
    new UserError('too-large', `The body is larger than ${Math.floor(limit / 1_048_576)} MB.`, {
      hint: 'Send it in smaller parts.',
      status: 413,
    })
  if (Number(headers.get('content-length') ?? 0) > limit) throw tooLarge()
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > limit) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

export async function readJsonBody(request: Incoming, limit = 1_048_576): Promise<unknown> {
  const bytes = await readBody(request, 'application/json', limit)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new UserError(
      'not-json',
      `The body is not JSON: ${error instanceof Error ? error.message : error}`,
      { hint: 'Send one JSON document in UTF-8.' },
    )
  }
}

type Fault = { status: number; error: FaultWords }

/** Theirs: what, where, what next. Ours: logged whole under a reference, shown neutral. */
export function describeFault(error: unknown): Fault {
  if (error instanceof UserError) {
    const { status, code, message, place, hint } = error
    // It may name a file, or quote what was sent.
    return { status, error: maskKept({ code, message, place, hint, reference: null }) }
  }
  if (error instanceof ZodError)
    return { status: 400, error: maskKept({ ...describeIssue(firstOf(error.issues)), reference: null }) }
  const reference = randomBytes(3).toString('hex').toUpperCase()
  // biome-ignore lint/suspicious/noConsole: the server's log is where our own faults are read
  console.error(`[${reference}]`, error)
  return {
    status: 500,
    error: {
      code: 'internal',
      message: 'Something went wrong on our side.',
      place: null,
      hint: 'Try again; the log names the reference.',
      reference,
    },
  }
}

/** What was found wrong first; where several forms are allowed, of the one that is nearest to what came. */
function firstOf([issue]: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  if (issue?.code !== 'invalid_union' || issue.errors.length === 0) return issue
  const nearest = issue.errors.reduce((a, b) => (b.length < a.length ? b : a))
  const inside = firstOf(nearest)
  return inside && { ...inside, path: [...issue.path, ...inside.path] }
}

/** The first thing a schema found wrong, in words, with the field it is in. */
function describeIssue(issue: z.core.$ZodIssue | undefined): Omit<Fault['error'], 'reference'> {
  const place = issue?.path.join('.') || null
  const field = place ?? 'The input'
  const hint = 'Correct it and send it again; nothing was changed.'
  const message = () => {
    if (issue?.code === 'too_big') return `${field} is longer or larger than ${issue.maximum}.`
    if (issue?.code === 'too_small' && issue.origin === 'number')
      return `${field} is ${issue.inclusive ? 'less than' : 'not more than'} ${issue.minimum}.`
    if (issue?.code === 'too_small')
      return Number(issue.minimum) <= 1
        ? `${field} is empty.`
        : `${field} is shorter or smaller than ${issue.minimum}.`
    if (issue?.code === 'invalid_value') return `${field} is none of ${issue.values.slice(0, 12).join(', ')}.`
    if (issue?.code === 'unrecognized_keys') return `There is no field ${issue.keys.slice(0, 5).join(', ')}.`
    if (issue?.code === 'invalid_type') return `${field} is missing or not of type ${issue.expected}.`
    return `${field}: ${issue?.message ?? 'does not fit'}.`
  }
  return { code: 'bad-input', message: message(), place, hint }
}

function requireOwnHost(host: string): void {
  if (isOwnHost(host)) return
  throw new UserError('foreign-host', `This Loupe does not answer as "${host.slice(0, 100)}".`, {
    hint: 'Open it at the address it printed, or name the host in LOUPE_HOSTS.',
    status: 421,
  })
}

/** Scheme, host and port all equal: an https page is another origin even on the same host. */
function isOrigin(origin: string, host: string, headers: Pick<Headers, 'get'>): boolean {
  return origin === `${isSecure(headers) ? 'https' : 'http'}://${host}`
}

/** Who sent a token: the owner, or a program with a key of its own; null = nobody this Loupe knows. */
async function readToken(headers: Pick<Headers, 'get'>): Promise<{ key: Caller } | null> {
  const given = headers.get('authorization')?.match(/^Bearer (\S+)$/)?.[1]
  if (given === undefined) return null
  const { token, findKey } = await getLoupe()
  const a = Buffer.from(given)
  const b = Buffer.from(token)
  if (a.length === b.length && timingSafeEqual(a, b)) return { key: null }
  const key = await findKey(given)
  return key && { key }
}
