import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../db/fixtures/test-store.ts'
import { connect, keepAgentKey, placeOf, readFailures } from './connect.ts'

const WRITE = { rootPath: process.cwd(), dry: false }

/** Longest that an agent may be kept waiting, ms; a machine under load starts Node slowly, which is no part of it. */
const LONGEST_MS = 2_000
let server: Server | null = null
afterEach(() => server?.close())

/** A data folder with the hook in it, and a Loupe that answers so, or none. */
async function place(answer: Parameters<typeof createServer>[1] | null) {
  const dataPath = temporaryFolder()
  const here = placeOf(dataPath, temporaryFolder(), null)
  connect('claude-code', here, WRITE)
  keepAgentKey('claude-code', dataPath, { id: 'ak_1', key: 'key' })
  if (answer === null) return here
  server = createServer(answer)
  await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const owner = { url: `http://127.0.0.1:${port}`, token: 'of the owner' }
  writeFileSync(join(dataPath, 'server.json'), JSON.stringify(owner))
  return here
}

/** Runs the hook as an agent does; `startMs` is what an empty Node takes beside it. */
async function run(hookPath: string, stdin: string, env: Record<string, string> = {}) {
  const began = performance.now()
  const hook = spawn(process.execPath, [hookPath, 'claude-code'], { env: { ...process.env, ...env } })
  let [out, err] = ['', '']
  hook.stdout.on('data', (part) => {
    out += part
  })
  hook.stderr.on('data', (part) => {
    err += part
  })
  hook.stdin.on('error', () => undefined)
  hook.stdin.end(stdin)
  const code = await new Promise<number | null>((done) => hook.on('close', done))
  return { code, out, err, ms: performance.now() - began }
}
const EVENT = JSON.stringify({ session_id: 's', cwd: '/w', hook_event_name: 'Stop' })

it('hands the event on with the key, and prints the answer as it came', async () => {
  const seen: unknown[] = []
  const here = await place(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    seen.push(request.url, request.headers.authorization, Buffer.concat(parts).toString())
    response.end('{"hookSpecificOutput":{"additionalContext":"x"}}')
  })
  expect(await run(here.hookPath, EVENT)).toMatchObject({
    code: 0,
    out: '{"hookSpecificOutput":{"additionalContext":"x"}}',
    err: '',
  })
  expect(seen).toEqual(['/api/v1/hooks/claude-code', 'Bearer key', EVENT])
  expect(readFailures(here.dataPath)).toEqual([])
})

it('prints nothing where there is nothing to say', async () => {
  const here = await place((_, response) => response.writeHead(204).end())
  expect(await run(here.hookPath, EVENT)).toMatchObject({ code: 0, out: '', err: '' })
  expect(readFailures(here.dataPath)).toEqual([])
})

it.each<[string, Parameters<typeof createServer>[1] | null, string, string]>([
  ['Loupe is off', null, EVENT, 'ENOENT'],
  [
    'Loupe takes 3 s',
    (_, response) => setTimeout(() => response.end('{}'), 3_000),
    EVENT,
    'no answer in time',
  ],
  ['the key is wrong', (_, response) => response.writeHead(401).end('{"error":{}}'), EVENT, 'status 401'],
  ['Loupe fails', (_, response) => response.writeHead(500).end('oops'), EVENT, 'status 500'],
  ['the answer is no JSON', (_, response) => response.end('<html>'), EVENT, 'SyntaxError'],
  ['the event is rubbish', (_, response) => response.end('{}'), '\u0000not json', 'SyntaxError'],
  ['the event is empty', (_, response) => response.end('{}'), '', 'SyntaxError'],
])('when %s it exits 0, says nothing and counts it', async (_, answer, stdin, reason) => {
  const here = await place(answer)
  const { ms, ...ended } = await run(here.hookPath, stdin)
  expect(ended).toEqual({ code: 0, out: '', err: '' })
  expect(ms).toBeLessThan(LONGEST_MS + 1_000)
  expect(readFailures(here.dataPath).map((one) => one.reason.slice(0, reason.length))).toEqual([reason])
})

it('says nothing when its failures cannot be counted: the disk is full, or the place is no file', async () => {
  const here = await place(null)
  mkdirSync(join(here.dataPath, 'connect', 'failures.jsonl'))
  expect(await run(here.hookPath, EVENT)).toMatchObject({ code: 0, out: '', err: '' })
})

it('is off where LOUPE_OFF is set', async () => {
  const here = await place(null)
  expect(await run(here.hookPath, EVENT, { LOUPE_OFF: '1' })).toMatchObject({ code: 0, out: '', err: '' })
  expect(readFailures(here.dataPath)).toEqual([])
})

it('is at most 120 lines of the standard library', () => {
  const text = readFileSync(new URL('hook.mjs', import.meta.url), 'utf8')
  const imports = [...text.matchAll(/from '([^']+)'/g)].map(([, name]) => name)
  expect(imports.every((name) => name?.startsWith('node:'))).toBe(true)
  expect(text.split('\n').length).toBeLessThanOrEqual(120)
})
