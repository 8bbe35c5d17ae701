import { availableParallelism } from 'node:os'
import { listJobsOf, listWork, recentRate } from '../db/jobs/job-views.ts'
import { enqueueJob } from '../db/jobs/order-jobs.ts'
import { finishItem, isCancelled } from '../db/jobs/work-queue.ts'
import type { Store } from '../db/store.ts'
import { LOCAL_EMBEDDER_ID } from '../llm/local-embedder.ts'
import { UserError } from '../memory/errors.ts'
import { type WorkbenchPlan, type WorkbenchRun, workbenchPlanSchema } from '../memory/workbench/workbench.ts'
import type {
  WorkbenchOrder,
  WorkbenchRunHead,
  WorkbenchRunView,
} from '../memory/workbench/workbench-views.ts'
import { headCommit } from '../workbench/head-commit.ts'
import { makePlan } from '../workbench/plan.ts'
import { assemble, type DrawResult, type OpenPlan, openPlan } from '../workbench/run-plan.ts'
import { readWorld } from '../workbench/worlds/read-worlds.ts'
import type { Handler } from './worker.ts'

export const WORKBENCH = 'workbench'

export type WorkbenchDeps = { store: Store; rootPath: string }

/** Freezes a plan and orders its draws, one item each; the plan is kept as what the job was asked for. */
export async function orderWorkbench(
  order: WorkbenchOrder,
  { store, rootPath }: WorkbenchDeps,
): Promise<{ id: string }> {
  const plan = makePlan(readWorld(order.world, rootPath), LOCAL_EMBEDDER_ID, order)
  return await store.record(async (tx) => {
    const { jobId } = await enqueueJob(store, tx, {
      kind: WORKBENCH,
      label: `Workbench, ${plan.design} on ${plan.world}`,
      request: plan,
      items: Array.from({ length: plan.draws }, (_, draw) => ({
        label: `draw ${draw + 1}`,
        target: JSON.stringify({ plan, draw }),
      })),
    })
    return { id: jobId }
  })
}

/** How long the threads of a plan are kept for its next draw, ms. Ours. */
const IDLE_MS = 5_000

/**
 * Works on ordered plans, one draw after the other; each is kept in its item, so that a run goes on after a restart where it was
 * and ends bit for bit as if nothing had happened. A draw whose world is no longer the frozen one is refused.
 */
export function createWorkbenchWork({ store, rootPath }: WorkbenchDeps): {
  work: Handler
  stop(): Promise<void>
} {
  let open: { key: string; plan: OpenPlan } | null = null
  let idle: NodeJS.Timeout | null = null

  async function stop(): Promise<void> {
    if (idle) clearTimeout(idle)
    const closing = open
    open = null
    await closing?.plan.close()
  }

  async function planOf(plan: WorkbenchPlan): Promise<OpenPlan> {
    const key = JSON.stringify(plan)
    if (idle) clearTimeout(idle)
    if (open?.key !== key) {
      await stop()
      requireWorld(plan, rootPath)
      open = { key, plan: openPlan(plan, { rootPath, threads: threadCount() }) }
    }
    return open.plan
  }

  return {
    stop,
    async work({ itemId, target }) {
      const { plan, draw } = readTarget(target)
      try {
        const result = await (await planOf(plan)).draw(draw)
        await store.record(async (tx) => {
          if (!(await isCancelled(tx, itemId))) await finishItem(store, tx, itemId, result)
        })
      } catch (error) {
        await stop()
        throw error
      }
      idle = setTimeout(() => void stop(), IDLE_MS)
      idle.unref()
    },
  }
}

function readTarget(target: string): { plan: WorkbenchPlan; draw: number } {
  const { plan, draw } = JSON.parse(target)
  return { plan: workbenchPlanSchema.parse(plan), draw: Number(draw) }
}

/** All but one, so that a server can answer. */
export function threadCount(): number {
  return Math.max(1, Math.min(8, availableParallelism() - 1))
}

/** Throws a UserError when the world has changed since the plan was frozen: its results would not belong together. */
export function requireWorld({ world, worldHash }: WorkbenchPlan, rootPath: string): void {
  const { hash } = readWorld(world, rootPath)
  if (hash === worldHash) return
  throw new UserError('another-world', `The world ${world} is not the one that this plan was frozen with.`, {
    hint: `The plan names ${worldHash.slice(0, 12)}, here is ${hash.slice(0, 12)}: order the run again.`,
    status: 409,
  })
}

/** Ordered runs, newest first. */
export async function listWorkbenchRuns(store: Store): Promise<WorkbenchRunHead[]> {
  const jobs = await listJobsOf(store, WORKBENCH)
  return jobs.flatMap(({ id, state, request, createdAt }) => {
    const plan = workbenchPlanSchema.safeParse(request)
    return plan.success ? [{ id, plan: plan.data, state, createdAt }] : []
  })
}

/** A run as far as it is; null when there is none of that id. */
export async function findWorkbenchRun(
  id: string,
  { store, rootPath }: WorkbenchDeps,
  commit: string | null,
): Promise<WorkbenchRunView | null> {
  const head = (await listWorkbenchRuns(store)).find((run) => run.id === id)
  if (!head) return null
  const work = await listWork(store, id)
  const done = new Map<number, DrawResult>()
  for (const [draw, { state, result }] of work.entries())
    if (state === 'done') done.set(draw, result as DrawResult)
  const rate = await recentRate(store, id)
  const left = work.length - done.size
  return {
    ...head,
    jobId: id,
    drawsDone: done.size,
    run: done.has(0) ? assemble(head.plan, done, { rootPath, commit }) : null,
    remainingMs: rate === null || left === 0 ? null : (left / rate) * 1000,
    reason: null,
  }
}

/** Ordered runs all of whose draws are done, newest first. */
export async function listWholeRuns(
  store: Store,
  rootPath: string,
): Promise<{ id: string; run: WorkbenchRun }[]> {
  const done = (await listWorkbenchRuns(store)).filter(({ state }) => state === 'done')
  const views = await Promise.all(
    done.map(({ id }) => findWorkbenchRun(id, { store, rootPath }, headCommit(rootPath))),
  )
  return views.flatMap((view) =>
    view?.run && view.drawsDone === view.plan.draws ? [{ id: view.id, run: view.run }] : [],
  )
}
