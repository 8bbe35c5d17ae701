import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { threadEnv } from '../env.ts'
import type { WorkbenchPlan, WorkbenchRun } from '../memory/studies/ladder/workbench-file.ts'
import { mergeParts, type PointOutcomes, pointsOf } from './designs/points.ts'
import type { StreamOutcome } from './designs/stream.ts'
import { streamPoints } from './designs/stream-points.ts'
import { summarise } from './designs/summarise.ts'
import type { LearnedEpisode } from './lessons.ts'
import type { PartRequest } from './run-part.ts'
import type { Order, Report } from './run-thread.ts'
import { streamTasks } from './world-benches.ts'
import { readWorld } from './worlds/read-worlds.ts'

/** What one draw came to. */
export type DrawResult = PointOutcomes[] | StreamOutcome[][]

interface PlanHost {
  /** The product's folder: worlds and thread are read from it. */
  rootPath: string
  /** Threads; results do not depend on it. */
  threads: number
}

interface RunHooks extends PlanHost {
  commit: string | null
  /** Hears of each draw as it is finished. */
  drawn?: (draw: number) => void
}

/**
 * Carries a plan out: learns from the training tasks, then one draw after the other. The same plan gives the same run, bit for
 * bit, on every machine and for any number of threads.
 */
export async function runPlan(plan: WorkbenchPlan, hooks: RunHooks): Promise<WorkbenchRun> {
  const results = new Map<number, DrawResult>()
  const open = openPlan(plan, hooks)
  try {
    for (let draw = 0; draw < plan.draws; draw++) {
      results.set(draw, await open.draw(draw))
      hooks.drawn?.(draw)
    }
  } finally {
    await open.close()
  }
  return assemble(plan, results, hooks)
}

/** The run so far, from its first draws without a gap; with all of them the run itself. */
export function assemble(
  plan: WorkbenchPlan,
  results: ReadonlyMap<number, DrawResult>,
  { rootPath, commit }: Pick<RunHooks, 'rootPath' | 'commit'>,
): WorkbenchRun {
  const world = readWorld(plan.world, rootPath)
  const tasks = (
    plan.design === 'stream' ? streamTasks(world, plan.tasks) : world.heldOut.slice(0, plan.tasks)
  ).map(({ id, faulty }) => ({ id, cluster: faulty[0] ?? id }))
  const inOrder: DrawResult[] = []
  for (let draw = 0; results.has(draw); draw++) inOrder.push(results.get(draw) ?? [])
  const outcomes =
    plan.design === 'stream'
      ? streamPoints(plan, inOrder as StreamOutcome[][][])
      : pointsOf(plan).map((point, at): PointOutcomes => {
          const draws = (inOrder as PointOutcomes[][]).map((draw) => draw[at])
          return {
            ...point,
            resolved: draws.flatMap((one) => one?.resolved ?? []),
            steps: draws.flatMap((one) => one?.steps ?? []),
            ...(plan.design === 'by-stage' && {
              told: draws.flatMap((one) => one?.told ?? []),
              pairs: draws.flatMap((one) => one?.pairs ?? []),
              nearer: draws.flatMap((one) => one?.nearer ?? []),
            }),
          }
        })
  return { plan, commit: commit, result: summarise(plan, tasks, outcomes), tasks, outcomes }
}

/** Starts a plan in threads of its own; close it. What is learned from the training tasks is learned once, before the first draw. */
export function openPlan(plan: WorkbenchPlan, { rootPath, threads: parts }: PlanHost) {
  // Not an import: a bundler would make a file of its own of the thread, which runs as it is.
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const file = pathToFileURL(join(rootPath, 'lib/workbench/run-thread.ts'))
  const threads = Array.from({ length: parts }, (_, part) => {
    const workerData: PartRequest = { plan, rootPath, part, parts }
    return new Worker(file, {
      workerData,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: threadEnv(),
    })
  })
  const ask = <T>(thread: InstanceType<typeof Worker>, order: Order): Promise<T> =>
    new Promise((resolve, reject) => {
      const ended = () => reject(new Error('a thread of the workbench has ended'))
      thread.once('error', reject)
      thread.once('exit', ended)
      thread.once('message', (report: Report) => {
        thread.off('error', reject)
        thread.off('exit', ended)
        if ('fault' in report) reject(new Error(report.fault))
        else resolve(report.result as T)
      })
      thread.postMessage(order)
    })
  const askAll = <T>(order: Order) => Promise.all(threads.map((thread) => ask<T>(thread, order)))

  /** Every part learns its share; then all know what all have learned, in training order. */
  async function learn(): Promise<void> {
    const shares = await askAll<LearnedEpisode[]>({ kind: 'learn' })
    await askAll({ kind: 'know', episodes: shares.flat().sort((a, b) => a.position - b.position) })
  }
  let learned: Promise<void> | null = null
  return {
    /** One draw of every point, or one shuffle of every arm. One at a time. */
    async draw(draw: number): Promise<DrawResult> {
      if (plan.design === 'stream') return inTurns(await askAll<StreamOutcome[][]>({ kind: 'stream', draw }))
      learned ??= learn()
      await learned
      return mergeParts(await askAll<PointOutcomes[]>({ kind: 'draw', draw }))
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.terminate()))
    },
  }
}

/** First of each part, then second of each part, and so on: how `createPart` deals things out. */
function inTurns<T>(parts: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...parts.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => parts.flatMap((part) => part.slice(at, at + 1))).flat()
}
