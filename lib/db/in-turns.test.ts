import Database from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { SqliteInTurns } from './in-turns.ts'

it('compiles a statement once, and gives each call the rows of its own values', async () => {
  const compile = vi.spyOn(Database.prototype, 'prepare')
  const adapter = await new SqliteInTurns({ url: 'file::memory:' }).connect()
  const call = { args: [] as unknown[], argTypes: [] }
  await adapter.executeRaw({ ...call, sql: 'CREATE TABLE "T" ("n" INTEGER)' })
  const insert = (n: number) =>
    adapter.executeRaw({
      sql: 'INSERT INTO "T" VALUES (?)',
      args: [n],
      argTypes: [{ scalarType: 'int', arity: 'scalar' }],
    })
  const read = async (n: number) =>
    (
      await adapter.queryRaw({
        sql: 'SELECT "n" FROM "T" WHERE "n" >= ? ORDER BY "n"',
        args: [n],
        argTypes: [{ scalarType: 'int', arity: 'scalar' }],
      })
    ).rows
  for (const n of [1, 2, 3]) expect(await insert(n)).toBe(1)
  expect([await read(1), await read(3), await read(4)]).toEqual([[[1], [2], [3]], [[3]], []])
  expect(compile.mock.calls.map(([sql]) => sql)).toEqual([
    'CREATE TABLE "T" ("n" INTEGER)',
    'INSERT INTO "T" VALUES (?)',
    'SELECT "n" FROM "T" WHERE "n" >= ? ORDER BY "n"',
  ])
  await adapter.dispose()
})

it('keeps nothing alone of a transaction that was taken back in the middle of its work', async () => {
  const writer = new SqliteInTurns({ url: 'file::memory:' })
  const adapter = await writer.connect()
  const run = (sql: string) => adapter.executeRaw({ sql, args: [], argTypes: [] })
  await run('CREATE TABLE "T" ("n" INTEGER)')
  await run('BEGIN')
  writer.rows('INSERT INTO "T" VALUES (?)', 1)
  expect(writer.rows('SELECT "n" FROM "T"')).toEqual([{ n: 1 }])
  await run('ROLLBACK') // as the client does after its time limit, SQLite when the disk is full
  expect(() => writer.rows('INSERT INTO "T" VALUES (?)', 2)).toThrow('ended before its work')
  await run('BEGIN')
  expect(writer.rows('SELECT "n" FROM "T"')).toEqual([])
  await adapter.dispose()
})
