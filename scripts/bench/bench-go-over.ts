import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listVectors } from '../../lib/db/entries/history.ts'
import { listProjects } from '../../lib/db/projects.ts'
import { openStore } from '../../lib/db/store.ts'
import { findCurrentEmbedder } from '../../lib/db/vectors/vectors.ts'
import { CATEGORIES } from '../../lib/memory/category.ts'
import { retrieveRequestSchema } from '../../lib/memory/retrieval.ts'
import { createRandom } from '../../lib/memory/statistics.ts'
import { benchSentence } from './api-entries.ts'
import { fillStore } from './fill-store.ts'
import { goOver, openBenchLoupe } from './go-over.ts'
import { type Bench, type Load, machine, quantile } from './measure.ts'

const ENTRIES = Number(process.env.LOUPE_BENCH_GO_OVER ?? 10_000)
const KILLED_ENTRIES = 600
const KILLS = 3
/** What re-embedding may add to a request. */
const BLOCKED_MS = 100
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** Going over from local-v1 to local-v2 while somebody asks all the time; then with kill -9 in the middle, against one without. */
export async function run(): Promise<Bench> {
  const folders = Array.from({ length: 3 }, () => mkdtempSync(join(tmpdir(), 'loupe-bench-')))
  const [asked = '', whole = '', killed = ''] = folders
  try {
    await fillStore(asked, ENTRIES)
    const loads = await whileAsked(asked)
    await fillStore(whole, KILLED_ENTRIES)
    cpSync(whole, killed, { recursive: true })
    await goOver(whole)
    for (let kill = 0; kill < KILLS; kill++) await goOverAndDie(killed, 4_000 + kill * 2_500)
    await goOver(killed)
    const [a, b] = [await fingerprint(whole), await fingerprint(killed)]
    if (a !== b) throw new Error('a re-embedding that was killed ended with other vectors')
    return { name: 'go-over', machine: machine(), figures: [], loads }
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

async function whileAsked(dataPath: string): Promise<Load[]> {
  const loupe = await openBenchLoupe(dataPath)
  const random = createRandom(3)
  let asked = 0
  const askUntil = async (isOver: () => boolean): Promise<number[]> => {
    const times: number[] = []
    while (!isOver()) {
      const text = `${benchSentence(random)}, asked ${asked++}`
      const request = { project: 'bench', text, category: CATEGORIES[asked % 4], mode: 'subtask' }
      const startedAt = performance.now()
      await loupe.retrieval.retrieve(retrieveRequestSchema.parse(request))
      times.push(performance.now() - startedAt)
      await new Promise((later) => setTimeout(later, 20))
    }
    return times.sort((a, b) => a - b)
  }
  const countdown = (count: number) => () => count-- <= 0
  try {
    await askUntil(countdown(200))
    const before = await askUntil(countdown(500))
    const startedAt = performance.now()
    let isOver = false
    const going = loupe.goOver().then(() => {
      isOver = true
    })
    const during = await askUntil(() => isOver)
    await going
    const seconds = (performance.now() - startedAt) / 1_000
    const after = await askUntil(countdown(300))
    const load = (what: string, times: number[], limits: Load['limits'] = null): Load => ({
      what: `${what}, longest ${times.at(-1)?.toFixed(0)} ms`,
      agents: 1,
      entries: ENTRIES,
      n: times.length,
      perSecond: 1_000 / quantile(times, 0.5),
      p50Ms: quantile(times, 0.5),
      p95Ms: quantile(times, 0.95),
      p99Ms: quantile(times, 0.99),
      limits,
    })
    const most = quantile(before, 0.99) + BLOCKED_MS
    return [
      load('a new question in local-v1, before', before),
      load(`while going over, which took ${seconds.toFixed(0)} s`, during, { perSecond: null, p99Ms: most }),
      load('a new question in local-v2, after', after, { perSecond: null, p50Ms: 40, p99Ms: 120 }),
    ]
  } finally {
    await loupe.close()
  }
}

/** A process of its own that goes over and is killed after a while. */
function goOverAndDie(dataPath: string, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'scripts/bench/go-over.ts'), dataPath], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  setTimeout(() => child.kill('SIGKILL'), afterMs)
  return new Promise((done) => child.once('exit', () => done()))
}

/** Hash of every vector of local-v2, and of which embedder serves. */
async function fingerprint(dataPath: string): Promise<string> {
  const store = await openStore({ dataPath, rootPath: root, now: () => new Date() })
  const hash = createHash('sha256')
  const projectIds = (await listProjects(store)).map(({ id }) => id)
  const vectors = await listVectors(store, projectIds, 'local-v2')
  for (const [entryId, { vector }] of [...vectors].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(entryId).update(vector)
  hash.update((await findCurrentEmbedder(store.read)) ?? '')
  await store.close()
  return `${vectors.size} ${hash.digest('hex')}`
}
