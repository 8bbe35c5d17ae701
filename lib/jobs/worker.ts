import { LANES, type Lane } from '../db/jobs/lanes.ts'
import { claimItem, closeJob, failItem, reclaimJobs, releaseItem } from '../db/jobs/work-queue.ts'
import type { Store, Write } from '../db/store.ts'
import { UserError } from '../memory/errors.ts'
import { createEnds, createLoop, createLull } from './worker-clock.ts'

/** Does one item. It must mark the item done inside its own transaction (`finishItem`), which it may leave to the worker. */
export type Handler = (item: WorkItem) => Promise<unknown>
export type WorkItem = {
  itemId: string
  jobId: string
  target: string
  /** Its job was cancelled, or the worker stops. */
  signal: AbortSignal
  /** Writes this when the item and those that were taken with it are through, in one transaction. */
  keep: (write: Write<unknown>) => void
}

/** Items at work at once in a lane. A model is waited for, not computed with: some answers are asked for side by side. Ours. */
export const AT_ONCE: Record<Lane, number> = { queue: 1, threads: 1, models: 4 }

/** Items whose results are stored together. Ours. */
const MOST_TOGETHER = 16

/** How long an idle worker sleeps when nobody wakes it, ms. Ours. */
const IDLE_MS = 2_000

/** Says nothing of the item: it waits until there is room, or the lock is given back. */
const NO_FAULT_OF_THE_ITEM = new Set(['disk-full', 'store-locked', 'not-writable'])

/** Jobs of this kind bring entries in. */
const ARRIVALS = 'extract'

/** Durable background work in this process: in each lane one item at a time (with models some), oldest job first. Items of one lane may be tried twice at once after a fault of the store, so that doing one must be safe to repeat. `owner` is this boot's id. A fault of the store is logged and tried again. `jobClosed` hears of every job whose last item is done. */
export function createWorker(
  store: Store,
  handlers: Record<string, Handler>,
  owner: string,
  log: (line: string) => void,
  jobClosed: (job: { id: string; kind: string }) => Promise<void> = async () => {},
) {
  const lull = createLull()
  const ends = createEnds()
  const atHand = createAtHand(store, handlers, log)
  const running = new Map<Lane, Promise<unknown>>()
  const loops = LANES.flatMap((lane) =>
    // Only the first of a lane looks for work by the clock; it wakes the others.
    Array.from({ length: AT_ONCE[lane] }, (_, n) => ({
      lane,
      ...createLoop(persistent(lane), n === 0 ? IDLE_MS : null),
    })),
  )

  function wake(lane?: Lane): void {
    for (const one of loops) if (lane === undefined || one.lane === lane) one.wake()
  }

  async function workOne(lane: Lane): Promise<boolean> {
    const item = await claimItem(store, owner, lane, lull.isNow(), MOST_TOGETHER)
    if (!item) return false
    if (AT_ONCE[lane] > 1) wake(lane)
    if (!(await atHand.handle(item))) return true
    if (item.kind === ARRIVALS) lull.arrived()
    if (await closeJob(store, item.jobId)) await jobClosed({ id: item.jobId, kind: item.kind })
    ends.add()
    return true
  }

  /** Work of a lane that a fault of the store interrupts and does not end. */
  function persistent(lane: Lane): () => Promise<boolean> {
    let interrupted = false
    return async () => {
      try {
        if (interrupted) await reclaimJobs(store, lane) // the item at hand was neither done nor given up
        interrupted = false
        return await workOne(lane)
      } catch (error) {
        interrupted = true
        log(`the worker was interrupted: ${error instanceof UserError ? error.message : traceOf(error)}`)
        return false
      }
    }
  }

  return {
    /** Begins to work in the background, in these lanes or in all; what an earlier process had claimed waits again first. */
    async start(only: readonly Lane[] = LANES): Promise<void> {
      for (const name of only) {
        if (running.has(name)) continue
        const reclaimed = reclaimJobs(store, name)
        const run = () => Promise.all(loops.map((one) => (one.lane === name ? one.run() : null)))
        running.set(
          name,
          reclaimed.then(run, () => undefined),
        )
        await reclaimed
      }
    },
    /** There may be something new to do. */
    wake: () => wake(),
    /** Does not wait for a lull until `work` has ended. */
    hurry: <T>(work: () => Promise<T>): Promise<T> =>
      lull.during(() => {
        wake()
        return work()
      }),
    /** How many items have ended so far, done or given up, with what follows from them ordered. */
    endCount: ends.count,
    /** Resolves when more than `count` have ended. */
    endAfter: ends.after,
    /** Somebody else ended an item: whoever waits looks again. */
    ended: ends.add,
    /** A job was cancelled: its items at hand are ended where that is possible. */
    cancelled: atHand.cancelled,
    isRunning: () => running.size > 0 && !atHand.isStopping(),
    /** Ends the items at hand where that is possible, else after them. What was ended in the middle waits for the next start. */
    async stop(): Promise<void> {
      atHand.stop()
      for (const one of loops) one.stop()
      await Promise.all(running.values())
    },
  }
}
export type Worker = ReturnType<typeof createWorker>

type Claimed = NonNullable<Awaited<ReturnType<typeof claimItem>>>
type Item = Pick<Claimed, 'jobId' | 'itemId'>

/** The items at work: handed to what does them, ended in the middle where their job is cancelled or everything stops. */
function createAtHand(store: Store, handlers: Record<string, Handler>, log: (line: string) => void) {
  const atHand = new Set<{ jobId: string; abort: AbortController }>()
  let stopping = false

  /** False when the item was put back, since what came in its way says nothing of it. */
  async function settle(item: Item, error: unknown, wasStopped: boolean): Promise<boolean> {
    if (wasStopped) {
      await releaseItem(store, item.itemId)
      return false
    }
    const known = error instanceof UserError
    if (known && NO_FAULT_OF_THE_ITEM.has(error.code)) {
      await releaseItem(store, item.itemId)
      throw error
    }
    const reason = error instanceof Error ? error.message : String(error)
    if (!known) log(`job ${item.jobId}, item ${item.itemId}: ${traceOf(error)}`)
    const mayPass = !known || error.status === 503 // 503: the same again may succeed
    await failItem(store, item.itemId, known ? `${reason} ${error.hint}` : reason, mayPass)
    return true
  }

  async function write(kept: readonly { item: Item; write: Write<unknown> }[]): Promise<void> {
    let rest = kept
    try {
      while (rest.length > 0)
        rest = rest.slice((await store.writeFirst(rest.map(({ write }) => write))).length)
    } catch (error) {
      const [one, ...more] = rest
      if (one && more.length === 0) await settle(one.item, error, false)
      // Each by itself, so that the one that cannot be kept takes no other with it.
      else for (const one of rest) await write([one])
    }
  }

  return {
    /** Does an item, and those taken with it, or gives them up; false when all were put back. */
    async handle({ also, ...first }: Claimed): Promise<boolean> {
      const { jobId, kind } = first
      const hand = { jobId, abort: new AbortController() }
      const { signal } = hand.abort
      atHand.add(hand)
      const kept: { item: Item; write: Write<unknown> }[] = []
      let anyEnded = false
      try {
        const handle = handlers[kind]
        for (const { itemId, target } of [first, ...also]) {
          const item = { jobId, itemId, target }
          try {
            if (signal.aborted && itemId !== first.itemId) {
              await releaseItem(store, itemId) // not begun
              continue
            }
            if (!handle)
              throw new UserError('unknown-job', `No work of kind "${kind}" is known here.`, {
                hint: 'Update Loupe.',
              })
            await handle({ ...item, signal, keep: (write) => kept.push({ item, write }) })
            anyEnded = true
          } catch (error) {
            if (await settle(item, error, stopping && signal.aborted)) anyEnded = true
          }
        }
        await write(kept)
        return anyEnded
      } finally {
        atHand.delete(hand)
      }
    },
    cancelled(jobId: string): void {
      for (const hand of atHand) if (hand.jobId === jobId) hand.abort.abort()
    },
    isStopping: () => stopping,
    stop(): void {
      stopping = true
      for (const { abort } of atHand) abort.abort()
    },
  }
}

function traceOf(error: unknown): string {
  return error instanceof Error ? String(error.stack) : String(error)
}
