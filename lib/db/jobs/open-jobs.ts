import type { Tx } from '../store.ts'
import { type Reader, tables } from '../tables.ts'

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

/** Whether an item of a kind of job waits for this target. */
export async function isItemWaiting(tx: Tx, kind: string, target: string): Promise<boolean> {
  const where = { target, state: 'waiting', job: { kind } }
  return (await tables(tx).jobItem.findFirst({ where, select: { id: true } })) !== null
}

/** What one of the items of a job is about; null where it has none. */
export async function findItemTarget(tx: Tx, jobId: string): Promise<string | null> {
  const item = await tables(tx).jobItem.findFirst({ where: { jobId }, select: { target: true } })
  return item?.target ?? null
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
