import { UserError } from '../../memory/errors.ts'
import type { JobItemView, JobView } from '../../memory/views.ts'
import { hasFromSource } from '../entries/entries.ts'
import type { Job, JobItem } from '../generated/client.ts'
import type { Store, Tx } from '../store.ts'
import { type Reader, tables } from '../tables.ts'

/** How long a claim says that it holds, ms. Ours; nothing judges it while one process owns the folder and voids all claims at its start. */
const LEASE_MS = 60_000

/** Attempts after which an item is given up. Ours. */
const MAX_ATTEMPTS = 3
/** Ends of the process, killed or fallen, that an item which computes may meet before it is taken for their cause. Ours. */
const MOST_CUT_OFFS = 5
const CUT_OFF = `Given up: Loupe ended ${MOST_CUT_OFFS} times while it was at this. Retry it when the cause is known.`

export type NewItem = {
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
  const gathered =
    item.batchKey === null
      ? null
      : await tables(tx).job.findFirst({
          where: {
            batchKey: item.batchKey,
            projectId: item.projectId,
            kind: item.kind,
            state: { not: 'cancelled' },
          },
        })
  const jobId = gathered?.id ?? store.nextId('j')
  if (gathered) {
    if (gathered.finishedAt)
      await tables(tx).job.update({
        where: { id: jobId },
        data: { state: 'running', finishedAt: null, reason: null },
      })
  } else {
    const { kind, projectId, batchKey } = item
    await tables(tx).job.create({
      data: {
        id: jobId,
        kind,
        label: item.jobLabel,
        projectId,
        batchKey,
        state: 'waiting',
        createdAt: store.now(),
      },
    })
  }
  const itemId = store.nextId('ji')
  // Not an aggregate: Prisma's goes through all rows of the job, this looks at the end of the index.
  const last = await tables(tx).jobItem.findFirst({ where: { jobId }, orderBy: { position: 'desc' } })
  const position = (last?.position ?? -1) + 1
  await tables(tx).jobItem.create({
    data: { id: itemId, jobId, position, label: item.label, target: item.target, state: 'waiting' },
  })
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
  await tables(tx).jobItem.createMany({
    data: items.map((item, position) => ({
      id: store.nextId('ji'),
      jobId,
      position,
      ...item,
      state: 'waiting',
    })),
  })
  return { jobId }
}

/** Work that may take long: it gives way, item by item, to what makes entries and finds them, and the later in this list to the earlier. */
const PATIENT_KINDS = ['lab-batch', 're-embed', 'rescan']
/** Work over all that a project holds: begun in a lull, once and not after every file that comes in. */
const LULL_KINDS = ['detect']
/** Work that computes for minutes in a thread of its own. */
const THREADED_KINDS = ['umap', 'workbench', 'stream-replay']
/** Work that waits for the answers of a language model. */
const MODEL_KINDS = ['distil']

/** Jobs of different lanes go on side by side, so that what a thread or a model takes minutes for holds nothing else up. */
export const LANES = ['queue', 'threads', 'models'] as const
export type Lane = (typeof LANES)[number]

const KINDS_OF_LANE = { threads: THREADED_KINDS, models: MODEL_KINDS }

function inLane(lane: Lane): { in: string[] } | { notIn: string[] } {
  return lane === 'queue' ? { notIn: [...THREADED_KINDS, ...MODEL_KINDS] } : { in: KINDS_OF_LANE[lane] }
}

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

/** Takes the first waiting item of the lane's oldest open job, a begun job first, patient ones last, and what waits for a lull only in one; null when there is nothing to do. */
export async function claimItem(
  store: Store,
  owner: string,
  lane: Lane = 'queue',
  isLull = true,
): Promise<{ jobId: string; kind: string; itemId: string; target: string } | null> {
  return await store.record(async (tx) => {
    /** Whose last items are at work elsewhere in the lane, or wait for answers. */
    const passedBy: string[] = []
    for (;;) {
      const job = await nextJob(tx, lane, isLull, passedBy)
      if (!job) return null
      const item = await firstWaiting(tx, job.id)
      if (item) {
        const now = store.now()
        const leaseUntil = new Date(now.getTime() + LEASE_MS)
        await tables(tx).job.update({
          where: { id: job.id },
          data: { state: 'running', owner, leaseUntil, startedAt: job.startedAt ?? now },
        })
        await tables(tx).jobItem.update({
          where: { id: item.id },
          data: { state: 'running', attempts: { increment: 1 } },
        })
        return { jobId: job.id, kind: job.kind, itemId: item.id, target: item.target }
      }
      // A process may have died between a job's last item and the job's own end.
      if (!(await closeWithin(store, tx, job.id))) passedBy.push(job.id)
    }
  })
}

async function nextJob(
  client: Reader,
  lane: Lane,
  isLull: boolean,
  passedBy: readonly string[] = [],
): Promise<Job | null> {
  const notNow = [...THREADED_KINDS, ...MODEL_KINDS, ...PATIENT_KINDS, ...(isLull ? [] : LULL_KINDS)]
  const kinds = lane === 'queue' ? [{ notIn: notNow }, ...PATIENT_KINDS] : [inLane(lane)]
  const id = { notIn: [...passedBy] }
  for (const kind of kinds)
    for (const state of ['running', 'waiting']) {
      const orderBy = [{ createdAt: 'asc' }, { id: 'asc' }] as const
      const job = await tables(client).job.findFirst({ where: { state, kind, id }, orderBy: [...orderBy] })
      if (job) return job
    }
  return null
}

/** The job of the queue that the worker is at or takes next, or null. */
export async function findNextJob(store: Store): Promise<{ id: string; label: string } | null> {
  return await nextJob(store, 'queue', true)
}

/** By rowid, which is the order of the index on (jobId, state): by `position` each claim would sort or pass by the whole job. */
async function firstWaiting(tx: Tx, jobId: string): Promise<{ id: string; target: string } | null> {
  const rows = await tables(tx).$queryRawUnsafe<{ id: string; target: string }[]>(
    `SELECT "id", "target" FROM "JobItem" WHERE "jobId" = ? AND "state" = 'waiting' ORDER BY "rowid" LIMIT 1`,
    jobId,
  )
  return rows[0] ?? null
}

/** Marks an item done inside the transaction that stored its result: done once, however often it was tried. */
export async function finishItem(store: Store, tx: Tx, itemId: string, result: unknown): Promise<void> {
  await tables(tx).jobItem.update({
    where: { id: itemId },
    data: { state: 'done', reason: null, result: JSON.stringify(result), finishedAt: store.now() },
  })
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

/** An item was ended in the middle by a stop: it waits, and the try does not count. */
export async function releaseItem(store: Store, itemId: string): Promise<void> {
  await store.record((tx) =>
    tables(tx).jobItem.updateMany({
      where: { id: itemId, state: 'running' },
      data: { state: 'waiting', attempts: { decrement: 1 } },
    }),
  )
}

/** Closes a job whose items are all finished; tells whether it did. */
export async function closeJob(store: Store, jobId: string): Promise<boolean> {
  return await store.record((tx) => closeWithin(store, tx, jobId))
}

async function closeWithin(store: Store, tx: Tx, jobId: string): Promise<boolean> {
  const open = await tables(tx).jobItem.findFirst({
    where: { jobId, state: { in: ['waiting', 'running'] } },
    select: { id: true },
  })
  if (open) return false
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

/** Stops a job: what is done stays, what waits will not be begun. Throws UserError `no-such-job`. */
export async function cancelJob(store: Store, jobId: string): Promise<void> {
  await store.record(async (tx) => {
    await requireJob(tx, jobId)
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

/** Newest jobs first, with progress and up to 20 items each. */
export async function listJobs(store: Store, limit: number): Promise<JobView[]> {
  const jobs = await tables(store).job.findMany({ orderBy: { id: 'desc' }, take: limit })
  return await Promise.all(jobs.map(async (job) => await viewOf(store, job, store.now(), 20)))
}

/** A job with up to 500 of its items, or null. */
export async function findJob(store: Store, id: string): Promise<JobView | null> {
  const job = await tables(store).job.findUnique({ where: { id } })
  return job && (await viewOf(store, job, store.now(), 500))
}

/** What an item ended with, or null while it is open; one that is not stored (any more) ended `removed`. */
export async function findItemEnd(
  store: Store,
  itemId: string,
): Promise<{ state: string; reason: string | null } | null> {
  const item = await tables(store).jobItem.findUnique({ where: { id: itemId } })
  if (!item) return { state: 'removed', reason: null }
  if (item.state === 'waiting' || item.state === 'running') return null
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

/** The job of a kind that was ordered under a name, or null. */
export async function findJobByKey(store: Store, kind: string, batchKey: string): Promise<JobView | null> {
  const job = await tables(store).job.findFirst({ where: { kind, batchKey }, orderBy: { id: 'desc' } })
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
  return rows.map(({ target, result }) => ({ target, result: JSON.parse(result ?? 'null') }))
}

/** Every job of a kind, newest first, with what was asked for. */
export async function listJobsOf(store: Store, kind: string): Promise<JobOfKind[]> {
  const rows = await tables(store).job.findMany({ where: { kind }, orderBy: { id: 'desc' } })
  return rows.map(({ id, state, request, createdAt }) => ({
    id,
    state,
    request: JSON.parse(request ?? 'null'),
    createdAt: createdAt.toISOString(),
  }))
}

export type JobOfKind = { id: string; state: string; request: unknown; createdAt: string }

/** A job's items in their order: what each left behind, null while it is open. */
export async function listWork(store: Store, jobId: string): Promise<{ state: string; result: unknown }[]> {
  const rows = await tables(store).jobItem.findMany({
    where: { jobId },
    orderBy: { position: 'asc' },
    select: { state: true, result: true },
  })
  return rows.map(({ state, result }) => ({ state, result: JSON.parse(result ?? 'null') }))
}

/** Sum of a number that the done items of a job left behind under a name. */
export async function sumOfResults(store: Store, jobId: string, name: string): Promise<number> {
  const rows = await tables(store).$queryRawUnsafe<{ sum: number | bigint | null }[]>(
    `SELECT SUM(json_extract("result", ?)) AS "sum" FROM "JobItem" WHERE "jobId" = ? AND "state" = 'done'`,
    `$.${name}`,
    jobId,
  )
  return Number(rows[0]?.sum ?? 0)
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

/** Whether the job of an item was cancelled while the item was at work. */
export async function isCancelled(client: Reader, itemId: string): Promise<boolean> {
  const item = await tables(client).jobItem.findUnique({
    where: { id: itemId },
    select: { job: { select: { state: true } } },
  })
  return item?.job.state === 'cancelled'
}

/** Jobs that wait or run; 0 also means that no item of a job that goes on is open. Without `patient`, neither patient nor threaded ones: nobody waits for those. */
export async function countActiveJobs(
  store: Store,
  { patient = true, since }: { patient?: boolean; since?: Date | undefined } = {},
): Promise<number> {
  return await tables(store).job.count({
    where: {
      state: { in: ['waiting', 'running'] },
      ...(since ? { createdAt: { gte: since } } : {}),
      ...(patient ? {} : { kind: { notIn: [...PATIENT_KINDS, ...THREADED_KINDS, ...MODEL_KINDS] } }),
    },
  })
}

async function viewOf(read: Reader, job: Job, now: Date, itemLimit: number): Promise<JobView> {
  const groups = await tables(read).jobItem.groupBy({ by: ['state'], where: { jobId: job.id }, _count: true })
  const countOf = (state: string) => groups.find((group) => group.state === state)?._count ?? 0
  const totalCount = groups.reduce((sum, group) => sum + group._count, 0)
  const finished = countOf('done') + countOf('failed')
  const elapsedMs = job.startedAt === null ? 0 : (job.finishedAt ?? now).getTime() - job.startedAt.getTime()
  const rate = finished > 0 && elapsedMs > 0 ? (finished / elapsedMs) * 1000 : null
  const open = job.state === 'running' || job.state === 'waiting'
  // Failures first: they are what a person must see when a list is cut.
  const failed = await tables(read).jobItem.findMany({
    where: { jobId: job.id, state: 'failed' },
    orderBy: { position: 'asc' },
    take: itemLimit,
  })
  const others = await tables(read).jobItem.findMany({
    where: { jobId: job.id, state: { not: 'failed' } },
    orderBy: { position: 'asc' },
    take: itemLimit - failed.length,
  })
  return {
    id: job.id,
    kind: job.kind,
    projectId: job.projectId,
    label: job.label,
    state: job.state as JobView['state'],
    doneCount: countOf('done'),
    failedCount: countOf('failed'),
    totalCount,
    ratePerSecond: rate,
    remainingMs: open && rate ? ((totalCount - finished) / rate) * 1000 : null,
    reason: job.reason,
    createdAt: job.createdAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    finishedAt: job.finishedAt?.toISOString() ?? null,
    hasEntries: job.kind === 'extract' && !open && (await hasFromSource(read, { jobId: job.id })),
    items: [...failed, ...others].map(itemView),
  }
}

function itemView(item: JobItem): JobItemView {
  return {
    id: item.id,
    label: item.label,
    state: item.state as JobItemView['state'],
    reason: item.reason,
    attempts: item.attempts,
    href: item.target.startsWith('ep_') ? `/episodes/${item.target}` : null,
  }
}
