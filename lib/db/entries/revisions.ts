import { type MemoryEntry, memoryEntrySchema } from '../../memory/entry.ts'
import { UserError } from '../../memory/errors.ts'
import { instantOf } from '../../memory/filter/filter-expression.ts'
import type {
  ActivityChanges,
  ActivityFacets,
  ActivityList,
  ActivityRow,
} from '../../memory/views/activity.ts'
import type { ChangeReceipt } from '../../memory/views/curation.ts'
import type { EntryVersion } from '../../memory/views/entries.ts'
import type { Prisma } from '../generated/client.ts'
import type { Store, Tx } from '../store.ts'
import { type Reader, select, selectColumn, tables } from '../tables.ts'

/** Every recorded state of an entry, newest first. */
export async function listEntryVersions(store: Store, entryId: string): Promise<EntryVersion[]> {
  const rows = await tables(store).change.findMany({
    where: { entity: 'entry', entityId: entryId },
    orderBy: { id: 'desc' },
    include: { revision: true },
  })
  return rows.map(({ revision, before, after }) => ({
    revision: revision.number,
    at: revision.at.toISOString(),
    by: revision.by,
    verb: revision.verb,
    reason: revision.reason,
    before: parseState(before),
    after: parseState(after),
  }))
}

/** A revision without its changes. Throws UserError `no-such-revision`. */
async function getRevisionHead(
  client: Reader,
  number: number,
): Promise<ActivityRow & { projectId: string | null }> {
  const row = await tables(client).revision.findUnique({ where: { number }, select: HEAD })
  if (row) return { ...(await toActivityRow(client, row)), projectId: row.projectId }
  throw new UserError('no-such-revision', `There is no revision ${number}.`, {
    hint: 'Reload the page; the list may be old.',
    status: 404,
  })
}

/** Revision with all its changes, read page by page. Throws UserError `no-such-revision`. */
export async function getRevision(
  client: Reader,
  number: number,
): Promise<{
  head: ActivityRow & { projectId: string | null }
  changes: { before: MemoryEntry | null; after: MemoryEntry | null }[]
}> {
  const head = await getRevisionHead(client, number)
  const changes: Awaited<ReturnType<typeof getRevision>>['changes'] = []
  for await (const { before, after } of changesOf(client, number))
    changes.push({ before: parseState(before), after: parseState(after) })
  return { head, changes }
}

/** Changes read at a time: their texts are long, and a bulk change has thousands. */
const PAGE = 500

async function* changesOf(client: Reader, revision: number) {
  for (let from = 0; ; ) {
    const rows = await tables(client).change.findMany({
      where: { revisionNumber: revision, id: { gt: from } },
      orderBy: { id: 'asc' },
      take: PAGE,
    })
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    from = last.id
  }
}

/** What an earlier sending of the same request changed; null when it is new. A form that is sent twice changes once. */
export async function findRequest(
  tx: Tx,
  { requestId, verb, projectId }: { requestId: string | undefined; verb: string; projectId: string },
): Promise<ChangeReceipt | null> {
  if (requestId === undefined) return null
  const row = await tables(tx).revision.findFirst({
    where: { batchId: requestId, verb, projectId },
    select: { number: true, changes: { select: { entityId: true }, orderBy: { id: 'asc' } } },
  })
  if (!row) return null
  const entryIds = row.changes.map(({ entityId }) => entityId)
  return { revision: row.number, entryCount: entryIds.length, entryIds }
}

/** Which revisions to list. `since` and `until` are instants or days, both included. */
type ActivityQuery = {
  projectId: string
  by?: string | undefined
  verb?: string | undefined
  entryId?: string | undefined
  since?: string | undefined
  until?: string | undefined
}

/**
 * A page of a project's log, newest first, without the changes themselves. Revisions that changed no entry are there too. `folded`:
 * what somebody or something did run by run, with no other change in between, is one row, that of the last.
 */
export async function listActivity(
  store: Store,
  query: ActivityQuery & { offset: number; limit: number; folded?: boolean },
): Promise<ActivityList> {
  const { projectId: _, ...narrowed } = activityWhere(query)
  const series = query.folded ? await seriesByRun(store, query.projectId) : []
  const where = {
    AND: [
      await ofProject(store, query.projectId),
      narrowed,
      ...series.map(({ verb, by, first, last }) => ({
        NOT: { projectId: query.projectId, verb, by, number: { gte: first, lt: last } },
      })),
    ],
  }
  const [rows, matchCount] = await Promise.all([
    tables(store).revision.findMany({
      where,
      orderBy: { number: 'desc' },
      skip: query.offset,
      take: query.limit,
      select: HEAD,
    }),
    tables(store).revision.count({ where }),
  ])
  const seriesOf = new Map(series.map((one) => [one.last, one]))
  return {
    rows: await Promise.all(
      rows.map(async (row) => {
        const one = seriesOf.get(row.number)
        const shown = await toActivityRow(store, row)
        return one
          ? { ...shown, entryCount: one.entries, folded: { from: one.first, count: one.count } }
          : shown
      }),
    ),
    matchCount,
  }
}

/** Series that are folded at most: each is a condition of the query. The longest are. */
const MOST_SERIES = 100

/** Verbs of changes that are made run by run; of several at work at once the rows alternate. */
const BY_RUN = "('import', 'outcome', 'extract', 'distil')"

/** Runs brought in, cut or distilled by one person or maker with no change of another kind in between, two at least: first and last revision. */
async function seriesByRun(store: Store, projectId: string) {
  type Series = { verb: string; by: string; first: number; last: number; count: number; entries: number }
  return await select<Series>(
    store,
    `SELECT "verb", "by", MIN("number") AS "first", MAX("number") AS "last", COUNT(*) AS "count", SUM("entries") AS "entries" FROM (
       SELECT "number", "verb", "by", (SELECT COUNT(*) FROM "Change" c WHERE c."revisionNumber" = "number") AS "entries",
         COUNT(*) FILTER (WHERE "verb" NOT IN ${BY_RUN}) OVER (ORDER BY "number") AS "series"
       FROM "Revision" WHERE "projectId" = ?) AS counted
     WHERE "verb" IN ${BY_RUN} GROUP BY "series", "verb", "by" HAVING COUNT(*) > 1 ORDER BY COUNT(*) DESC LIMIT ${MOST_SERIES}`,
    projectId,
  )
}

/** Who and which verbs a project's log holds, with their counts, most first: what its filters offer. */
export async function countActivity(store: Store, projectId: string): Promise<ActivityFacets> {
  const most = { _count: { number: 'desc' } } as const
  const where = await ofProject(store, projectId)
  const [people, verbs, span] = await Promise.all([
    tables(store).revision.groupBy({
      by: ['by'],
      where,
      _count: { number: true },
      orderBy: [most, { by: 'asc' }],
    }),
    tables(store).revision.groupBy({
      by: ['verb'],
      where,
      _count: { number: true },
      orderBy: [most, { verb: 'asc' }],
    }),
    tables(store).revision.aggregate({ where, _count: { number: true }, _min: { at: true } }),
  ])
  return {
    people: people.map(({ by, _count }) => ({ value: by, count: _count.number })),
    verbs: verbs.map(({ verb, _count }) => ({ value: verb, count: _count.number })),
    totalCount: span._count.number,
    firstAt: span._min.at?.toISOString() ?? null,
  }
}

/** A page of what a revision changed. Throws UserError `no-such-revision`. */
export async function getActivityChanges(
  store: Store,
  revision: number,
  offset: number,
  limit: number,
): Promise<ActivityChanges> {
  const head = await getRevisionHead(store, revision)
  const rows = await tables(store).change.findMany({
    where: { revisionNumber: revision },
    orderBy: { id: 'asc' },
    skip: offset,
    take: limit,
  })
  return {
    head,
    rows: rows.map(({ entityId, before, after }) => ({
      entryId: entityId,
      before: parseState(before),
      after: parseState(after),
    })),
  }
}

/** The log as JSON Lines, oldest first: each revision with its seal, then its changes with their digests as they were written. */
export async function* activityLines(store: Store, query: ActivityQuery): AsyncGenerator<string> {
  const where = activityWhere(query)
  for (let after = 0; ; ) {
    const rows = await tables(store).revision.findMany({
      where: { AND: [where, { number: { gt: after } }] },
      orderBy: { number: 'asc' },
      take: 200,
    })
    for (const { number, ...row } of rows) {
      yield `${JSON.stringify({ revision: number, ...row })}\n`
      yield* changeLines(store, number)
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.number
  }
}

async function* changeLines(read: Reader, revision: number): AsyncGenerator<string> {
  for await (const { entityId, before, after, digest } of changesOf(read, revision))
    yield `${JSON.stringify({ changeOf: revision, entryId: entityId, before: before && JSON.parse(before), after: after && JSON.parse(after), digest })}\n`
}

const HEAD = {
  number: true,
  at: true,
  by: true,
  verb: true,
  reason: true,
  batchId: true,
  undoes: true,
  hash: true,
  projectId: true,
  _count: { select: { changes: true } },
} as const

type HeadRow = Omit<Prisma.RevisionGetPayload<{ select: typeof HEAD }>, 'projectId'>

async function toActivityRow(client: Reader, { number, at, _count, ...row }: HeadRow): Promise<ActivityRow> {
  const undo = await tables(client).revision.findFirst({
    where: { undoes: number },
    select: { number: true },
  })
  const { by, verb, reason, batchId, undoes, hash } = row
  return {
    ...{ by, verb, reason, batchId, undoes, hash },
    revision: number,
    at: at.toISOString(),
    entryCount: _count.changes,
    undoneBy: undo?.number ?? null,
    folded: null,
  }
}

/**
 * The revisions of a project's log: its own, and those of another project that brought entries here or took them back. A
 * revision belongs to one project, the one its seal is in; a move changes two.
 */
async function ofProject(read: Reader, projectId: string) {
  const numbers = await selectColumn<number>(
    read,
    `SELECT r."number" FROM "Revision" r WHERE r."verb" IN ('move', 'undo') AND r."projectId" IS DISTINCT FROM ? AND EXISTS
       (SELECT 1 FROM "Change" c JOIN "Entry" e ON e."id" = c."entityId" WHERE c."revisionNumber" = r."number" AND e."projectId" = ?)`,
    projectId,
    projectId,
  )
  return numbers.length === 0 ? { projectId } : { OR: [{ projectId }, { number: { in: numbers } }] }
}

function activityWhere({ projectId, by, verb, entryId, since, until }: ActivityQuery) {
  return {
    projectId,
    ...(by ? { by } : {}),
    ...(verb ? { verb } : {}),
    ...(entryId ? { changes: { some: { entity: 'entry', entityId: entryId } } } : {}),
    at: {
      ...(since ? { gte: instantOf(since)?.from ?? new Date(since) } : {}),
      ...(until ? { lte: instantOf(until)?.to ?? new Date(until) } : {}),
    },
  }
}

function parseState(json: string | null): MemoryEntry | null {
  return json === null ? null : memoryEntrySchema.parse(JSON.parse(json))
}
