import { UserError } from '../../memory/errors.ts'
import type { Study, StudyHead } from '../../memory/studies/study.ts'
import { STUDY_KINDS } from '../jobs/lanes.ts'
import type { Store, Tx } from '../store.ts'
import { tables } from '../tables.ts'

/** The memory that a study measures: one revision in one space of vectors. */
export type MeasuredMemory = Pick<Study, 'storeRevision' | 'embedder'>

/** One unit of a study and what was measured of it; null = not yet. */
export type StoredRow = { unit: unknown; value: unknown }

/** Units written or read at a time: some MB. */
const PAGE = 500

export type NewStudy = Pick<Study, 'design' | 'name' | 'by' | 'plan'> &
  Partial<Pick<Study, 'id' | 'projectId' | 'storeRevision' | 'embedder'>> & {
    createdAt?: Date
    /** Of the log, for what a person brought in. */
    revision?: number
    /** Units; with what is known of each where it is known already. */
    rows: readonly { unit: unknown; value?: unknown }[]
  }

/** Stores a study and its units, inside the transaction that orders its work or brings it in, and gives its id. */
export async function createStudy(
  store: Store,
  tx: Tx,
  { id = store.nextId('sy'), createdAt = store.now(), rows, plan, ...head }: NewStudy,
): Promise<string> {
  await tables(tx).study.create({
    data: { ...head, id, plan: JSON.stringify(plan), report: 'null', createdAt },
  })
  for (let from = 0; from < rows.length; from += PAGE)
    await tables(tx).$executeRawUnsafe(
      `INSERT INTO "StudyRow" ("studyId", "position", "unit", "value")
       SELECT ?, ? + j.key, j.value ->> 'unit', j.value ->> 'value' FROM json_each(?) j`,
      id,
      from,
      JSON.stringify(rows.slice(from, from + PAGE).map(packed)),
    )
  return id
}

function packed({ unit, value }: NewStudy['rows'][number]) {
  return { unit: JSON.stringify(unit), value: value === undefined ? null : JSON.stringify(value) }
}

/** A study. Throws UserError `no-such-study`. */
export async function getStudy(store: Store, id: string): Promise<Study> {
  const row = await tables(store).study.findUnique({ where: { id } })
  if (!row)
    throw new UserError('no-such-study', `There is no study ${id.slice(0, 40)}.`, {
      hint: 'It may have gone with its project; look at the list of studies.',
      status: 404,
    })
  const { revision: _, removedAt: __, plan, report, createdAt, ...head } = row
  return { ...head, plan: JSON.parse(plan), report: JSON.parse(report), createdAt: createdAt.toISOString() }
}

/** The latest studies of a project, newest first; of one design where it is named. */
export async function listStudies(
  store: Store,
  where: { projectId: string; design?: string },
  limit: number,
): Promise<StudyHead[]> {
  const select = { id: true, design: true, name: true, by: true, storeRevision: true, embedder: true }
  const rows = await tables(store).study.findMany({
    where,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
    select: { ...select, createdAt: true },
  })
  const jobs = await tables(store).job.findMany({
    where: { kind: { in: [...STUDY_KINDS] }, batchKey: { in: rows.map(({ id }) => id) } },
    select: { batchKey: true, state: true },
  })
  const stateOf = new Map(jobs.map(({ batchKey, state }) => [batchKey, state]))
  return rows.map((row) => ({
    ...{ ...row, createdAt: row.createdAt.toISOString() },
    state: (stateOf.get(row.id) as StudyHead['state']) ?? null,
  }))
}

/** Rows at places `from` to `upto` (exclusive), in their order. */
export async function listRows(
  store: Store,
  studyId: string,
  { from, upto }: { from: number; upto: number },
): Promise<StoredRow[]> {
  const where = { studyId, position: { gte: from, lt: upto } }
  const rows = await tables(store).studyRow.findMany({ where, orderBy: { position: 'asc' } })
  return rows.map(({ unit, value }) => ({ unit: JSON.parse(unit), value: JSON.parse(value ?? 'null') }))
}

/** Rows that were measured, page by page in their order; an open study gives those it has. */
export async function* pagesOfRows(store: Store, studyId: string): AsyncGenerator<StoredRow[]> {
  for (let from = 0; ; from += PAGE) {
    const rows = await listRows(store, studyId, { from, upto: from + PAGE })
    if (rows.length === 0) return
    yield rows.filter(({ value }) => value !== null)
  }
}

/** How many units a study has. They stand at all places from 0 on. */
export async function countRows(store: Store, studyId: string): Promise<number> {
  const last = await tables(store).studyRow.findFirst({
    where: { studyId },
    orderBy: { position: 'desc' },
    select: { position: true },
  })
  return (last?.position ?? -1) + 1
}

/** Keeps what was measured of the units from a place on. */
export async function keepValues(
  tx: Tx,
  studyId: string,
  from: number,
  values: readonly unknown[],
): Promise<void> {
  await tables(tx).$executeRawUnsafe(
    `UPDATE "StudyRow" SET "value" = j."value" FROM json_each(?) AS j
     WHERE "studyId" = ? AND "position" = ? + j."key"`,
    JSON.stringify(values),
    studyId,
    from,
  )
}

/** Notes which memory a study measures; what was measured of another one is forgotten. */
export async function beginStudy(tx: Tx, studyId: string, memory: MeasuredMemory): Promise<void> {
  await tables(tx).study.update({ where: { id: studyId }, data: memory })
  await tables(tx).studyRow.updateMany({ where: { studyId, value: { not: null } }, data: { value: null } })
}

export async function keepReport(tx: Tx, studyId: string, report: unknown): Promise<void> {
  await tables(tx).study.update({ where: { id: studyId }, data: { report: JSON.stringify(report) } })
}
