import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeEach, describe, expect, it } from 'vitest'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'
import { createMcp } from './mcp.ts'

const sample = sampleForAll()
const NAMES = [
  ...['begin_subtask', 'end_subtask', 'report_outcome', 'search_memory'],
  ...['propose_memory', 'promote_memory', 'get_memory'],
]
let mcp: ReturnType<typeof createMcp>
beforeEach(() => {
  mcp = createMcp(sample().api)
})

/** A client of one revision over the handler itself. */
async function clientOf(mode: 'auto' | 'legacy') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const fetch = (url: string | URL, init?: RequestInit) => mcp.fetch(new Request(url, init))
  await client.connect(new StreamableHTTPClientTransport(new URL('http://127.0.0.1/api/mcp'), { fetch }))
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: input })
    const [block, ...more] = content as { type: string; text: string }[]
    expect([block?.type, more]).toEqual(['text', []])
    return { text: block?.text ?? '', isError }
  }
  return { client, call }
}

describe.each(['auto', 'legacy'] as const)('an MCP client (%s)', (mode) => {
  it('is told the tools, always in one order, with flat inputs and no outputs', async () => {
    const { client } = await clientOf(mode)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(NAMES)
    for (const { inputSchema, outputSchema, description } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object' })
      expect(inputSchema).not.toHaveProperty('anyOf')
      expect(outputSchema).toBeUndefined()
      expect(description?.length).toBeLessThan(400)
    }
    expect(tools[0]?._meta).toMatchObject({ 'anthropic/alwaysLoad': true })
  })

  it('begins a stage, ends it and reports how the task ended', async () => {
    const { call } = await clientOf(mode)
    const scope = { project: 'sample' }
    const { text } = await call('begin_subtask', {
      ...scope,
      objective: 'construct a test case for a cursor that repeats a row on the next page',
      category: 'REPRODUCE',
    })
    const [, subtask, episode, category, by] =
      /^subtask=(r_\w+) episode=(\S+) category=(\w+) \((.*)\)\n/.exec(text) ?? []
    expect([category, by]).toEqual(['REPRODUCE', 'yours'])
    expect(text).toMatch(/<memory id="m_|No lesson fits: .+ Continue\./s)
    const done = { subtask, summary: 'the row came twice', followed: 'yes' }
    expect(await call('end_subtask', done)).toMatchObject({ isError: false })
    const told = await call('report_outcome', { ...scope, episode, outcome: 'success' })
    expect(told.text).toBe('Recorded: resolved, for 1 questions of this episode.')
    const projectId = (await sample().api.project({ name: 'sample' })).id
    const row = (await sample().api.agents({ projectId })).feed.find(({ id }) => id === subtask)
    expect(row).toMatchObject({ declaredBy: 'agent', followed: 'yes', outcome: 'resolved' })
  })

  it('proposes a lesson, which waits for a person and is given to nobody before', async () => {
    const { call } = await clientOf(mode)
    const lesson = {
      ...{ project: 'sample', category: 'EDIT', objective: `keep the quokka counter whole, ${mode}` },
      ...{ when: 'A quokka counter is halved.', do: `Count quokkas twice, ${mode}.` },
    }
    const { text } = await call('propose_memory', lesson)
    const [id = ''] = text.split(' ')
    expect(text).toBe(`${id} waits until a person approves it; nobody is given it before.`)
    expect((await sample().api.findEntryAlone({ id }))?.entry).toMatchObject({
      ...{ lifecycle: 'candidate', extractor: 'agent', category: 'EDIT' },
    })
    const { hits } = await sample().api.retrieve({
      project: 'sample',
      text: lesson.objective,
      category: 'EDIT',
    })
    expect(hits.map(({ entryId }) => entryId)).not.toContain(id)
    // Once a person retired it, saying it again brings nothing back.
    await sample().api.retire({ entryIds: [id], reason: 'quokkas do not count' })
    const again = (await call('propose_memory', lesson)).text.split(' ')[0] ?? ''
    expect((await sample().api.findEntryAlone({ id: again }))?.entry).toMatchObject({
      ...{ lifecycle: 'quarantined', reason: expect.stringContaining('quokkas do not count') },
    })
    const secret = ['gh', 'p_', 'a1B2'.repeat(9)].join('')
    const refused = await call('propose_memory', { ...lesson, do: `send ${secret}` })
    expect(refused).toEqual({ text: expect.stringContaining('looks like a secret'), isError: true })
  })

  it('searches, and reads one lesson whole', async () => {
    const { call } = await clientOf(mode)
    const { text } = await call('search_memory', { project: 'sample', query: 'cursor pagination', limit: 2 })
    const [, ...hits] = text.split('\n')
    expect(hits).toHaveLength(2)
    const id = hits[0]?.split(' ')[0] ?? ''
    expect((await call('get_memory', { id })).text).toMatch(new RegExp(`^${id} [A-Z]+: .+\\n(?:when|do): `))
  })

  it.each([
    ['a tool that is not there', 'purge', {}, /no tool|not found|Unknown/i],
    ['a field that is missing', 'begin_subtask', { project: 'sample' }, /objective/],
    ['a handle of nobody', 'end_subtask', { subtask: 'r_none' }, /begin_subtask again/],
    ['a folder that nobody mapped', 'search_memory', { query: 'x', cwd: '/nowhere' }, /which project/],
    ['a project that is not there', 'search_memory', { query: 'x', project: 'none' }, /no project "none"/],
    ['a lesson that is not there', 'get_memory', { id: 'm_none' }, /no lesson m_none/],
  ])('is told in words of %s', async (_, name, input, words) => {
    const { call } = await clientOf(mode)
    const { text, isError } = await call(name, input)
    expect(isError).toBe(true)
    expect(text).toMatch(words)
  })
})

it('two clients are given handles of their own', async () => {
  const [one, other] = await Promise.all([clientOf('auto'), clientOf('legacy')])
  const input = { project: 'sample', objective: 'verify that the change breaks nothing' }
  const told = await Promise.all([one.call('begin_subtask', input), other.call('begin_subtask', input)])
  const heads = told.map(({ text }) => /^subtask=(\S+) episode=(\S+)/.exec(text)?.slice(1))
  expect(new Set(heads.flat()).size).toBe(4)
})

it('a plain call is answered as JSON, which the bridge to stdio hands on as it is', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const answer = await mcp.fetch(new Request('http://127.0.0.1/api/mcp', { method: 'POST', headers, body }))
  const text = await answer.text()
  const json = text.startsWith('{') ? text : text.replace(/^(?!data:).*\n?/gm, '').replace(/^data: ?/gm, '')
  expect(JSON.parse(json).result.tools.map(({ name }: { name: string }) => name)).toEqual(NAMES)
})

it.each(['GET', 'DELETE'])('%s is answered 405', async (method) => {
  const answer = await mcp.fetch(new Request('http://127.0.0.1/api/mcp', { method }))
  expect(answer.status).toBe(405)
})
