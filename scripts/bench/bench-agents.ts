import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, keepAgentKey, placeOf, readFailures } from '../../lib/connect/install/connect.ts'
import { readTrajectories } from '../../lib/ingest/ingest-file.ts'
import { CATEGORIES } from '../../lib/memory/category.ts'
import type { Trajectory } from '../../lib/memory/trajectory.ts'
import { load, sentence, startServer, tokenOf } from './bench-api.ts'
import { fillStore } from './fill-store.ts'
import { type Bench, inFolder, type Load, machine, openBench, root, shares } from './measure.ts'

const ENTRIES = 10_000
const HOOKS = 100
const CALLS = { warmUp: 200, timed: 1_000 }
const EVENTS = { warmUp: 50, timed: 300 }
const AT_ONCE = [1, 20, 100]
/** The hook gives up after 1.5 s, with what Node takes to start. */
const HOOK_LIMITS = { perSecond: null, p99Ms: 1_500 }

/** The wall time of a hook, `begin_subtask` over MCP beside HTTP, and what real sessions would have been sent. */
export async function run(): Promise<Bench> {
  const loads = await inFolder(async (dataPath) => {
    await fillStore(dataPath, ENTRIES)
    const token = await tokenOf(dataPath)
    const server = await startServer(dataPath, token)
    try {
      return [...(await hooks(dataPath, server.url, token)), ...(await begun(server.url, token))]
    } finally {
      await server.stop()
    }
  })
  const corpus = join(process.env.LOUPE_CORPUS_DIR ?? '', 'claude-code')
  const sent = existsSync(corpus) ? await inFolder((dataPath) => sentTo(corpus, dataPath)) : null
  return {
    ...{ name: 'agents', machine: machine(), figures: [], loads },
    ...(sent === null
      ? { notMeasured: ['tokens of real sessions: LOUPE_CORPUS_DIR names none'] }
      : { notes: [sent] }),
  }
}

/** One hook after the other, each a process of its own as an agent starts it; an empty Node beside it. */
async function hooks(dataPath: string, url: string, token: string): Promise<Load[]> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const repository = join(dataPath, 'repository')
  mkdirSync(join(repository, '.git'), { recursive: true })
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return await answer.json()
  }
  await post('workspaces', { root: repository, project: 'bench' })
  const place = placeOf(dataPath, join(dataPath, 'home'), null)
  connect('claude-code', place, { rootPath: root, dry: false })
  keepAgentKey('claude-code', dataPath, await post('keys', { name: 'claude-code', scopes: ['read', 'log'] }))
  const event = (n: number) => ({
    ...{ session_id: `s${n}`, cwd: repository, hook_event_name: 'UserPromptSubmit', prompt: sentence(n) },
  })
  const [hook, empty] = [[] as number[], [] as number[]]
  for (let n = -5; n < HOOKS; n++) {
    const [took, idle] = [
      await timed([place.hookPath, 'claude-code'], JSON.stringify(event(n))),
      await timed(['-e', '0'], ''),
    ]
    if (n >= 0) {
      hook.push(took)
      empty.push(idle)
    }
  }
  const failed = readFailures(dataPath).length
  if (failed > 0) throw new Error(`${failed} hooks came to nothing`)
  const door = `${url}/api/v1/hooks/claude-code`
  const bare = await load(
    'the same event without the script',
    door,
    headers,
    (n) => event(HOOKS + n),
    EVENTS,
    1,
  )
  const line = (what: string, times: number[]) => ({
    ...{ what, agents: 1, entries: ENTRIES, perSecond: Number.NaN, ...shares(times) },
  })
  return [
    { ...line('a hook that begins a stage, with the start of Node', hook), limits: HOOK_LIMITS },
    { ...line('an empty Node', empty), limits: null },
    { ...bare, limits: null },
  ]
}

async function timed(args: string[], stdin: string): Promise<number> {
  const from = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'inherit'] })
  child.stdin.on('error', () => undefined)
  child.stdin.end(stdin)
  await new Promise((done) => child.on('close', done))
  return performance.now() - from
}

async function begun(url: string, token: string): Promise<Load[]> {
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  }
  const asked = (n: number) => ({
    ...{ project: 'bench', objective: `${sentence(n)}, begun ${n}`, category: CATEGORIES[n % 4] },
  })
  const called = (n: number) => ({
    ...{ jsonrpc: '2.0', id: n + 1, method: 'tools/call' },
    params: { name: 'begin_subtask', arguments: asked(n) },
  })
  const loads: Load[] = []
  for (const agents of AT_ONCE) {
    const http = await load(
      'begin_subtask over HTTP',
      `${url}/api/v1/subtasks`,
      headers,
      asked,
      CALLS,
      agents,
    )
    const mcp = await load('begin_subtask over MCP', `${url}/api/mcp`, headers, called, CALLS, agents)
    loads.push({ ...http, limits: null }, { ...mcp, limits: null })
  }
  return loads
}

/** Real sessions, event by event through the hook, asked of the sample's lessons: what each would have been sent. */
async function sentTo(corpus: string, dataPath: string): Promise<string> {
  const loupe = await openBench(dataPath)
  await loupe.start()
  try {
    await loupe.api.loadSample()
    const repository = join(dataPath, 'repository')
    mkdirSync(join(repository, '.git'), { recursive: true })
    await loupe.api.mapWorkspace({ root: repository, project: 'sample' })
    const names = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.jsonl'),
    )
    const runs = names.flatMap(
      (name) => readTrajectories(readFileSync(join(corpus, name)), name).trajectories,
    )
    const [tokens, always]: [number[], number[]] = [[], []]
    let [stages, lessons] = [0, 0]
    for (const [i, run] of runs.entries()) {
      await replay(run, { session_id: `replayed-${i}`, cwd: repository }, loupe.api)
      const { feed } = await loupe.api.agents({ projectId: (await loupe.api.project({ name: 'sample' })).id })
      const own = feed.filter(({ episode }) => episode === `claude-code:replayed-${i}`)
      stages += own.length
      lessons += own.filter(({ abstained }) => abstained === null).length
      tokens.push(own.reduce((sum, one) => sum + (one.tokens ?? 0), 0))
      const best = await Promise.all(
        own.map(({ question: text, category }) =>
          loupe.api.retrieve({ project: 'sample', text, category, mode: 'subtask', onlyWhatFits: false }),
        ),
      )
      always.push(best.reduce((sum, { injectedTokens }) => sum + (injectedTokens ?? 0), 0))
    }
    return `${runs.length} real sessions asked of the sample’s lessons, tokens an episode: sent ${spread(tokens)}, ${lessons} of ${stages} stages; had the best always been sent: ${spread(always)}`
  } finally {
    await loupe.close()
  }
}

function spread(tokens: number[]): string {
  const { p50Ms: median, p95Ms: p95 } = shares(tokens)
  const mean = tokens.reduce((sum, one) => sum + one, 0) / tokens.length
  return `mean ${mean.toFixed(0)}, median ${median}, p95 ${p95}, most ${Math.max(...tokens)}`
}

type Api = Awaited<ReturnType<typeof openBench>>['api']

async function replay({ task, steps }: Trajectory, at: object, api: Api): Promise<void> {
  const send = (event: object) => api.hook({ agent: 'claude-code', event: { ...at, ...event } })
  await send({ hook_event_name: 'UserPromptSubmit', prompt: task.raw })
  for (const { n, actions, observations } of steps) {
    const calls = actions.map(({ tool, text }, i) => ({
      ...{ tool_name: tool ?? 'Bash', tool_input: text, tool_use_id: `${n}-${i}` },
      tool_response: observations[i]?.text ?? '',
    }))
    await send({ hook_event_name: 'PostToolBatch', tool_calls: calls })
  }
}
