import { UserError } from '../../memory/errors.ts'
import { insertRows } from '../in-turns.ts'
import type { Store, Tx } from '../store.ts'
import { firstOf, insertRow, isoText, type Reader, tables } from '../tables.ts'
import { TEXT_KINDS } from './lanes.ts'

type NewItem = {
  kind: string
  /** Name of the job, used when the item is its first. */
  jobLabel: string
  projectId: string | null
  /** Items with the same key gather in one job while it is not cancelled; null = a job of its own. */
  batchKey: string | null
  label: string
  target: string
}

/** Adds an item of work inside the transaction that made it necessary, so that neither exists without the other. */
export async function enqueueItem(
  store: Store,
  tx: Tx,
  item: NewItem,
): Promise<{ jobId: string; itemId: string }> {
  const { kind, jobLabel, projectId, batchKey, label, target } = item
  const gathered = await firstOf<{ id: string; finishedAt: Date | null }>(
    tx,
    `SELECT "id", "finishedAt" FROM "Job" WHERE "batchKey" = ? AND "projectId" IS NOT DISTINCT FROM ? AND "kind" = ? AND "state" <> 'cancelled' LIMIT 1`,
    ...[batchKey, projectId, kind],
  )
  const jobId = gathered?.id ?? store.nextId('j')
  if (!gathered) {
    const job = { id: jobId, kind, label: jobLabel, projectId, batchKey, state: 'waiting' }
    await insertRow(tx, 'Job', { ...job, createdAt: isoText(store.now()) })
  } else if (gathered.finishedAt) {
    const data = { state: 'running', finishedAt: null, reason: null }
    await tables(tx).job.update({ where: { id: jobId }, data })
  }
  const itemId = store.nextId('ji')
  const last = await firstOf<{ position: number | null }>(
    tx,
    'SELECT MAX("position") AS position FROM "JobItem" WHERE "jobId" = ?',
    jobId,
  )
  const position = (last?.position ?? -1) + 1
  await insertRow(tx, 'JobItem', { id: itemId, jobId, position, label, target, state: 'waiting' })
  return { jobId, itemId }
}

/** A job with all its items at once, and what was asked for. */
export async function enqueueJob(
  store: Store,
  tx: Tx,
  job: {
    kind: string
    label: string
    request: unknown
    items: { label: string; target: string }[]
    projectId?: string
    /** Name by which it is found again. */
    batchKey?: string
  },
): Promise<{ jobId: string }> {
  const jobId = store.nextId('j')
  const { items, ...rest } = job
  const request = JSON.stringify(job.request)
  await tables(tx).job.create({
    data: { ...rest, id: jobId, request, state: 'waiting', createdAt: store.now() },
  })
  await insertRows(tx, 'JobItem', items, ({ label, target }, position) => ({
    ...{ id: store.nextId('ji'), jobId, position, label, target },
    ...{ state: 'waiting', attempts: 0 },
  }))
  return { jobId }
}

/** Stops a job: what is done stays, what waits will not be begun. Throws UserError `no-such-job`. */
export async function cancelJob(store: Store, jobId: string): Promise<void> {
  await store.record(async (tx) => {
    await requireJob(tx, jobId)
    // Their targets are texts that nobody wants any more.
    await tables(tx).jobItem.updateMany({
      where: { jobId, job: { kind: { in: [...TEXT_KINDS] } } },
      data: { target: '', result: null },
    })
    await tables(tx).jobItem.updateMany({
      where: { jobId, state: { in: ['waiting', 'held'] } },
      data: { state: 'cancelled', waitsFor: null },
    })
    await tables(tx).job.updateMany({
      where: { id: jobId, state: { in: ['waiting', 'running', 'paused', 'held'] } },
      data: { state: 'cancelled', finishedAt: store.now(), reason: 'cancelled by a person' },
    })
  })
}

/** Puts failed and cancelled items of a job back in the queue, and lets a paused one go on. Throws UserError `no-such-job`. */
export async function retryJob(store: Store, jobId: string): Promise<void> {
  await store.record(async (tx) => {
    await requireJob(tx, jobId)
    // What was at work when the job was cancelled was neither kept nor given up.
    const again = {
      OR: [
        { state: { in: ['failed', 'cancelled'] } },
        { state: { in: ['running', 'waiting'] }, job: { state: 'cancelled' } },
      ],
    }
    const { count } = await tables(tx).jobItem.updateMany({
      where: { jobId, ...again },
      data: { state: 'waiting', attempts: 0, reason: null },
    })
    await tables(tx).job.updateMany({
      where: { id: jobId, ...(count > 0 ? {} : { state: 'paused' }) },
      data: { state: 'waiting', reason: null, finishedAt: null },
    })
  })
}

export async function requireJob(tx: Tx, jobId: string): Promise<void> {
  if ((await tables(tx).job.count({ where: { id: jobId } })) > 0) return
  throw new UserError('no-such-job', `There is no job ${jobId.slice(0, 60)}.`, {
    hint: 'Look at the list of jobs.',
    status: 404,
  })
}

/** Puts every item of an item's job back in the queue, itself and those that are done too. */
export async function beginJobAnew(tx: Tx, itemId: string): Promise<void> {
  const { jobId } = await tables(tx).jobItem.findUniqueOrThrow({
    where: { id: itemId },
    select: { jobId: true },
  })
  await tables(tx).jobItem.updateMany({
    where: { jobId, state: { not: 'cancelled' } },
    data: { state: 'waiting', attempts: 0, reason: null, result: null, finishedAt: null },
  })
}

/** A job has done what its targets say at length: they and what its done items left go, and what was asked for is told anew. */
export async function endTargets(tx: Tx, jobId: string, request: unknown, projectId: string): Promise<void> {
  await tables(tx).jobItem.updateMany({ where: { jobId }, data: { target: '', result: null } })
  await tables(tx).job.update({ where: { id: jobId }, data: { request: JSON.stringify(request), projectId } })
}

/** The job of a kind that is on its way, in a project where one is named, with its open items counted; or null. Paused and held ones count where `resting` is asked for. */
export async function findOpenJob(
  tx: Tx,
  { kind, projectId, resting = false }: { kind: string; projectId?: string; resting?: boolean },
): Promise<{ id: string; label: string; openItemCount: number } | null> {
  const row = await tables(tx).job.findFirst({
    where: {
      kind,
      ...(projectId === undefined ? {} : { projectId }),
      state: { in: ['waiting', 'running', ...(resting ? ['paused', 'held'] : [])] },
    },
    select: {
      id: true,
      label: true,
      _count: { select: { items: { where: { state: { notIn: ['done', 'cancelled'] } } } } },
    },
  })
  return row && { id: row.id, label: row.label, openItemCount: row._count.items }
}

export async function isItemWaiting(tx: Tx, kind: string, target: string): Promise<boolean> {
  const where = { target, state: 'waiting', job: { kind } }
  return (await tables(tx).jobItem.findFirst({ where, select: { id: true } })) !== null
}

/** What a job is and was ordered with, or null. */
export async function findJobOrder(
  client: Reader,
  id: string,
): Promise<{ kind: string; state: string; projectId: string | null; request: unknown } | null> {
  const select = { kind: true, state: true, projectId: true, request: true }
  const row = await tables(client).job.findUnique({ where: { id }, select })
  return row && { ...row, request: JSON.parse(row.request ?? '{}') }
}

/** Lets an open job go on as it is asked for now: what was held looks again, what was paused or held waits for its turn. */
export async function goOnWithJob(
  tx: Tx,
  id: string,
  { request, label }: { request: unknown; label: string | null },
): Promise<void> {
  await tables(tx).jobItem.updateMany({
    where: { jobId: id, state: 'held' },
    data: { state: 'waiting', waitsFor: null, reason: null },
  })
  await tables(tx).job.updateMany({
    where: { id, state: { in: ['waiting', 'running', 'paused', 'held'] } },
    data: { request: JSON.stringify(request), ...(label === null ? {} : { label }) },
  })
  await tables(tx).job.updateMany({
    where: { id, state: { in: ['paused', 'held'] } },
    data: { state: 'waiting', reason: null },
  })
}
