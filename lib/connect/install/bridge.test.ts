import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMcp } from '../../api/mcp.ts'
import { sampleForAll } from '../../fixtures/open-test-loupe.ts'
import { connect, keepAgentKey, placeOf } from './connect.ts'

const sample = sampleForAll()
let server: Server
let hookPath: string
const open: Client[] = []

/** The MCP server at an address of its own, and the hook script that was installed for it. */
beforeEach(async () => {
  const mcp = createMcp(sample().api)
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const headers = Object.entries(request.headers).map(
      ([name, value]) => [name, String(value)] as [string, string],
    )
    const answer = await mcp.fetch(
      new Request('http://127.0.0.1/api/mcp', { method: 'POST', headers, body: Buffer.concat(parts) }),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const { dataPath } = sample()
  const place = placeOf(dataPath, join(dataPath, 'home'), null)
  connect('codex', place, { rootPath: process.cwd(), dry: false })
  keepAgentKey('codex', dataPath, { id: 'ak_1', key: 'key' })
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  writeFileSync(join(dataPath, 'server.json'), JSON.stringify({ url, token: 'of the owner' }))
  hookPath = place.hookPath
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()))
  server.close()
})

/** A client of one revision that starts the bridge as an agent does. */
async function clientOf(mode: 'auto' | 'legacy') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  open.push(client)
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [hookPath, 'mcp', 'codex'] }),
  )
  return async (name: string, input: Record<string, unknown>) => {
    const { content, isError = false } = await client.callTool({ name, arguments: input })
    const [block] = content as { text: string }[]
    return { text: block?.text ?? '', isError }
  }
}

describe.each(['auto', 'legacy'] as const)('an MCP client over stdio (%s)', (mode) => {
  it('lists every tool and calls each', async () => {
    const call = await clientOf(mode)
    const { tools } = (await open[0]?.listTools()) ?? { tools: [] }
    const scope = { project: 'sample' }
    const begun = await call('begin_subtask', { ...scope, objective: 'find the cursor', category: 'ANALYZE' })
    const [, subtask, episode] = /^subtask=(r_\w+) episode=(\S+) category=ANALYZE/.exec(begun.text) ?? []
    const found = await call('search_memory', { ...scope, query: 'cursor pagination' })
    const lesson = {
      when: 'Then.',
      do: `Do it over ${mode}.`,
      objective: 'mend the cursor',
      category: 'EDIT',
    }
    // Promoting approves, and both clients have one memory.
    const id = found.text.match(/m_\w+/g)?.at(mode === 'auto' ? 0 : -1) ?? ''
    const rules = { id, file: 'AGENTS.md', cwd: sample().dataPath }
    expect(await call('promote_memory', rules)).toMatchObject({
      ...{ isError: true, text: expect.stringMatching(/approved/) },
    })
    const { dataPath: folder } = sample()
    await sample().api.promote({ entryId: id, folder, file: 'AGENTS.md', by: 'ann' })
    const called = {
      begin_subtask: begun,
      end_subtask: await call('end_subtask', { subtask, followed: 'no' }),
      report_outcome: await call('report_outcome', { ...scope, episode, outcome: 'failure' }),
      search_memory: found,
      propose_memory: await call('propose_memory', { ...scope, ...lesson }),
      promote_memory: await call('promote_memory', { ...rules, demote: true }),
      get_memory: await call('get_memory', { id }),
    }
    expect(Object.keys(called)).toEqual(tools.map(({ name }) => name))
    for (const [name, { isError, text }] of Object.entries(called))
      expect([name, isError, text.length > 0]).toEqual([name, false, true])
    expect((await call('get_memory', { id: 'm_none' })).isError).toBe(true)
  }, 30_000)
})

it('two clients are given handles of their own, and none is told the other’s', async () => {
  const [one, other] = await Promise.all([clientOf('auto'), clientOf('legacy')])
  const input = { project: 'sample', objective: 'verify that the change breaks nothing' }
  const told = await Promise.all([one('begin_subtask', input), other('begin_subtask', input)])
  const handles = told.map(({ text }) => /^subtask=(\S+) episode=(\S+)/.exec(text)?.slice(1) ?? [])
  expect(new Set(handles.flat()).size).toBe(4)
  for (const [i, { text }] of told.entries())
    for (const handle of handles[1 - i] ?? []) expect(text).not.toContain(handle)
}, 30_000)

it('a client is told in words while no Loupe runs', async () => {
  const call = await clientOf('legacy')
  server.close()
  server.closeAllConnections()
  await expect(call('search_memory', { project: 'sample', query: 'x' })).rejects.toThrow(
    'Loupe is not running',
  )
}, 30_000)
