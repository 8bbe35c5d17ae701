import { type Reader, rowsOf, select, type Value } from './tables.ts'

/** Columns that tell the rows of a table apart, where that is not `id` alone. */
const KEYS: Record<string, readonly string[]> = {
  Step: ['episodeId', 'n'],
  Revision: ['number'],
  Outcome: ['projectId', 'episodeId'],
  ModelRequest: ['hash'],
  Distillation: ['subtaskId', 'extractor'],
  RunReading: ['episodeId', 'kind'],
  StudyRow: ['studyId', 'position'],
}

/** A row's values of the columns that tell it apart. */
export type Key = readonly Value[]
export type Keyed = Record<string, Value> & { key: Key }

const keyOf = (table: string) => KEYS[table] ?? ['id']
const columnsOf = (table: string) =>
  keyOf(table)
    .map((name) => `"${name}"`)
    .join(', ')
const valuesOf = (table: string) => `(${keyOf(table).map(() => '?')})`

/** SQL of "the row with this key", the values of the key being bound. */
export function hasKey(table: string): string {
  return `(${columnsOf(table)}) = ${valuesOf(table)}`
}

function withKeys(table: string, rows: Record<string, Value>[]): Keyed[] {
  const names = keyOf(table)
  return rows.map((row) => Object.assign(row, { key: names.map((name) => row[name] ?? null) }) as Keyed)
}

/** Some columns of the rows of a table that meet a condition, in the order of their keys, so many at a time. */
export async function* keyedRows(
  reader: Reader,
  table: string,
  { columns, where, size }: { columns: readonly string[]; where: string; size: number },
): AsyncGenerator<Keyed> {
  for (let after: Key | null = null; ; ) {
    const further: string = after ? `AND (${columnsOf(table)}) > ${valuesOf(table)}` : ''
    const rows: Keyed[] = withKeys(
      table,
      await select(
        reader,
        `SELECT ${columnsOf(table)}, ${columns.join(', ')} FROM "${table}" WHERE ${where} ${further} ORDER BY ${columnsOf(table)} LIMIT ${size}`,
        ...(after ?? []),
      ),
    )
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.key
  }
}

/** First and last key of every so many rows of a table. */
export async function keyRanges(
  reader: Reader,
  table: string,
  size: number,
): Promise<{ from: Key; upto: Key }[]> {
  const ends = withKeys(
    table,
    await rowsOf<Record<string, Value>>(
      reader,
      `SELECT * FROM (SELECT ${columnsOf(table)}, ROW_NUMBER() OVER (ORDER BY ${columnsOf(table)}) - 1 AS place, COUNT(*) OVER () AS total FROM "${table}") AS numbered
       WHERE place % ${size} IN (0, ${size - 1}) OR place = total - 1 ORDER BY place`,
    ),
  )
  return ends.flatMap(({ key, place }, at) => {
    if (Number(place) % size !== 0) return []
    const next = ends[at + 1]
    return [{ from: key, upto: next && Number(next.place) % size !== 0 ? next.key : key }]
  })
}

/** Some columns of the rows whose keys lie in a range, both ends included. */
export async function rowsInRange(
  reader: Reader,
  table: string,
  columns: readonly string[],
  { from, upto }: { from: Key; upto: Key },
): Promise<Keyed[]> {
  return withKeys(
    table,
    await rowsOf<Record<string, Value>>(
      reader,
      `SELECT ${columnsOf(table)}, ${columns.map((name) => `"${name}"`).join(', ')} FROM "${table}" WHERE (${columnsOf(table)}) BETWEEN ${valuesOf(table)} AND ${valuesOf(table)}`,
      ...from,
      ...upto,
    ),
  )
}
