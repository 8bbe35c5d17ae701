import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, keepAgentKey, placeOf } from '../lib/connect/install/connect.ts'
import { sampleForAll } from '../lib/fixtures/open-test-loupe.ts'
import type { AgentName } from '../lib/memory/agents.ts'
import { answerHttp } from './answer-http.ts'
import { answerMcp } from './answer-mcp.ts'
import { scriptedModel } from './fixtures/scripted-model.ts'

/**
 * A folder in which agents are installed: `npm install @anthropic-ai/claude-code @openai/codex @google/gemini-cli opencode-ai`. They
 * are no part of this project; where the folder is not named their tests are skipped.
 */
const FOLDER = process.env.LOUPE_AGENTS_DIR ?? ''

const sample = sampleForAll()
const shared = globalThis as typeof globalThis & { __loupe?: Promise<unknown> }
const servers: Server[] = []
const seen: string[] = []
let model = ''
const home = mkdtempSync(join(tmpdir(), 'loupe-home-'))
const repository = join(mkdtempSync(join(tmpdir(), 'loupe-repo-')), 'shop')

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

/** Loupe's own doors, at an address of the test's. */
const doors: RequestListener = async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const given = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  const isMcp = request.url?.startsWith('/api/mcp')
  const asked = new Request(`http://127.0.0.1:3000${request.url}`, {
    ...{ method: request.method ?? 'GET', headers: { ...Object.fromEntries(given), host: '127.0.0.1:3000' } },
    ...(parts.length > 0 ? { body: Buffer.concat(parts) } : {}),
  })
  const answer = await (isMcp ? answerMcp : answerHttp)(asked)
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(Buffer.from(await answer.arrayBuffer()))
}

beforeAll(async () => {
  if (FOLDER === '') return
  shared.__loupe = Promise.resolve(sample())
  model = await listen(scriptedModel(seen))
  mkdirSync(join(repository, 'src'), { recursive: true })
  execFileSync('git', ['init', '-q', repository])
  writeFileSync(join(repository, 'src', 'pages.py'), 'def page(rows, cursor):\n    return rows[cursor:]\n')
  await sample().api.mapWorkspace({ root: repository, project: 'sample' })
  const owner = { url: await listen(doors), token: sample().token }
  writeFileSync(join(sample().dataPath, 'server.json'), JSON.stringify(owner))
})
afterAll(() => {
  for (const server of servers) server.close()
  delete shared.__loupe
})

type Tried = {
  agent: AgentName
  bin: string
  args: (task: string) => string[]
  env?: object
  files?: Record<string, string>
}

const TRIED: readonly Tried[] = [
  { agent: 'claude-code', bin: 'claude', args: (task) => ['-p', task, '--allowedTools', 'Bash'] },
  {
    ...{ agent: 'codex', bin: 'codex' },
    args: (task) => [
      ...['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
      ...['--dangerously-bypass-hook-trust', '-m', 'gpt-5', '-c', 'model_provider="stub"', '-c'],
      `model_providers.stub={name="stub",base_url="${model}/v1",wire_api="responses",env_key="OPENAI_API_KEY"}`,
      task,
    ],
  },
  {
    ...{ agent: 'gemini', bin: 'gemini', args: (task) => ['-m', 'gemini-2.5-flash', '--yolo', '-p', task] },
    files: { '.gemini/settings.json': '{"security":{"auth":{"selectedType":"gemini-api-key"}}}' },
  },
  { agent: 'opencode', bin: 'opencode', args: (task) => ['run', task] },
]

const openCode = () => ({
  ...{ permission: { bash: 'allow' }, model: 'stub/m', small_model: 'stub/m' },
  provider: {
    stub: {
      ...{ npm: '@ai-sdk/openai-compatible', options: { baseURL: `${model}/v1`, apiKey: 'none' } },
      models: { m: { name: 'm', tool_call: true, limit: { context: 100_000, output: 4_000 } } },
    },
  },
})

for (const { agent, bin, args, files = {} } of TRIED) {
  const path = join(FOLDER, 'node_modules', '.bin', bin)
  const why =
    FOLDER === '' ? 'LOUPE_AGENTS_DIR names no folder of agents' : existsSync(path) ? null : `no ${path}`
  it.skipIf(why !== null)(
    `${agent} itself puts the lesson of each stage before its model${why === null ? '' : ` (skipped: ${why})`}`,
    async () => {
      const { api, dataPath } = sample()
      const place = placeOf(dataPath, home, null)
      connect(agent, place, { rootPath: process.cwd(), dry: false })
      keepAgentKey(agent, dataPath, await api.makeKey({ name: agent, scopes: ['read', 'log', 'ingest'] }))
      const configured = { ...files, '.config/opencode/opencode.json': JSON.stringify(openCode()) }
      for (const [name, text] of Object.entries(configured)) {
        mkdirSync(join(home, name, '..'), { recursive: true })
        writeFileSync(join(home, name), text)
      }
      const [hit] = (await api.retrieve({ project: 'sample', text: 'page boundary', category: 'ANALYZE' }))
        .hits
      seen.length = 0
      const env = {
        ...{
          NODE_ENV: 'test' as const,
          PATH: process.env.PATH,
          HOME: home,
          ANTHROPIC_BASE_URL: model,
          ANTHROPIC_API_KEY: 'none',
        },
        ...{ OPENAI_API_KEY: 'none', GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: model },
        ...{ GEMINI_CLI_TRUST_WORKSPACE: 'true', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
      }
      const task = `${hit?.objective}; ${hit?.keywords.join(', ')}`
      const run = spawn(path, args(task), { cwd: repository, env, stdio: ['ignore', 'ignore', 'pipe'] })
      let said = ''
      run.stderr.on('data', (part) => {
        said += part
      })
      const code = await new Promise((done) => run.on('close', done))
      expect([code, code === 0 ? '' : said]).toEqual([0, ''])
      const projectId = (await api.project({ name: 'sample' })).id
      const feed = (await api.agents({ projectId })).feed.filter((row) => row.agent === agent)
      expect(feed.at(-1)).toMatchObject({
        category: 'ANALYZE',
        declaredBy: 'observed',
        entryId: hit?.entryId,
      })
      expect(feed.length).toBeGreaterThan(1)
      // The last turn is asked with every lesson that was sent in the session before it.
      const last = seen.toSorted((a, b) => a.length - b.length).at(-1) ?? ''
      for (const { entryId, abstained } of feed)
        if (abstained === null) expect(last).toMatch(new RegExp(`memory id=\\\\*"${entryId}`))
      expect(readFileSync(join(repository, 'src', 'pages.py'), 'utf8')).toContain('cursor')
    },
    180_000,
  )
}
