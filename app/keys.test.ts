import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROUTES } from '../lib/api/http.ts'
import { fieldsOf } from '../lib/api/openapi.ts'
import type { Route } from '../lib/api/route.ts'
import { sampleForAll } from '../lib/fixtures/open-test-loupe.ts'
import { SCOPES, type Scope } from '../lib/memory/keys.ts'
import { answerHttp } from './answer-http.ts'
import { answerMcp } from './answer-mcp.ts'

const sample = sampleForAll()
const shared = globalThis as typeof globalThis & { __loupe?: Promise<unknown> }
beforeAll(() => {
  shared.__loupe = Promise.resolve(sample())
})
afterAll(() => {
  delete shared.__loupe
})

const HOST = '127.0.0.1:3000'
type Sent = { key: string; body?: BodyInit; type?: string; path: string; method?: string }

const request = ({ key, body, type = 'application/json', path, method = 'POST' }: Sent) =>
  new Request(`http://${HOST}${path}`, {
    method,
    headers: {
      ...{ host: HOST, authorization: `Bearer ${key}`, 'content-type': type },
      accept: 'application/json, text/event-stream',
    },
    ...(body === undefined ? {} : { body }),
  })

const keyOf = async (scopes: Scope[], project: string | null = null) =>
  await sample().api.makeKey({ name: 'tried', scopes, project })

/** A request that reaches the operation behind an address: every part and every parameter that must be there. */
function requestOf({ method, path, parameters, body }: Route, key: string): Request {
  const asked = fieldsOf(parameters).flatMap(({ name, isRequired, schema: { enum: words } }) =>
    isRequired ? [[name, Array.isArray(words) ? String(words[0]) : 'sample']] : [],
  )
  const parts: Record<string, string> = { agent: 'codex', n: '1' }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => parts[name] ?? 'none')
  const isFile = body !== null && 'bytes' in body
  return request({
    ...{ key, method, path: `/api/v1/${filled}?${new URLSearchParams(asked)}` },
    ...(body === null ? {} : { body: isFile ? '' : '{"project":"sample"}' }),
    ...(isFile ? { type: 'application/octet-stream' } : {}),
  })
}

/** Addresses beside those that only look, by what opens them; every other one is the owner's. */
const OPENS: Readonly<Record<Scope, readonly string[]>> = {
  read: ['POST replay', 'POST experiments/preview'],
  log: ['POST retrieve', 'POST hooks/:agent', 'POST subtasks', 'POST subtasks/:subtask', 'POST outcomes'],
  propose: ['POST proposals'],
  ingest: ['POST trajectories', 'POST results', 'POST experiments/files'],
}

it.each(SCOPES)(
  'a key that may only %s opens these addresses and no other',
  async (scope) => {
    const { key } = await keyOf([scope])
    const opened: string[] = []
    for (const route of ROUTES) {
      const answer = await answerHttp(requestOf(route, key))
      const said = answer.status === 403 ? (await answer.json()).error.code : null
      expect([null, 'key-scope'], `${route.path}`).toContain(said)
      if (said === null) opened.push(`${route.method} ${route.path}`)
    }
    // The table of addresses is no operation; what reads the disk is the owner's.
    const looks = ROUTES.filter(
      ({ method, path }) =>
        method === 'GET' && !path.endsWith('/promotion') && !['people', 'keys'].includes(path),
    ).map(({ path }) => `GET ${path}`)
    const free = scope === 'read' ? looks : ['GET openapi.json']
    expect(opened.toSorted()).toEqual([...free, ...OPENS[scope]].toSorted())
  },
  60_000,
)

const TOOLS: Readonly<Record<Scope, readonly string[]>> = {
  read: ['search_memory', 'get_memory'],
  log: ['begin_subtask', 'end_subtask', 'report_outcome'],
  propose: ['propose_memory'],
  ingest: [],
}

it.each(SCOPES)(
  'an agent whose key may only %s is told its tools, and is refused the others',
  async (scope) => {
    const { key } = await keyOf([scope])
    const ask = async (method: string, params: object) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const text = await (await answerMcp(request({ key, path: '/api/mcp', body }))).text()
      return JSON.parse(text.slice(text.indexOf('{'))).result
    }
    const { tools } = await ask('tools/list', {})
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(TOOLS[scope])
    const id = (await sample().api.retrieve({ project: 'sample', text: 'x', category: 'EDIT' })).hits[0]
      ?.entryId
    const GIVEN: Record<string, object> = {
      begin_subtask: { project: 'sample', objective: 'mend it' },
      end_subtask: { subtask: 'r_none' },
      report_outcome: { project: 'sample', episode: 'none', outcome: 'success' },
      search_memory: { project: 'sample', query: 'x' },
      get_memory: { id },
      propose_memory: { project: 'sample', category: 'EDIT', objective: 'mend', when: 'w', do: 'd' },
    }
    for (const [name, input] of Object.entries(GIVEN)) {
      const { content } = await ask('tools/call', { name, arguments: input })
      const isRefused = content[0].text.startsWith(`The key "tried" may ${scope}; this takes the scope`)
      expect([name, isRefused]).toEqual([name, !TOOLS[scope].includes(name)])
    }
  },
)

it('a key of one project opens nothing of another, whatever names it', async () => {
  const { api } = sample()
  await api.store({
    ...{ project: 'other', category: 'EDIT', objective: 'mend the other', keywords: [], title: 'Other' },
    ...{ kind: 'pattern', when: 'Then.', do: 'Do it.', because: '', check: '' },
  })
  const own = await keyOf([...SCOPES], 'sample')
  const entry = async (name: string) =>
    (await api.retrieve({ project: name, text: 'x', category: 'EDIT' })).hits[0]?.entryId
  const ask = async (path: string, body?: object) => {
    const sent = body ? { body: JSON.stringify(body) } : { method: 'GET' }
    const answer = await answerHttp(request({ key: own.key, path: `/api/v1/${path}`, ...sent }))
    return [answer.status, answer.status >= 400 ? (await answer.json()).error.code : null]
  }
  const question = { text: 'x', category: 'EDIT' }
  expect(await ask('retrieve', { project: 'sample', ...question })).toEqual([200, null])
  expect(await ask('retrieve', { project: 'other', ...question })).toEqual([404, 'not-found'])
  expect(await ask('entries?project=sample')).toEqual([200, null])
  expect(await ask('entries?project=other')).toEqual([404, 'no-such-project'])
  expect(await ask(`entries/${await entry('sample')}`)).toEqual([200, null])
  expect(await ask(`entries/${await entry('other')}`)).toEqual([404, 'not-found'])
  // What is of all projects is none of its business.
  expect(await ask('experiments')).toEqual([403, 'other-projects'])
  expect(await ask('experiments?project=sample')).toEqual([200, null])
  expect(await ask('experiments?project=other')).toEqual([404, 'not-found'])
  expect(await ask('recording?project=other')).toEqual([404, 'not-found'])
})

it('a key is kept as a hash, is told when it was used last, and opens nothing once it is revoked', async () => {
  const { api } = sample()
  const { id, key } = await keyOf(['read'])
  const ask = async () => (await answerHttp(request({ key, path: '/api/v1/replay', body: '{}' }))).status
  expect(await ask()).toBe(400)
  const kept = (await api.keys()).find((one) => one.id === id)
  expect(kept).toMatchObject({ name: 'tried', usedAt: expect.any(String) })
  expect(JSON.stringify(await api.keys())).not.toContain(key)
  await api.revokeKey({ id })
  expect(await ask()).toBe(401)
  await expect(api.revokeKey({ id })).rejects.toMatchObject({ code: 'not-found' })
})

it('a client without a key is told so in JSON and how to send one; below .well-known there is JSON and no way to sign in', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  for (const method of ['POST', 'GET', 'DELETE']) {
    const sent = { key: 'none', path: '/api/mcp', method, ...(method === 'POST' ? { body } : {}) }
    const refused = await answerMcp(request(sent))
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="loupe"'])
    expect((await refused.json()).error.code).toBe('no-key')
  }
  const { key } = await keyOf(['read'])
  for (const method of ['GET', 'DELETE'])
    expect((await answerMcp(request({ key, path: '/api/mcp', method }))).status).toBe(405)
  const path = '/.well-known/oauth-protected-resource'
  const none = await answerHttp(request({ key, path, method: 'GET' }))
  expect([none.status, (await none.json()).error.code]).toEqual([404, 'no-such-door'])
})
