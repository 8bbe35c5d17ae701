import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import type { SqlDriverAdapter, SqlQueryable } from '@prisma/driver-adapter-utils'
import type Database from 'better-sqlite3'
import { valuesOf } from './dialect.ts'
import { type Ask, insertRow, type Tx, type Value } from './tables.ts'

/**
 * How long statements may follow each other before others have their turn, ms. Ours: a retrieval waits for several turns, and with 5 its median during
 * an import was half as long again or twice as long; shorter turns cost the import nothing that could be measured.
 */
const TURN_MS = 1

/**
 * SQLite answers at once, so that a transaction of hundreds of statements would go through without a single turn of the event
 * loop, and everybody else would wait for all of it. Here whoever waits is served between two statements, and a statement
 * is compiled once: the client would have it done for each call, an eighth of what an import costs.
 */
export class SqliteInTurns extends PrismaBetterSqlite3 {
  /** Rows of a fixed statement within the transaction that is under way. Throws when it was taken back: the statement would be kept alone. */
  rows: Ask = () => {
    throw new Error('the client has not connected')
  }

  override async connect(): ReturnType<PrismaBetterSqlite3['connect']> {
    const adapter: SqlDriverAdapter = await super.connect()
    const { client } = adapter as SqlDriverAdapter & { client: Database.Database }
    const rows = fixedStatements(client)
    this.rows = (sql, ...values) => {
      if (!client.inTransaction) throw new Error('the transaction has ended before its work')
      return rows(sql, ...values)
    }
    keepReady(client)
    const begin = adapter.startTransaction.bind(adapter)
    adapter.startTransaction = async (level) => inTurns(await begin(level))
    return inTurns(adapter) as Awaited<ReturnType<PrismaBetterSqlite3['connect']>>
  }
}

/** Statements whose text is in the code: each is compiled once for a connection. */
export function fixedStatements(client: Database.Database): Ask {
  const prepare = client.prepare.bind(client)
  const statements = new Map<string, (values: Value[]) => Record<string, unknown>[]>()
  return <Row>(sql: string, ...values: Value[]) => {
    let run = statements.get(sql)
    if (!run) {
      run = runOf(prepare<Value[]>(sql).safeIntegers(false))
      statements.set(sql, run)
    }
    return run(values) as Row[]
  }
}

function runOf(statement: Database.Statement<Value[]>): (values: Value[]) => Record<string, unknown>[] {
  if (!statement.reader)
    return (values) => {
      statement.run(...values)
      return []
    }
  const turn = valuesOf(statement.columns().map(({ name }) => name))
  return (values) => {
    const rows = statement.all(...values) as Record<string, unknown>[]
    turn?.(rows)
    return rows
  }
}

/** Statements of a connection that are kept compiled, the last used. Ours. */
const MOST_READY = 200

function keepReady(client: Database.Database): void {
  const prepare = client.prepare.bind(client)
  const ready = new Map<string, Database.Statement>()
  client.prepare = ((sql: string) => {
    const statement = ready.get(sql) ?? prepare(sql)
    ready.delete(sql)
    ready.set(sql, statement)
    const [oldest] = ready.keys()
    if (ready.size > MOST_READY && oldest !== undefined) ready.delete(oldest)
    return bound(statement, [])
  }) as Database.Database['prepare']
}

/** What the client asks of a statement. A statement of the driver keeps what was bound to it for ever; here the values come with the call. */
function bound(statement: Database.Statement, values: readonly unknown[]) {
  return {
    reader: statement.reader,
    bind: (given: readonly unknown[]) => bound(statement, given),
    columns: () => statement.columns(),
    run: () => statement.run(values),
    raw: () => ({ all: () => statement.raw().all(values) }),
  }
}

let turnBeganAt = 0

export async function takeTurn(): Promise<void> {
  if (performance.now() - turnBeganAt < TURN_MS) return
  await new Promise((resolve) => setImmediate(resolve))
  turnBeganAt = performance.now()
}

function inTurns<Queryable extends SqlQueryable>(queryable: Queryable): Queryable {
  const query = queryable.queryRaw.bind(queryable)
  const execute = queryable.executeRaw.bind(queryable)
  queryable.queryRaw = async (statement) => {
    await takeTurn()
    return await query(statement)
  }
  queryable.executeRaw = async (statement) => {
    await takeTurn()
    return await execute(statement)
  }
  return queryable
}

/** Adds rows one by one, and lets others have their turn between two. */
export async function insertRows<Item>(
  tx: Tx,
  table: string,
  items: readonly Item[],
  rowOf: (item: Item, position: number) => Record<string, Value>,
): Promise<void> {
  for (const [position, item] of items.entries()) {
    await takeTurn()
    await insertRow(tx, table, rowOf(item, position))
  }
}

/** Rows that one statement may take: what hands over more holds everybody up while it is made. Ours. */
export const ROWS_OF_A_STATEMENT = 500

/** Many rows as pieces of one statement each. */
export function* inStatements<Row>(rows: readonly Row[]): Generator<Row[], void, undefined> {
  for (let from = 0; from < rows.length; from += ROWS_OF_A_STATEMENT)
    yield rows.slice(from, from + ROWS_OF_A_STATEMENT)
}
