import type { JobItemView, JobView } from '../../memory/views/jobs.ts'
import { hasFromSource } from '../entries/entries.ts'
import type { Job, JobItem } from '../generated/client.ts'
import { takeTurn } from '../in-turns.ts'
import type { Store } from '../store.ts'
import { firstOf, type Reader, selectNumbers, tables } from '../tables.ts'
import { MODEL_KINDS, PATIENT_KINDS, TEXT_KINDS, THREADED_KINDS } from './lanes.ts'

/** Newest jobs first, with progress and up to 20 items each; of these projects, null = every one. */
export async function listJobs(
  store: Store,
  limit: number,
  projectIds: readonly string[] | null = null,
): Promise<JobView[]> {
  const jobs = await tables(store).job.findMany({
    where: ofProjects(projectIds),
    orderBy: { id: 'desc' },
    take: limit,
    omit: { request: true },
  })
  return await Promise.all(jobs.map(async (job) => await viewOf(store, job, store.now(), 20)))
}

const ofProjects = (ids: readonly string[] | null) => (ids ? { projectId: { in: [...ids] } } : {})

/** A job with up to 500 of its items, or null. */
export async function findJob(store: Store, id: string): Promise<JobView | null> {
  const job = await tables(store).job.findUnique({ where: { id }, omit: { request: true } })
  return job && (await viewOf(store, job, store.now(), 500))
}

/** What an item ended with, or null while it is open; one that is not stored (any more) ended `removed`. */
export async function findItemEnd(
  store: Store,
  itemId: string,
): Promise<{ state: string; reason: string | null } | null> {
  const item = await firstOf<{ state: string; reason: string | null }>(
    store,
    'SELECT "state", "reason" FROM "JobItem" WHERE "id" = ?',
    itemId,
  )
  if (!item) return { state: 'removed', reason: null }
  if (['waiting', 'running', 'held'].includes(item.state)) return null
  return { state: item.state, reason: item.reason }
}

/** The newest job of a kind with what was asked for, or null; those ordered under the name `but` are passed over. */
export async function findNewestJob(
  store: Store,
  kind: string,
  { but, projectId }: { but?: string; projectId?: string } = {},
): Promise<{ job: JobView; request: unknown } | null> {
  const job = await tables(store).job.findFirst({
    // A job without a name is none of those either, which SQL has to be told.
    where: {
      kind,
      ...(projectId ? { projectId } : {}),
      ...(but ? { OR: [{ batchKey: null }, { batchKey: { not: but } }] } : {}),
    },
    orderBy: { id: 'desc' },
  })
  return job && { job: await viewOf(store, job, store.now(), 20), request: JSON.parse(job.request ?? 'null') }
}

/** The job of one of these kinds that was ordered under a name, or null. */
export async function findJobByKey(
  store: Store,
  kinds: readonly string[],
  batchKey: string,
): Promise<JobView | null> {
  const where = { kind: { in: [...kinds] }, batchKey }
  const job = await tables(store).job.findFirst({ where, orderBy: { id: 'desc' } })
  return job && (await viewOf(store, job, store.now(), 20))
}

/** What the done items of an item's job left behind, in their order, with what each was asked to do. */
export async function listItemResults(
  store: Store,
  itemId: string,
): Promise<{ target: string; result: unknown }[]> {
  const { jobId } = await tables(store).jobItem.findUniqueOrThrow({
    where: { id: itemId },
    select: { jobId: true },
  })
  const rows = await tables(store).jobItem.findMany({
    where: { jobId, state: 'done' },
    orderBy: { position: 'asc' },
    select: { target: true, result: true },
  })
  const results: { target: string; result: unknown }[] = []
  for (const { target, result } of rows) {
    await takeTurn()
    results.push({ target, result: JSON.parse(result ?? 'null') })
  }
  return results
}

/** Sum of a number that the done items of a job left behind under a name. */
export async function sumOfResults(store: Store, jobId: string, name: string): Promise<number> {
  const { sum } = await selectNumbers<'sum'>(
    store,
    `SELECT SUM(CAST("result" ->> ? AS DOUBLE PRECISION)) AS "sum" FROM "JobItem" WHERE "jobId" = ? AND "state" = 'done'`,
    `$.${name}`,
    jobId,
  )
  return sum
}

/** Sum of a number that the items of a job name in their targets: of all, and of those that are done. */
export async function sumOfTargets(
  store: Store,
  jobId: string,
  name: string,
): Promise<Record<'total' | 'done', number>> {
  const value = `CAST("target" ->> ? AS DOUBLE PRECISION)`
  return await selectNumbers<'total' | 'done'>(
    store,
    `SELECT SUM(${value}) AS "total", SUM(CASE WHEN "state" = 'done' THEN ${value} ELSE 0 END) AS "done"
     FROM "JobItem" WHERE "jobId" = ?`,
    `$.${name}`,
    `$.${name}`,
    jobId,
  )
}

/** Items a second over the last 20 that were done, whatever pauses came before; null below two. */
export async function recentRate(store: Store, jobId: string): Promise<number | null> {
  const rows = await tables(store).jobItem.findMany({
    where: { jobId, state: 'done' },
    orderBy: { finishedAt: 'desc' },
    take: 20,
    select: { finishedAt: true },
  })
  const times = rows.flatMap(({ finishedAt }) => finishedAt?.getTime() ?? [])
  const [last, first] = [times[0] ?? 0, times.at(-1) ?? 0]
  return last > first ? ((times.length - 1) / (last - first)) * 1000 : null
}

/** Jobs that wait or run; 0 also means that no item of a job that goes on is open. Without `patient`, neither patient nor threaded ones: nobody waits for those. */
export async function countActiveJobs(
  store: Store,
  {
    patient = true,
    since,
    projectIds = null,
  }: { patient?: boolean; since?: Date | undefined; projectIds?: readonly string[] | null } = {},
): Promise<number> {
  return await tables(store).job.count({
    where: {
      state: { in: ['waiting', 'running'] },
      ...ofProjects(projectIds),
      ...(since ? { createdAt: { gte: since } } : {}),
      ...(patient ? {} : { kind: { notIn: [...PATIENT_KINDS, ...THREADED_KINDS, ...MODEL_KINDS] } }),
    },
  })
}

async function viewOf(
  read: Reader,
  job: Omit<Job, 'request'>,
  now: Date,
  itemLimit: number,
): Promise<JobView> {
  const groups = await tables(read).jobItem.groupBy({ by: ['state'], where: { jobId: job.id }, _count: true })
  const countOf = (state: string) => groups.find((group) => group.state === state)?._count ?? 0
  const totalCount = groups.reduce((sum, group) => sum + group._count, 0)
  const finished = countOf('done') + countOf('failed')
  const elapsedMs = job.startedAt === null ? 0 : (job.finishedAt ?? now).getTime() - job.startedAt.getTime()
  const rate = finished > 0 && elapsedMs > 0 ? (finished / elapsedMs) * 1000 : null
  const open = job.state === 'running' || job.state === 'waiting'
  // Failures first: they are what a person must see when a list is cut.
  const omit = { result: true, target: TEXT_KINDS.includes(job.kind) } as const
  const failed = await tables(read).jobItem.findMany({
    where: { jobId: job.id, state: 'failed' },
    omit,
    orderBy: { position: 'asc' },
    take: itemLimit,
  })
  const others = await tables(read).jobItem.findMany({
    where: { jobId: job.id, state: { not: 'failed' } },
    omit,
    orderBy: { position: 'asc' },
    take: itemLimit - failed.length,
  })
  const { id, kind, projectId, label, reason } = job
  return {
    ...{ id, kind, projectId, label, reason },
    state: job.state as JobView['state'],
    doneCount: countOf('done'),
    failedCount: countOf('failed'),
    totalCount,
    ratePerSecond: rate,
    remainingMs: open && rate ? ((totalCount - finished) / rate) * 1000 : null,
    createdAt: job.createdAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    finishedAt: job.finishedAt?.toISOString() ?? null,
    hasEntries: job.kind === 'extract' && !open && (await hasFromSource(read, { jobId: job.id })),
    items: [...failed, ...others].map(itemView),
  }
}

function itemView(item: Omit<JobItem, 'result' | 'target'> & { target?: string }): JobItemView {
  const { id, label, reason, attempts, target = '' } = item
  const href = target.startsWith('ep_') ? `/episodes/${target}` : null
  return { id, label, state: item.state as JobItemView['state'], reason, attempts, href }
}
