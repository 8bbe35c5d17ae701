import { claimItem, closeJob, failItem, LANES, type Lane, reclaimJobs, releaseItem } from '../db/jobs/jobs.ts'
import type { Store } from '../db/store.ts'
import { UserError } from '../memory/errors.ts'

/** Does one item. It must mark the item done inside its own transaction (`finishItem`). `signal`: its job was cancelled, or the worker stops. */
export type Handler = (item: {
  itemId: string
  jobId: string
  target: string
  signal: AbortSignal
}) => Promise<unknown>

export type Worker = {
  /** Begins to work in the background, in these lanes or in all; what an earlier process had claimed waits again first. */
  start(only?: readonly Lane[]): Promise<void>
  /** There may be something new to do. */
  wake(): void
  /** Does not wait for a lull until `work` has ended. */
  hurry<T>(work: () => Promise<T>): Promise<T>
  isRunning(): boolean
  /** How many items have ended so far, done or given up, with what follows from them ordered. */
  endCount(): number
  /** Resolves when more than `count` have ended. */
  endAfter(count: number): Promise<void>
  /** Somebody else ended an item: whoever waits looks again. */
  ended(): void
  /** A job was cancelled: its items at hand are ended where that is possible. */
  cancelled(jobId: string): void
  /** Ends the items at hand where that is possible, else after them. What was ended in the middle waits for the next start. */
  stop(): Promise<void>
}

/** Items at work at once in a lane. A model is waited for, not computed with: some answers are asked for side by side. Ours. */
export const AT_ONCE: Record<Lane, number> = { queue: 1, threads: 1, models: 4 }

/** How long an idle worker sleeps when nobody wakes it, ms. Ours. */
const IDLE_MS = 2_000

/** Whoever waits for an end looks again after this, ms: an end that nobody signalled must not hold it for ever. Ours. */
const LOOK_AGAIN_MS = 1_000

/** Says nothing of the item: it waits until there is room, or the lock is given back. */
const NO_FAULT_OF_THE_ITEM = new Set(['disk-full', 'store-locked', 'not-writable'])

/** Jobs of this kind bring entries in; a lull has begun so long after the last of them, ms. Ours. */
const ARRIVALS = 'extract'
const LULL_MS = 2_000
/** Where files never stop coming, what waits for a lull waits no longer than this, ms. Ours. */
const LONGEST_WAIT_MS = 60_000

/** Durable background work in this process: in each lane one item at a time (with models some), oldest job first. Items of one lane may be tried twice at once after a fault of the store, so that doing one must be safe to repeat. `owner` is this boot's id. A fault of the store is logged and tried again. `jobClosed` hears of every job whose last item is done. */
export function createWorker(
  store: Store,
  handlers: Record<string, Handler>,
  owner: string,
  log: (line: string) => void,
  jobClosed: (job: { id: string; kind: string }) => Promise<void> = async () => {},
): Worker {
  const lanes = LANES.flatMap((lane) =>
    Array.from({ length: AT_ONCE[lane] }, (_, n) => createLane(lane, n === 0)),
  )
  const running = new Map<Lane, Promise<unknown>>()
  let stopping = false
  let hurried = 0
  let waitingSince: number | null = null
  let arrivedAt = Number.NEGATIVE_INFINITY
  let ends = 0
  const waiting = new Set<() => void>()
  const atHand = new Set<{ jobId: string; abort: AbortController }>()

  function ended(): void {
    ends++
    for (const go of waiting) go()
  }

  async function endAfter(count: number): Promise<void> {
    if (ends > count) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => go(), LOOK_AGAIN_MS)
      const go = () => {
        clearTimeout(timer)
        waiting.delete(go)
        resolve()
      }
      waiting.add(go)
    })
  }

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
    if (AT_ONCE[lane] > 1) for (const other of lanes) if (other.lane === lane) other.wake()
    const hand = { jobId: item.jobId, abort: new AbortController() }
    atHand.add(hand)
    try {
      const handle = handlers[item.kind]
      if (!handle)
        throw new UserError('unknown-job', `No work of kind "${item.kind}" is known here.`, {
          hint: 'Update Loupe.',
        })
      await handle({ ...item, signal: hand.abort.signal })
    } catch (error) {
      if (stopping && hand.abort.signal.aborted) {
        await releaseItem(store, item.itemId)
        return true
      }
      if (error instanceof UserError && NO_FAULT_OF_THE_ITEM.has(error.code)) {
        await releaseItem(store, item.itemId)
        throw error
      }
      const known = error instanceof UserError
      const reason = error instanceof Error ? error.message : String(error)
      if (!known)
        log(`job ${item.jobId}, item ${item.itemId}: ${error instanceof Error ? error.stack : reason}`)
      const mayPass = !known || error.status === 503 // 503: the same again may succeed
      await failItem(store, item.itemId, known ? `${reason} ${error.hint}` : reason, mayPass)
    } finally {
      atHand.delete(hand)
    }
    if (item.kind === ARRIVALS) {
      arrivedAt = performance.now()
      waitingSince ??= arrivedAt
    }
    if (await closeJob(store, item.jobId)) await jobClosed({ id: item.jobId, kind: item.kind })
    ended()
    return true
  }

  /** Only the first of a lane looks for work by the clock; it wakes the others. */
  function createLane(lane: Lane, isFirst: boolean) {
    let rouse: (() => void) | null = null
    let interrupted = false
    let woken = false // a call that came while the last claim was under way must not be lost

    async function workOn(): Promise<boolean> {
      if (interrupted) await reclaimJobs(store, lane) // the item at hand was neither done nor given up
      interrupted = false
      return await workOne(lane)
    }

    return {
      lane,
      async loop(): Promise<void> {
        while (!stopping) {
          woken = false
          const worked = await workOn().catch((error) => {
            interrupted = true
            const words =
              error instanceof UserError ? error.message : error instanceof Error ? error.stack : error
            log(`the worker was interrupted: ${words}`)
            return false
          })
          if (worked || woken || stopping) continue
          await new Promise<void>((resolve) => {
            const timer = isFirst ? setTimeout(resolve, IDLE_MS) : undefined
            timer?.unref()
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
    async start(only = LANES) {
      for (const name of only) {
        if (running.has(name)) continue
        const reclaimed = reclaimJobs(store, name)
        const loops = () => Promise.all(lanes.map((one) => (one.lane === name ? one.loop() : null)))
        running.set(
          name,
          reclaimed.then(loops, () => undefined),
        )
        await reclaimed
      }
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
    endCount: () => ends,
    endAfter,
    ended,
    cancelled(jobId) {
      for (const hand of atHand) if (hand.jobId === jobId) hand.abort.abort()
    },
    isRunning: () => running.size > 0 && !stopping,
    async stop() {
      stopping = true
      for (const { abort } of atHand) abort.abort()
      for (const lane of lanes) lane.wake()
      await Promise.all(running.values())
    },
  }
}
