import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import type { SqlDriverAdapter, SqlQueryable } from '@prisma/driver-adapter-utils'

/**
 * How long statements may follow each other before others have their turn, ms. Ours: a retrieval waits for several turns, and with 5 its median during
 * an import was half as long again or twice as long; shorter turns cost the import nothing that could be measured.
 */
const TURN_MS = 1

/**
 * SQLite answers at once, so that a transaction of hundreds of statements would go through without a single turn of the event
 * loop, and everybody else would wait for all of it. Here whoever waits is served between two statements.
 */
export class SqliteInTurns extends PrismaBetterSqlite3 {
  override async connect(): ReturnType<PrismaBetterSqlite3['connect']> {
    const adapter: SqlDriverAdapter = await super.connect()
    const begin = adapter.startTransaction.bind(adapter)
    adapter.startTransaction = async (level) => inTurns(await begin(level))
    return inTurns(adapter) as Awaited<ReturnType<PrismaBetterSqlite3['connect']>>
  }
}

let turnBeganAt = 0

async function takeTurn(): Promise<void> {
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

/** Rows that one statement may take: what hands over more holds everybody up while it is made. Ours. */
export const ROWS_OF_A_STATEMENT = 500

/** Many rows as pieces of one statement each. */
export function* inStatements<Row>(rows: readonly Row[]): Generator<Row[], void, undefined> {
  for (let from = 0; from < rows.length; from += ROWS_OF_A_STATEMENT)
    yield rows.slice(from, from + ROWS_OF_A_STATEMENT)
}
