import { oneOf } from '../dialect.ts'
import type { Store, Tx } from '../store.ts'
import { firstOf, isoText, type Reader, rowsOf, tables } from '../tables.ts'
import {
  inLane,
  type Lane,
  LULL_KINDS,
  MODEL_KINDS,
  PATIENT_KINDS,
  THREADED_KINDS,
  TOGETHER_KINDS,
} from './lanes.ts'

/** How long a claim says that it holds, ms. Ours; nothing judges it while one process owns the folder and voids all claims at its start. */
const LEASE_MS = 60_000

/** Attempts after which an item is given up. Ours. */
const MAX_ATTEMPTS = 3
/** Ends of the process, killed or fallen, that an item which computes may meet before it is taken for their cause. Ours. */
const MOST_CUT_OFFS = 5
const CUT_OFF = `Given up: Loupe ended ${MOST_CUT_OFFS} times while it was at this. Retry it when the cause is known.`

/** Makes every claim of a lane void: what was begun waits again, and what was begun and cut off too often is given up. For the owner of the folder, while nothing of the lane is at work. */
export async function reclaimJobs(store: Store, lane: Lane): Promise<void> {
  await store.record(async (tx) => {
    const cut = { state: 'running' }
    const kind = inLane(lane)
    await tables(tx).jobItem.updateMany({
      where: { ...cut, job: { state: 'cancelled', kind } },
      data: { state: 'cancelled' },
    })
    // It may be the very reason why the process ended: it must not end every next one too. What waits for a model computes nothing.
    if (lane !== 'models')
      await tables(tx).jobItem.updateMany({
        where: { ...cut, job: { kind }, attempts: { gte: MOST_CUT_OFFS } },
        data: { state: 'failed', reason: CUT_OFF, finishedAt: store.now() },
      })
    await tables(tx).jobItem.updateMany({ where: { ...cut, job: { kind } }, data: { state: 'waiting' } })
    await tables(tx).job.updateMany({
      where: { ...cut, kind },
      data: { state: 'waiting', owner: null, leaseUntil: null },
    })
  })
}

type Item = { itemId: string; target: string }

/**
 * Takes the first waiting item of the lane's oldest open job, a begun job first, patient ones last, and what waits for a lull only in
 * one; null when there is nothing to do. `also`: those behind it, `most` with it, where what their kind gives is stored together. What
 * was tried before is taken by itself: it may be why the process ended.
 */
export async function claimItem(
  store: Store,
  owner: string,
  lane: Lane = 'queue',
  isLull = true,
  most = 1,
): Promise<(Item & { jobId: string; kind: string; also: Item[] }) | null> {
  return await store.record(async (tx) => {
    /** Whose last items are at work elsewhere in the lane, or wait for answers. */
    const passedBy: string[] = []
    for (;;) {
      const job = await nextJob(tx, lane, isLull, passedBy)
      if (!job) return null
      const [item, ...also] = await firstWaiting(tx, job.id, TOGETHER_KINDS.includes(job.kind) ? most : 1)
      if (item) {
        const now = store.now()
        await rowsOf(
          tx,
          `UPDATE "Job" SET "state" = 'running', "owner" = ?, "leaseUntil" = ?, "startedAt" = coalesce("startedAt", ?) WHERE "id" = ?`,
          ...[owner, isoText(new Date(now.getTime() + LEASE_MS)), isoText(now), job.id],
        )
        await rowsOf(
          tx,
          `UPDATE "JobItem" SET "state" = 'running', "attempts" = "attempts" + 1 WHERE "id" ${oneOf}`,
          JSON.stringify([item, ...also].map(({ itemId }) => itemId)),
        )
        return { ...item, jobId: job.id, kind: job.kind, also }
      }
      // A process may have died between a job's last item and the job's own end.
      if (!(await closeWithin(store, tx, job.id))) passedBy.push(job.id)
    }
  })
}

type NextJob = { id: string; kind: string; label: string }

async function nextJob(
  client: Reader,
  lane: Lane,
  isLull: boolean,
  passedBy: readonly string[] = [],
): Promise<NextJob | null> {
  const notNow = [...THREADED_KINDS, ...MODEL_KINDS, ...PATIENT_KINDS, ...(isLull ? [] : LULL_KINDS)]
  const kinds =
    lane === 'queue' ? [{ notIn: notNow }, ...PATIENT_KINDS.map((kind) => ({ in: [kind] }))] : [inLane(lane)]
  for (const kind of kinds)
    for (const state of ['running', 'waiting']) {
      const [not, names] = 'in' in kind ? ['', kind.in] : ['NOT', kind.notIn]
      const job = await firstOf<NextJob>(
        client,
        `SELECT "id", "kind", "label" FROM "Job" WHERE "state" = ? AND "kind" ${not} ${oneOf}
          AND "id" NOT ${oneOf} ORDER BY "createdAt", "id" LIMIT 1`,
        ...[state, JSON.stringify(names), JSON.stringify(passedBy)],
      )
      if (job) return job
    }
  return null
}

/** The job of the queue that the worker is at or takes next, or null. */
export async function findNextJob(store: Store): Promise<{ id: string; label: string } | null> {
  return await nextJob(store, 'queue', true)
}

async function firstWaiting(tx: Tx, jobId: string, most: number): Promise<Item[]> {
  const rows = await rowsOf<Item & { attempts: number }>(
    tx,
    `SELECT "id" AS "itemId", "target", "attempts" FROM "JobItem" WHERE "jobId" = ? AND "state" = 'waiting' ORDER BY "position" LIMIT ?`,
    ...[jobId, most],
  )
  const tried = rows.findIndex(({ attempts }) => attempts > 0)
  const some = tried < 0 ? rows : rows.slice(0, Math.max(1, tried))
  return some.map(({ itemId, target }) => ({ itemId, target }))
}

/** Marks an item done inside the transaction that stored its result: done once, however often it was tried. */
export async function finishItem(store: Store, tx: Tx, itemId: string, result: unknown): Promise<void> {
  const done = await firstOf(
    tx,
    `UPDATE "JobItem" SET "state" = 'done', "reason" = NULL, "result" = ?, "finishedAt" = ? WHERE "id" = ? RETURNING "id"`,
    ...[JSON.stringify(result), isoText(store.now()), itemId],
  )
  if (!done) throw new Error(`the item ${itemId} was removed while it was at work`)
}

/** An item failed: it waits for another try while `mayRetry`, tries are left and its job goes on, else it keeps its reason. */
export async function failItem(
  store: Store,
  itemId: string,
  reason: string,
  mayRetry: boolean,
): Promise<void> {
  await store.record(async (tx) => {
    const item = await tables(tx).jobItem.findUnique({ where: { id: itemId }, include: { job: true } })
    if (!item) return // removed with its project while it was at work
    const again = mayRetry && item.attempts < MAX_ATTEMPTS && item.job.state !== 'cancelled'
    await tables(tx).jobItem.update({
      where: { id: itemId },
      data: { state: again ? 'waiting' : 'failed', reason, finishedAt: again ? null : store.now() },
    })
  })
}

/** An item was ended in the middle by a stop, or not begun: it waits unless its job was cancelled, and the try does not count. */
export async function releaseItem(store: Store, itemId: string): Promise<void> {
  await store.record((tx) =>
    rowsOf(
      tx,
      `UPDATE "JobItem" SET "attempts" = "attempts" - 1, "state" = CASE
          WHEN (SELECT "state" FROM "Job" WHERE "id" = "JobItem"."jobId") = 'cancelled' THEN 'cancelled' ELSE 'waiting' END
        WHERE "id" = ? AND "state" = 'running'`,
      itemId,
    ),
  )
}

async function isOpen(client: Reader, jobId: string): Promise<boolean> {
  const sql = `SELECT 1 FROM "JobItem" WHERE "jobId" = ? AND "state" IN ('waiting', 'running') LIMIT 1`
  return (await firstOf(client, sql, jobId)) !== null
}

/** Closes a job whose items are all finished; tells whether it did. */
export async function closeJob(store: Store, jobId: string): Promise<boolean> {
  if (await isOpen(store, jobId)) return false // who ends the last one looks again
  return await store.record((tx) => closeWithin(store, tx, jobId))
}

async function closeWithin(store: Store, tx: Tx, jobId: string): Promise<boolean> {
  if (await isOpen(tx, jobId)) return false
  const held = await tables(tx).jobItem.count({ where: { jobId, state: 'held' } })
  if (held > 0) {
    const reason = `${held} ${held === 1 ? 'waits' : 'wait'} for an answer`
    await tables(tx).job.updateMany({
      where: { id: jobId, state: { in: ['waiting', 'running'] } },
      data: { state: 'held', reason, leaseUntil: null },
    })
    return false
  }
  const failed = await tables(tx).jobItem.count({ where: { jobId, state: 'failed' } })
  const { count } = await tables(tx).job.updateMany({
    where: { id: jobId, state: { in: ['waiting', 'running'] } },
    data: {
      state: failed > 0 ? 'failed' : 'done',
      reason: failed > 0 ? `${failed} failed` : null,
      finishedAt: store.now(),
      leaseUntil: null,
    },
  })
  return count > 0
}

/** Whether the job of an item was cancelled while the item was at work. */
export async function isCancelled(client: Reader, itemId: string): Promise<boolean> {
  const item = await tables(client).jobItem.findUnique({
    where: { id: itemId },
    select: { job: { select: { state: true } } },
  })
  return item?.job.state === 'cancelled'
}
