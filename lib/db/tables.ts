import { z } from 'zod'
import type { Description } from '../memory/entry.ts'
import { valuesOf } from './dialect.ts'
import type { Prisma } from './generated/client.ts'

type Client = Prisma.TransactionClient
/** Values as they are bound: an instant as `isoText`, truth as 1 or 0. */
export type Value = string | number | null
/** How an engine answers a fixed statement: SQLite at once, without a turn of the event loop. */
export type Ask = <Row>(sql: string, ...values: Value[]) => Row[] | Promise<Row[]>

/** Keys that nobody outside this file can name: whoever holds a store or a transaction passes it on, and cannot look inside. */
const client = Symbol('client')
const ask = Symbol('ask')
const writing = Symbol('writing')

/** What can be read from: the store as it was last committed, or a transaction that is under way. */
export type Reader = { readonly [client]: Client; readonly [ask]: Ask }
/** A transaction that is under way. */
export type Tx = Reader & { readonly [writing]: true }
/** The tables of a store, which are only read, or those of a transaction. For this folder, and for tests that look behind it. */
export function tables(reader: Reader): Client {
  return reader[client]
}

/**
 * Rows of a fixed statement, whose compiled form is kept: for what every retrieval and every import asks. Around such a statement the
 * client costs several times the statement itself. Values are those of `valuesOf`. A store answers from a read-only connection, a transaction from its own.
 * What has to be seen as of one moment is asked in one statement, or in a transaction.
 */
export async function rowsOf<Row>(reader: Reader, sql: string, ...values: Value[]): Promise<Row[]> {
  return reader[ask]<Row>(sql, ...values)
}

/** The first row of a fixed statement, or null. */
export async function firstOf<Row>(reader: Reader, sql: string, ...values: Value[]): Promise<Row | null> {
  return (await rowsOf<Row>(reader, sql, ...values))[0] ?? null
}

/** Adds a row; its columns are the names of its values. Gives the value that a column got where one is asked for. */
export function insertRow<Made>(
  tx: Tx,
  table: string,
  row: Record<string, Value>,
  made?: string,
): Promise<Made[]> {
  const names = Object.keys(row)
  const columns = names.map((name) => `"${name}"`).join(', ')
  const insert = `INSERT INTO "${table}" (${columns}) VALUES (${names.map(() => '?').join(', ')})`
  return rowsOf<Made>(tx, made ? `${insert} RETURNING "${made}"` : insert, ...Object.values(row))
}

export function readerOf(read: Client, rows: Ask): Reader {
  return { [client]: read, [ask]: rows }
}

export function transactionOf(own: Client, rows: Ask): Tx {
  return { ...readerOf(own, rows), [writing]: true }
}

/** Rows of a SELECT as the store was last committed, or as a transaction sees it; counts come as numbers, other values as in `valuesOf`. */
export async function select<Row extends object>(
  read: Reader,
  sql: string,
  ...values: unknown[]
): Promise<Row[]> {
  const rows = await numbered(read, sql, values)
  if (rows[0]) valuesOf(Object.keys(rows[0]))?.(rows)
  return rows as Row[]
}

async function numbered(read: Reader, sql: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const rows = await tables(read).$queryRawUnsafe<Record<string, unknown>[]>(sql, ...values)
  for (const row of rows)
    for (const name in row) if (typeof row[name] === 'bigint') row[name] = Number(row[name])
  return rows
}

/** The only row of a SELECT of counts and sums; the sum of nothing is 0. */
export async function selectNumbers<Name extends string>(
  read: Reader,
  sql: string,
  ...values: unknown[]
): Promise<Record<Name, number>> {
  const [row] = await numbered(read, sql, values)
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, value ?? 0])) as Record<
    Name,
    number
  >
}

export async function selectColumn<Value>(read: Reader, sql: string, ...values: unknown[]): Promise<Value[]> {
  return (await select<Record<string, Value>>(read, sql, ...values)).flatMap((row) => Object.values(row))
}

/** The one column of a SELECT, handed over as one text: for long lists, where a row each costs several times as much. */
export async function selectList<Value>(read: Reader, sql: string, ...values: unknown[]): Promise<Value[]> {
  const list = `WITH listed(one) AS (${sql}) SELECT json_group_array(one) AS "list" FROM listed`
  const [json] = await selectColumn<string>(read, list, ...values)
  return JSON.parse(json ?? '[]')
}

/** UTC instant as the text Prisma's SQLite adapter stores, e.g. `2026-01-02T03:04:05.678+00:00`; raw SQL must write the same form. */
export function isoText(at: Date): string {
  return at.toISOString().replace('Z', '+00:00')
}

const strings = z.array(z.string())

/** The list of words in a JSON column. Throws when it holds anything else. */
export function wordsOf(json: string): string[] {
  return strings.parse(JSON.parse(json))
}

/** What was known when a subtask began. */
export function descriptionAtStart(row: { objectiveAtStart: string; keywordsAtStart: string }): Description {
  return { objective: row.objectiveAtStart, keywords: wordsOf(row.keywordsAtStart) }
}
