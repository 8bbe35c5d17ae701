import { UserError } from '../../memory/errors.ts'
import type {
  BatchQuery,
  BatchReport,
  BatchRequest,
  BatchRow,
  BatchRunView,
} from '../../memory/studies/retrieval.ts'
import type { Store, Tx } from '../store.ts'
import { tables } from '../tables.ts'

/** A batch without its questions; its report is null while it is being made. */
export type LabRun = Omit<BatchRunView, 'judged'>

/** A run in a list, without what it holds. */
export type LabRunHead = Pick<LabRun, 'id' | 'name' | 'by' | 'storeRevision' | 'embedder' | 'createdAt'> & {
  isDone: boolean
}

/** The memory that a batch asks: one revision in one space of vectors. */
export type AskedMemory = Pick<LabRun, 'storeRevision' | 'embedder'>

/** Questions written or read at a time: some MB. */
const PAGE = 500

/** Stores an ordered batch and its questions, inside the transaction that orders its work, and gives its id. */
export async function createLabRun(
  store: Store,
  tx: Tx,
  { queries, ...request }: BatchRequest,
  run: Pick<LabRun, 'projectId'> & AskedMemory,
): Promise<string> {
  const id = store.nextId('lr')
  const { name, by } = request
  const data = { id, name, by, ...run, request: JSON.stringify(request), report: 'null' }
  await tables(tx).labRun.create({ data: { ...data, createdAt: store.now() } })
  for (let from = 0; from < queries.length; from += PAGE)
    await tables(tx).$executeRawUnsafe(
      `INSERT INTO "LabQuestion" ("labRunId", "position", "query")
       SELECT ?, ? + "key", "value" FROM json_each(?)`,
      id,
      from,
      JSON.stringify(queries.slice(from, from + PAGE)),
    )
  return id
}

/** A batch. Throws UserError `no-such-run`. */
export async function getLabRun(store: Store, id: string): Promise<LabRun> {
  const row = await tables(store).labRun.findUnique({ where: { id } })
  if (!row)
    throw new UserError('no-such-run', `There is no batch ${id.slice(0, 40)}.`, {
      hint: 'It may have gone with its project; look at the list of batches.',
      status: 404,
    })
  return {
    ...row,
    request: JSON.parse(row.request) as LabRun['request'],
    report: JSON.parse(row.report) as BatchReport | null,
    createdAt: row.createdAt.toISOString(),
  }
}

/** The latest batches of a project, newest first. */
export async function listLabRuns(store: Store, projectId: string, limit: number): Promise<LabRunHead[]> {
  const select = { id: true, name: true, by: true, storeRevision: true, embedder: true, createdAt: true }
  const where = { projectId }
  const rows = await tables(store).labRun.findMany({ where, orderBy: { id: 'desc' }, take: limit, select })
  const open = await tables(store).labRun.findMany({
    where: { ...where, report: 'null' },
    select: { id: true },
  })
  const openIds = new Set(open.map(({ id }) => id))
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    isDone: !openIds.has(row.id),
  }))
}

/** Questions at places `from` to `upto` (exclusive), as they were given. */
export async function listQueries(
  store: Store,
  labRunId: string,
  { from, upto }: { from: number; upto: number },
): Promise<BatchQuery[]> {
  const where = { labRunId, position: { gte: from, lt: upto } }
  const rows = await tables(store).labQuestion.findMany({ where, orderBy: { position: 'asc' } })
  return rows.map(({ query }) => JSON.parse(query) as BatchQuery)
}

/** Questions that were asked, page by page in their order; an open batch gives those it has. */
export async function* pagesOfQuestions(store: Store, labRunId: string): AsyncGenerator<BatchRow[]> {
  for (let from = 0; ; from += PAGE) {
    const where = { labRunId, position: { gte: from, lt: from + PAGE } }
    const rows = await tables(store).labQuestion.findMany({ where, orderBy: { position: 'asc' } })
    if (rows.length === 0) return
    yield rows.flatMap(({ query, winners }) =>
      winners === null ? [] : [{ query: JSON.parse(query), winners: JSON.parse(winners) } as BatchRow],
    )
  }
}

/** Questions at some places, as a finished batch has them. */
export async function listQuestions(
  store: Store,
  labRunId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<BatchRow[]> {
  const where = { labRunId, position: { gte: offset, lt: offset + limit } }
  const rows = await tables(store).labQuestion.findMany({ where, orderBy: { position: 'asc' } })
  return rows.map(({ query, winners }) => ({
    query: JSON.parse(query) as BatchQuery,
    winners: JSON.parse(winners ?? '{}') as BatchRow['winners'],
  }))
}

/** How many questions a batch has. They stand at all places from 0 on. */
export async function countQuestions(store: Store, labRunId: string): Promise<number> {
  const last = await tables(store).labQuestion.findFirst({
    where: { labRunId },
    orderBy: { position: 'desc' },
    select: { position: true },
  })
  return (last?.position ?? -1) + 1
}

/** Keeps what was found for the questions from a place on. */
export async function keepWinners(
  tx: Tx,
  labRunId: string,
  from: number,
  winners: BatchRow['winners'][],
): Promise<void> {
  await tables(tx).$executeRawUnsafe(
    `UPDATE "LabQuestion" SET "winners" = j."value" FROM json_each(?) AS j
     WHERE "labRunId" = ? AND "position" = ? + j."key"`,
    JSON.stringify(winners),
    labRunId,
    from,
  )
}

/** Notes which memory a batch asks; what was found in another one is forgotten. */
export async function beginLabRun(tx: Tx, labRunId: string, memory: AskedMemory): Promise<void> {
  await tables(tx).labRun.update({ where: { id: labRunId }, data: memory })
  await tables(tx).labQuestion.updateMany({
    where: { labRunId, winners: { not: null } },
    data: { winners: null },
  })
}

/** Ends a batch with its report. */
export async function keepReport(tx: Tx, labRunId: string, report: BatchReport): Promise<void> {
  await tables(tx).labRun.update({ where: { id: labRunId }, data: { report: JSON.stringify(report) } })
}
