import Database from 'better-sqlite3'
import { PrismaClient } from './generated/client.ts'
import { isOwnId } from './ids.ts'
import { fixedStatements, SqliteInTurns } from './in-turns.ts'

/** A client and a connection for what is asked all day, both read-only. */
export async function openReaders(path: string) {
  const read = new PrismaClient({ adapter: new SqliteInTurns({ url: `file:${path}`, readonly: true }) })
  await read.$queryRawUnsafe('PRAGMA query_only = ON')
  await read.$queryRawUnsafe('PRAGMA busy_timeout = 2000')
  const hot = new Database(path, { readonly: true, fileMustExist: true, timeout: 2000 })
  hot.pragma('query_only = ON')
  return {
    read,
    rows: fixedStatements(hot),
    /** Does nothing the second time. */
    async closeReaders() {
      hot.close()
      await read.$disconnect()
    },
    isOpen: () => hot.open,
  }
}

/** Greatest ULID of all tables, without prefix, or null. A table's ids share one prefix, so its greatest id stands last in the index. */
export async function highestUlid(client: Pick<PrismaClient, '$queryRawUnsafe'>): Promise<string | null> {
  const tables = [
    'Project',
    'Episode',
    'Subtask',
    'Label',
    'Entry',
    'Retrieval',
    'Suppression',
    'Job',
    'JobItem',
    'Note',
    'SavedView',
    'Finding',
    'QualitySample',
    'Unmoved',
    'Verdict',
    'AgentSession',
    'AccessKey',
    'Person',
    'Session',
  ]
  const rows = await client.$queryRawUnsafe<{ id: string | null }[]>(
    [
      ...tables.map((table) => `SELECT MAX("id") AS id FROM "${table}"`),
      // Its ids have several prefixes.
      `SELECT 'sy_' || MAX(substr("id", instr("id", '_') + 1)) AS id FROM "Study"`,
    ].join(' UNION ALL '),
  )
  const ulids = rows.flatMap(({ id }) => (id === null || !isOwnId(id) ? [] : id.slice(id.indexOf('_') + 1)))
  return ulids.sort().at(-1) ?? null
}
