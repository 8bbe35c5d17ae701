import { fork, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CATEGORIES } from '../../lib/memory/category.ts'
import { createRandom } from '../../lib/memory/statistics.ts'
import { freePort } from '../free-port.ts'
import { benchSentence } from './api-entries.ts'
import { fillStore } from './fill-store.ts'
import { type Bench, type Load, machine, quantile } from './measure.ts'

const ENTRIES = 10_000
const AGENTS = 20
const REQUESTS = 4_000
const WARM_UP = 400
/** Of a server just started, said apart: until about here the engine still compiles what is asked often. */
const FIRST_REQUESTS = 2_000
/** Questions that agents ask again and again in the cached case. */
const KNOWN_TEXTS = 200
/** DESIGN's promise for 20 agents over 10,000 entries. */
const LIMITS = { perSecond: 250, p99Ms: 150 }
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** Retrievals over HTTP on a started server, by 20 agents at once, against a bare loop over the same vectors. */
export async function run(): Promise<Bench> {
  const dataPath = mkdtempSync(join(tmpdir(), 'loupe-bench-'))
  try {
    await fillStore(dataPath, ENTRIES)
    const token = await tokenOf(dataPath)
    const server = await startServer(dataPath, token)
    const peer = await startPeer()
    try {
      const headers = { authorization: `Bearer ${token}` }
      const known = Array.from({ length: KNOWN_TEXTS }, (_, n) => `${sentence(n)}, again ${n}`)
      const cached = (n: number) => known[n % known.length] ?? ''
      const cold = (n: number) => `${sentence(n)}, only once ${n}`
      const first = (n: number) => `${sentence(n)}, at first ${n}`
      const ask =
        (url: string, path: string) =>
        (textOf: (n: number) => string, what: string, count = { warmUp: WARM_UP, timed: REQUESTS }) =>
          load(what, `${url}${path}`, headers, textOf, count)
      const loupe = ask(server.url, '/api/v1/retrieve')
      const bare = ask(peer.url, '/')
      const start = { warmUp: 0, timed: FIRST_REQUESTS }
      const loads: Load[] = [
        { ...(await loupe(first, 'retrieve, server just started', start)), limits: null },
        { ...(await loupe(cached, 'retrieve, question known')), limits: LIMITS },
        { ...(await loupe(cold, 'retrieve, question never seen')), limits: LIMITS },
        { ...(await bare(cold, 'peer: bare loop over the vectors')), limits: null, isPeer: true },
      ]
      return { name: 'api', machine: machine(), figures: [], loads }
    } finally {
      server.stop()
      peer.stop()
    }
  } finally {
    rmSync(dataPath, { recursive: true, force: true })
  }
}

function sentence(n: number): string {
  return benchSentence(createRandom(n + 1_000))
}

/** The token is made when a Loupe opens the folder; here, before the server does. */
export async function tokenOf(dataPath: string): Promise<string> {
  const { openLoupe } = await import('../../lib/runtime.ts')
  const loupe = await openLoupe({ rootPath: root, dataPath, now: () => new Date(), log: () => undefined })
  await loupe?.close()
  return readFileSync(join(dataPath, 'token'), 'utf8').trim()
}

export async function startServer(
  dataPath: string,
  token: string,
): Promise<{ url: string; stop: () => void }> {
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
    if (answer?.ok) return { url, stop: () => child.kill() }
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

async function load(
  what: string,
  url: string,
  headers: Record<string, string>,
  textOf: (n: number) => string,
  count: { warmUp: number; timed: number },
): Promise<Omit<Load, 'limits'>> {
  const agent = new Agent({ keepAlive: true, maxSockets: AGENTS })
  const times: number[] = []
  let asked = 0
  const work = async (count: number, isTimed: boolean) => {
    const until = asked + count
    await Promise.all(
      Array.from({ length: AGENTS }, async () => {
        while (asked < until) {
          const n = asked++
          const body = { project: 'bench', text: textOf(n), category: CATEGORIES[n % 4], mode: 'subtask' }
          const startedAt = performance.now()
          await post(url, agent, headers, JSON.stringify(body))
          if (isTimed) times.push(performance.now() - startedAt)
        }
      }),
    )
  }
  await work(count.warmUp, false)
  const startedAt = performance.now()
  await work(count.timed, true)
  const seconds = (performance.now() - startedAt) / 1_000
  agent.destroy()
  times.sort((a, b) => a - b)
  return {
    what,
    agents: AGENTS,
    entries: ENTRIES,
    n: times.length,
    perSecond: times.length / seconds,
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    p99Ms: quantile(times, 0.99),
  }
}

function post(url: string, agent: Agent, headers: Record<string, string>, body: string): Promise<void> {
  return new Promise((done, fail) => {
    const type = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(url, { method: 'POST', agent, headers: { ...headers, ...type } }, (answer) => {
      answer.resume()
      answer.on('end', () =>
        answer.statusCode === 200 ? done() : fail(new Error(`${url} answered ${answer.statusCode}`)),
      )
    })
    sent.on('error', fail)
    sent.end(body)
  })
}
