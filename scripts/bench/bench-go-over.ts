import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { listVectors } from '../../lib/db/entries/history.ts'
import { listProjects } from '../../lib/db/projects.ts'
import { openStore } from '../../lib/db/store.ts'
import { findCurrentEmbedder } from '../../lib/db/vectors/vectors.ts'
import { CATEGORIES } from '../../lib/memory/category.ts'
import { retrieveRequestSchema } from '../../lib/memory/retrieval.ts'
import { createRandom } from '../../lib/memory/statistics.ts'
import { benchSentence } from './api-entries.ts'
import { fillStore } from './fill-store.ts'
import { inFolder, root } from './folder.ts'
import { goOver, openBenchLoupe } from './go-over.ts'
import { type Bench, type Load, machine, quantile, shares } from './measure.ts'

const ENTRIES = Number(process.env.LOUPE_BENCH_GO_OVER ?? 10_000)
const KILLED_ENTRIES = 600
/** Vectors made when the process is killed, each time anew. */
const KILLED_AT = [100, 250, 450]
/** The longest that re-embedding may hold a request up. */
const BLOCKED_MS = 100

/** Going over from local-v1 to local-v2 while somebody asks all the time; then with kill -9 in the middle, against one without. */
export async function run(): Promise<Bench> {
  return await inFolder(async (folder) => {
    const [asked = '', whole = '', killed = ''] = ['asked', 'whole', 'killed'].map((name) =>
      join(folder, name),
    )
    await fillStore(asked, ENTRIES)
    const loads = await whileAsked(asked)
    await fillStore(whole, KILLED_ENTRIES)
    cpSync(whole, killed, { recursive: true })
    await goOver(whole)
    const left: number[] = []
    for (const at of KILLED_AT) {
      await goOverAndDie(killed, at)
      left.push((await resultOf(killed)).count)
    }
    await goOver(killed)
    const [one, other] = [await resultOf(whole), await resultOf(killed)]
    if (one.hash !== other.hash) throw new Error('a re-embedding that was killed ended with other vectors')
    const notes = [
      `killed with ${left.join(', ')} of ${KILLED_ENTRIES} vectors kept, it ended with the same ${other.count} to the last bit, and in local-v2`,
    ]
    return { name: 'go-over', machine: machine(), figures: [], loads, notes }
  })
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
      await loupe.api.retrieve(retrieveRequestSchema.parse(request))
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
      ...{ what, agents: 1, entries: ENTRIES, ...shares(times), limits },
      perSecond: times.length > 1 ? 1_000 / quantile(times, 0.5) : Number.NaN,
    })
    const longest = (times: number[]) => times.at(-1) ?? Number.NaN
    const blocked = longest(during) - quantile(before, 0.5)
    return [
      load(`a new question in local-v1, before; longest ${longest(before).toFixed(0)} ms`, before),
      load(`the same while going over, which took ${seconds.toFixed(0)} s`, during),
      load('the longest of these, less the median before', [blocked], { perSecond: null, p99Ms: BLOCKED_MS }),
      load('a new question in local-v2, after', after, { perSecond: null, p50Ms: 40, p99Ms: 120 }),
    ]
  } finally {
    await loupe.close()
  }
}

/** A process of its own that goes over and is killed when it has made so many vectors. Throws when it ended before. */
async function goOverAndDie(dataPath: string, at: number): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'scripts/bench/go-over.ts'), dataPath], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.on('data', (told: Buffer) => {
    if (Number(told.toString().trim().split('\n').at(-1)) >= at) child.kill('SIGKILL')
  })
  const signal = await new Promise((done) => child.once('exit', (_code, by) => done(by)))
  if (signal !== 'SIGKILL') throw new Error(`it had gone over before it was killed at ${at} vectors`)
}

/** How many vectors of local-v2 there are, and a hash of all of them and of which embedder serves. */
async function resultOf(dataPath: string): Promise<{ count: number; hash: string }> {
  const store = await openStore({ dataPath, rootPath: root, now: () => new Date() })
  const hash = createHash('sha256')
  const projectIds = (await listProjects(store)).map(({ id }) => id)
  const vectors = await listVectors(store, projectIds, 'local-v2')
  for (const [entryId, { vector }] of [...vectors].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(entryId).update(vector)
  hash.update((await findCurrentEmbedder(store)) ?? '')
  await store.close()
  return { count: vectors.size, hash: hash.digest('hex') }
}
