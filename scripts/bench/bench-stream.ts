import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StreamReport } from '../../lib/memory/studies/stream.ts'
import type { StreamPlan } from '../../lib/memory/studies/stream-schema.ts'
import type { StudyView } from '../../lib/memory/studies/study.ts'
import type { Loupe } from '../../lib/runtime.ts'
import { inFolder, openBench, root } from './folder.ts'
import { type Bench, machine } from './measure.ts'

const EPISODES = 500
const ORDER = {
  project: 'bench',
  seeds: [0, 1, 2],
  strategies: ['subtask', 'global', 'instance', 'random'],
}
/** What is promised of it, ms. */
const LIMIT_MS = 60_000

/** A whole replay as a page orders it, of the shipped runs under names of their own, until there are 500: with its questions embedded, and again. */
export async function run(): Promise<Bench> {
  return await inFolder(replayTwice)
}

async function replayTwice(dataPath: string): Promise<Bench> {
  const loupe = await openBench(dataPath, (line) => console.error(line))
  try {
    await loupe.start()
    await fill(loupe, join(root, 'prisma/sample/episodes'))
    const figures = []
    for (const what of ['the first time', 'again']) {
      const from = performance.now()
      const { id } = await loupe.api.orderStudy({ design: 'stream', order: ORDER })
      const { plan, report } = await done(loupe, id)
      const ms = performance.now() - from
      figures.push({
        what: `replaying ${plan.episodes} runs, ${plan.questions} questions, 3 seeds × 4 strategies, ${what}`,
        ...{ medianMs: ms, p95Ms: ms, n: 1, against: 'the limit', againstMs: LIMIT_MS, ratio: ms / LIMIT_MS },
      })
      if (report?.all.n !== 3 * plan.questions) throw new Error('questions were left out')
    }
    return { name: 'stream', machine: machine(), figures }
  } finally {
    await loupe.close()
  }
}

async function fill(loupe: Loupe, folder: string): Promise<void> {
  const names = readdirSync(folder)
  for (let n = 0; n < EPISODES; n++) {
    const name = names[n % names.length] ?? ''
    const instanceId = name.split('.')[0] ?? ''
    const text = readFileSync(join(folder, name), 'utf8').replaceAll(instanceId, `${instanceId}${100 + n}`)
    const input = { project: 'bench', fileName: name, dryRun: false, resultsId: null, batchKey: 'bench' }
    const [result] = await loupe.api.importFile({ ...input, bytes: Buffer.from(text) })
    if (result?.status !== 'imported') throw new Error(`${name}: ${result?.status}`)
  }
  // What follows an import looks for trouble in a thread of its own: the replay is measured alone.
  while (
    (await loupe.api.listJobs({ limit: 20 })).some(({ state }) => state === 'waiting' || state === 'running')
  )
    await pause(200)
}

async function done(loupe: Loupe, id: string): Promise<StudyView<StreamPlan, StreamReport>> {
  for (;;) {
    const view = await loupe.api.findStudy({ id })
    if (view.progress?.state === 'done') return view as StudyView<StreamPlan, StreamReport>
    if (view.progress?.state === 'failed') throw new Error(view.progress.reason ?? 'failed')
    await pause(100)
  }
}

const pause = (ms: number) => new Promise((later) => setTimeout(later, ms))
