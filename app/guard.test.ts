import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UserError } from '../lib/memory/errors.ts'
import { describeFault, guard, readBody, readJsonBody } from './guard.ts'

const own = '127.0.0.1:3000'
const ask = (method: string, headers: Record<string, string>) =>
  guard({ method, headers: new Headers({ host: own, ...headers }) })

const shared = globalThis as typeof globalThis & { __loupe?: Promise<unknown> }
beforeAll(() => {
  shared.__loupe = Promise.resolve({
    token: 'secret',
    findKey: async () => null,
    hasPeople: async () => false,
  })
})
afterAll(() => {
  delete shared.__loupe
})

describe('guard', () => {
  it.each([
    ['a page of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another port of this machine', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:4000' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['https on the same host', { origin: `https://${own}` }],
    ['a forged x-forwarded-host', { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' }],
  ])('refuses %s', async (_, headers) => {
    await expect(ask('POST', headers)).rejects.toMatchObject({ code: 'foreign-origin', status: 403 })
  })

  it.each([
    ['a write without a key', {}],
    ['a wrong key', { authorization: 'Bearer abc' }],
  ])('asks for the key of %s', async (_, headers) => {
    await expect(ask('POST', headers)).rejects.toMatchObject({ code: 'no-key', status: 401 })
  })

  it.each([
    'evil.example',
    'evil.example:3000',
    '127.0.0.1:4000',
    'localhost',
    '',
    '127.0.0.1.evil.example:3000',
  ])('refuses the host "%s", as a rebound name would send it', async (host) => {
    const request = ask('POST', { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })
    await expect(request).rejects.toMatchObject({ code: 'foreign-host', status: 421 })
  })

  it('lets its own pages write and read', async () => {
    await ask('POST', { 'sec-fetch-site': 'same-origin', origin: `http://${own}` })
    await ask('POST', { origin: `http://${own}` })
    await ask('POST', { host: 'localhost:3000', origin: 'http://localhost:3000' })
    await ask('GET', { 'sec-fetch-site': 'none' })
  })

  it('is opened by nobody who comes over a proxy while nobody signs in', async () => {
    const proxied = { 'x-loupe-proxied': '1' }
    for (const asked of [ask('GET', proxied), ask('POST', { ...proxied, origin: `http://${own}` })])
      await expect(asked).rejects.toMatchObject({ code: 'sign-in', status: 401 })
    expect(await ask('GET', { 'x-loupe-proxied': '' })).toBeNull()
  })

  it('lets a program read, and keeps other sites from reading', async () => {
    await ask('GET', {})
    await expect(ask('GET', { 'sec-fetch-site': 'cross-site' })).rejects.toMatchObject({ status: 403 })
  })
})

describe('bodies', () => {
  const post = (body: BodyInit, type: string) =>
    new Request('http://x/', { method: 'POST', body, headers: { 'content-type': type } })

  it('of a form are refused, so that a form on another site cannot post', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      await expect(readJsonBody(post('{}', type))).rejects.toMatchObject({ status: 415 })
  })

  it('are refused while they arrive once they pass the limit', async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1000
        controller.enqueue(new Uint8Array(1000))
      },
    })
    const request = new Request('http://x/', {
      method: 'POST',
      body: endless,
      headers: { 'content-type': 'application/octet-stream' },
      duplex: 'half',
    } as RequestInit)
    await expect(readBody(request, 'application/octet-stream', 10_000)).rejects.toMatchObject({ status: 413 })
    expect(sent).toBeLessThan(20_000)
  })

  it('that are not JSON are a named fault', async () => {
    await expect(readJsonBody(post('{', 'application/json'))).rejects.toMatchObject({ code: 'not-json' })
  })
})

it('answers a fault of ours with a reference and without its words', () => {
  const { status, error } = describeFault(new Error('SELECT secret'))
  expect(status).toBe(500)
  expect(JSON.stringify(error)).not.toContain('SELECT')
  expect(error.reference).toMatch(/^[0-9A-F]{6}$/)
})

it('says no secret in a fault, wherever it stands', () => {
  const secret = ['ghp', 'a1B2c3D4e5'.repeat(4)].join('_')
  const fault = new UserError('bad-csv', `line 1: ${secret}.`, {
    hint: `Not ${secret}.`,
    place: `${secret}.csv:1`,
  })
  const { error } = describeFault(fault)
  expect(error.code).toBe('bad-csv')
  expect(JSON.stringify(error)).not.toContain(secret)
})
