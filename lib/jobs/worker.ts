import { claimItem, closeJob, failItem, LANES, type Lane, reclaimJobs } from '../db/jobs.ts'
import type { Store } from '../db/store.ts'
import { UserError } from '../memory/errors.ts'

/** Does one item. It must mark the item done inside its own transaction (`finishItem`). */
export type Handler = (item: { itemId: string; target: string }) => Promise<unknown>

export type Worker = {
  /** Begins to work in the background; what an earlier process had claimed waits again first. */
  start(): Promise<void>
  /** There may be something new to do. */
  wake(): void
  /** Does not wait for a lull until `work` has ended. */
  hurry<T>(work: () => Promise<T>): Promise<T>
  isRunning(): boolean
  /** Stops after the items at hand. */
  stop(): Promise<void>
}

/** How long an idle worker sleeps when nobody wakes it, ms. Ours. */
const IDLE_MS = 2_000

/** Jobs of this kind bring entries in; a lull has begun so long after the last of them, ms. Ours. */
const ARRIVALS = 'extract'
const LULL_MS = 2_000
/** Where files never stop coming, what waits for a lull waits no longer than this, ms. Ours. */
const LONGEST_WAIT_MS = 60_000

/** Durable background work in this process: in each lane one item at a time, oldest job first. `owner` is this boot's id. A fault of the store is logged and tried again. `jobClosed` hears of every job whose last item is done. */
export function createWorker(
  store: Store,
  handlers: Record<string, Handler>,
  owner: string,
  log: (line: string) => void,
  jobClosed: (job: { id: string; kind: string }) => Promise<void> = async () => {},
): Worker {
  const lanes = LANES.map((lane) => createLane(lane))
  let running: Promise<unknown> | null = null
  let stopping = false
  let hurried = 0
  let waitingSince: number | null = null
  let arrivedAt = Number.NEGATIVE_INFINITY

  function isLull(): boolean {
    const now = performance.now()
    const isOver = waitingSince !== null && now - waitingSince >= LONGEST_WAIT_MS
    const found = hurried > 0 || isOver || now - arrivedAt >= LULL_MS
    if (found) waitingSince = null
    return found
  }

  async function workOne(lane: Lane): Promise<boolean> {
    const item = await claimItem(store, owner, lane, isLull())
    if (!item) return false
    try {
      const handle = handlers[item.kind]
      if (!handle)
        throw new UserError('unknown-job', `No work of kind "${item.kind}" is known here.`, {
          hint: 'Update Loupe.',
        })
      await handle(item)
    } catch (error) {
      const known = error instanceof UserError
      const reason = error instanceof Error ? error.message : String(error)
      if (!known)
        log(`job ${item.jobId}, item ${item.itemId}: ${error instanceof Error ? error.stack : reason}`)
      const mayPass = !known || error.status === 503 // 503: the same again may succeed
      await failItem(store, item.itemId, known ? `${reason} ${error.hint}` : reason, mayPass)
    }
    if (item.kind === ARRIVALS) {
      arrivedAt = performance.now()
      waitingSince ??= arrivedAt
    }
    if (await closeJob(store, item.jobId)) await jobClosed({ id: item.jobId, kind: item.kind })
    return true
  }

  function createLane(lane: Lane) {
    let rouse: (() => void) | null = null
    let interrupted = false
    let woken = false // a call that came while the last claim was under way must not be lost

    async function workOn(): Promise<boolean> {
      if (interrupted) await reclaimJobs(store, lane) // the item at hand was neither done nor given up
      interrupted = false
      return await workOne(lane)
    }

    return {
      async loop(): Promise<void> {
        while (!stopping) {
          woken = false
          const worked = await workOn().catch((error) => {
            interrupted = true
            log(`the worker was interrupted: ${error instanceof Error ? error.stack : error}`)
            return false
          })
          if (worked || woken || stopping) continue
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, IDLE_MS)
            timer.unref()
            rouse = () => {
              clearTimeout(timer)
              resolve()
            }
          })
          rouse = null
        }
      },
      wake() {
        woken = true
        rouse?.()
      },
    }
  }

  return {
    async start() {
      if (running) return
      for (const lane of LANES) await reclaimJobs(store, lane)
      running = Promise.all(lanes.map((lane) => lane.loop()))
    },
    wake() {
      for (const lane of lanes) lane.wake()
    },
    async hurry(work) {
      hurried++
      try {
        for (const lane of lanes) lane.wake()
        return await work()
      } finally {
        hurried--
      }
    },
    isRunning: () => running !== null && !stopping,
    async stop() {
      stopping = true
      for (const lane of lanes) lane.wake()
      await running
    },
  }
}
