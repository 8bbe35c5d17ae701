import type { Store, Tx } from '../store.ts'
import { tables } from '../tables.ts'
import { requireJob } from './order-jobs.ts'

/** Holds a job where it is: what is at work is finished, nothing more is begun until it is resumed. Throws UserError `no-such-job`. */
export async function pauseJob(store: Store, jobId: string, reason: string): Promise<void> {
  await store.record(async (tx) => {
    await requireJob(tx, jobId)
    await pauseWithin(tx, jobId, reason)
  })
}

async function pauseWithin(tx: Tx, jobId: string, reason: string): Promise<void> {
  await tables(tx).job.updateMany({
    where: { id: jobId, state: { in: ['waiting', 'running', 'held'] } },
    data: { state: 'paused', reason, leaseUntil: null },
  })
}

/** Gives an item back that could not be done for a reason that is not its own: it counts as not tried, and its job pauses. */
export async function giveBackItem(
  store: Store,
  { itemId, jobId }: { itemId: string; jobId: string },
  reason: string,
): Promise<void> {
  await store.record(async (tx) => {
    await tables(tx).jobItem.updateMany({
      where: { id: itemId, state: 'running' },
      data: { state: 'waiting', attempts: 0, reason: null },
    })
    await pauseWithin(tx, jobId, reason)
  })
}

/** An item cannot go on before a request is answered. */
export async function holdItem(tx: Tx, itemId: string, hash: string): Promise<void> {
  await tables(tx).jobItem.updateMany({
    where: { id: itemId, state: 'running' },
    data: { state: 'held', waitsFor: hash, attempts: 0, reason: 'waits for an answer' },
  })
}

/** Items that waited for this answer can go on, and their jobs unless a person paused them. Tells how many. */
export async function wakeItems(tx: Tx, hash: string): Promise<number> {
  const jobs = await tables(tx).jobItem.findMany({
    where: { waitsFor: hash, state: 'held' },
    select: { jobId: true },
    distinct: ['jobId'],
  })
  const { count } = await tables(tx).jobItem.updateMany({
    where: { waitsFor: hash, state: 'held' },
    data: { state: 'waiting', waitsFor: null, reason: null },
  })
  await tables(tx).job.updateMany({
    where: { id: { in: jobs.map(({ jobId }) => jobId) }, state: 'held' },
    data: { state: 'waiting', reason: null },
  })
  return count
}
