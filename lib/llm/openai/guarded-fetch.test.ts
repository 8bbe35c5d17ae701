import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuardedFetch, UnreadAnswer } from './guarded-fetch.ts'

const asked: { method: string; path: string; body: string; headers: IncomingMessage['headers'] }[] = []

/** Answers as the path says: `/status/204`, `/bytes/100`, `/redirect/302`; says the request back otherwise. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const part of request) body += part
  const path = request.url ?? ''
  asked.push({ method: request.method ?? '', path, body, headers: request.headers })
  const [, kind, number = '0'] = path.split('/')
  if (kind === 'redirect') response.writeHead(Number(number), { location: '/bytes/1' }).end()
  else if (kind === 'status') response.writeHead(Number(number)).end()
  else if (kind === 'bytes') response.writeHead(200).end('x'.repeat(Number(number)))
  else response.writeHead(200, { 'x-said': ['a', 'b'], 'content-type': 'text/plain' }).end('grüße')
}

const server = createServer((request, response) => void answer(request, response))
let url = ''
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

const get = createGuardedFetch({ allowPrivate: false }, { mostBytes: 100 })
const faultOf = (path: string) => get(`${url}${path}`).catch((fault: unknown) => fault)

describe('a request to a model server', () => {
  it('is a GET without a body where nothing else is said', async () => {
    await get(`${url}/echo`)
    expect(asked.at(-1)).toMatchObject({ method: 'GET', path: '/echo', body: '' })
  })

  it('carries method, headers and body as they were given, by an address or by a request', async () => {
    const init = { method: 'POST', headers: { 'X-Key': 'k' }, body: '{"a":"ü"}' }
    await get(`${url}/echo`, init)
    expect(asked.at(-1)).toMatchObject({ method: 'POST', body: '{"a":"ü"}', headers: { 'x-key': 'k' } })
    await get(new URL(`${url}/echo?q=1`), { ...init, body: null })
    expect(asked.at(-1)).toMatchObject({ method: 'POST', path: '/echo?q=1', body: '' })
  })

  it('can send a text and nothing else, and says so before anything is sent', async () => {
    const before = asked.length
    await expect(get(`${url}/echo`, { method: 'POST', body: new Uint8Array(2) })).rejects.toThrow(
      'only a text',
    )
    expect(asked).toHaveLength(before)
  })

  it('is not sent at all to an address that may not be dialled', async () => {
    const seen = () => Promise.reject(new Error('looked up'))
    const closed = createGuardedFetch({ allowPrivate: false }, { lookup: seen as never })
    for (const address of ['http://10.1.2.3/v1', 'http://169.254.169.254/', 'http://[fe80::1]/'])
      await expect(closed(address)).rejects.toMatchObject({ code: 'bad-server-address' })
  })

  it('ends when nobody waits any more', async () => {
    await expect(get(`${url}/echo`, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

describe('an answer of a model server', () => {
  it('comes whole, with its headers', async () => {
    const response = await get(`${url}/echo`)
    expect([response.status, await response.text()]).toEqual([200, 'grüße'])
    expect(response.headers.get('content-type')).toBe('text/plain')
  })

  it.each([301, 302, 307, 308])('that redirects (%i) is not followed', async (status) => {
    const before = asked.length
    expect(await faultOf(`/redirect/${status}`)).toMatchObject({ kind: 'redirect' })
    expect(asked).toHaveLength(before + 1)
  })

  it.each([
    { bytes: 0, fits: true },
    { bytes: 99, fits: true },
    { bytes: 100, fits: true },
    { bytes: 101, fits: false },
    { bytes: 1_000_000, fits: false },
  ])('of $bytes bytes is read where at most 100 may come: $fits', async ({ bytes, fits }) => {
    const found = await faultOf(`/bytes/${bytes}`)
    if (found instanceof Response) expect((await found.text()).length).toBe(bytes)
    else expect(found).toMatchObject({ kind: 'too-large' })
    expect(found instanceof UnreadAnswer).toBe(!fits)
  })

  it('without a body has none', async () => {
    const response = await get(`${url}/status/204`)
    expect([response.status, response.body]).toEqual([204, null])
  })

  it.each([400, 401, 429, 500, 503])('that says %i is an answer, not a fault of the way', async (status) => {
    expect((await get(`${url}/status/${status}`)).status).toBe(status)
  })
})

describe('a name', () => {
  /** Looks every name up as these addresses, and says what was asked. */
  const leadingTo = (addresses: { address: string; family: number }[], error: Error | null = null) =>
    createGuardedFetch(
      { allowPrivate: false },
      {
        lookup: ((_name: string, _options: object, done: (...found: unknown[]) => void) =>
          done(error, addresses)) as never,
      },
    )

  it('is dialled at the address that was judged', async () => {
    const named = url.replace('127.0.0.1', 'models.example')
    const response = await leadingTo([{ address: '127.0.0.1', family: 4 }])(`${named}/echo`)
    expect(response.status).toBe(200)
    expect(asked.at(-1)?.headers.host).toContain('models.example')
  })

  it('that leads nowhere, or cannot be looked up, is told apart from a forbidden one', async () => {
    await expect(leadingTo([])('http://models.example/')).rejects.toThrow('models.example has no address')
    await expect(leadingTo([], new Error('ENOTFOUND'))('http://models.example/')).rejects.toThrow('ENOTFOUND')
  })
})
