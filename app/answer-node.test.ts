import { request as ask, createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerNode } from './answer-node.ts'

const server = createServer((request, response) => {
  answerNode(request, response, 'POST', async (body) => {
    if (body === 'break') throw new Error('SELECT secret')
    return { body }
  })
})
let port = 0
const shared = globalThis as typeof globalThis & { __loupe?: Promise<unknown> }

beforeAll(async () => {
  shared.__loupe = Promise.resolve({ hasPeople: async () => false })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
  process.env.PORT = `${port}`
})
afterAll(() => {
  delete shared.__loupe
  delete process.env.PORT
  server.close()
})

type Said = { method?: string; headers?: OutgoingHttpHeaders; pieces?: Iterable<string> }

function send({ method = 'POST', headers = {}, pieces = ['{}'] }: Said) {
  const own = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers }
  return new Promise<{ status: number; headers: OutgoingHttpHeaders; text: string }>((done, fail) => {
    const sent = ask({ host: '127.0.0.1', port, method, headers: own }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (piece) => {
        text += piece
      })
      answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    sent.on('error', fail)
    for (const piece of pieces) sent.write(piece)
    sent.end()
  })
}

it('answers in one piece, and is not to be kept', async () => {
  const { status, headers, text } = await send({ pieces: ['{"a":', '"ä"}'] })
  expect([status, JSON.parse(text)]).toEqual([200, { body: { a: 'ä' } }])
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-length': `${Buffer.byteLength(text)}`,
    'content-type': 'application/json',
  })
})

it.each<[string, Said, number, string]>([
  ['a page of another site', { headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'foreign-origin'],
  ['another name', { headers: { host: 'evil.example' } }, 421, 'foreign-host'],
  ['a form', { headers: { 'content-type': 'text/plain' } }, 415, 'wrong-content-type'],
  ['another method', { method: 'PUT' }, 405, 'wrong-method'],
  ['what is not JSON', { pieces: ['{'] }, 400, 'not-json'],
  ['too much, while it arrives', { pieces: Array(40).fill('x'.repeat(65_536)) }, 413, 'too-large'],
])('refuses %s in words', async (_, said, status, code) => {
  const answer = await send(said)
  expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([status, code])
  expect(answer.headers.allow).toBe(status === 405 ? 'POST' : undefined)
})

it('answers a fault of ours with a reference and without its words', async () => {
  const { status, text } = await send({ pieces: ['"break"'] })
  expect([status, text.includes('SELECT')]).toEqual([500, false])
  expect(JSON.parse(text).error.reference).toMatch(/^[0-9A-F]{6}$/)
})
