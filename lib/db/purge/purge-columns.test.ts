import { expect, it } from 'vitest'
import { openTestStore } from '../fixtures/test-store.ts'
import { tables } from '../tables.ts'
import { PURGE_COLUMNS } from './purge-columns.ts'

/** Prisma's own ledger, and the full-text index, which follows `Entry` by triggers. */
const NOT_OURS = /^(?:_prisma_migrations|sqlite_\w+|EntryText(?:_\w+)?)$/

it('says of every column of the schema that can hold characters whether a purge looks through it, and why not', async () => {
  const store = await openTestStore()
  const columns = await tables(store).$queryRawUnsafe<{ table: string; column: string; type: string }[]>(
    `SELECT m."name" AS "table", c."name" AS "column", c."type" AS "type"
     FROM sqlite_master m JOIN pragma_table_info(m."name") c WHERE m."type" = 'table'`,
  )
  const stored = columns
    .filter(
      ({ table, type }) => !NOT_OURS.test(table) && !/^(?:INTEGER|BIGINT|REAL|BOOLEAN|DATETIME)$/.test(type),
    )
    .map(({ table, column }) => `${table}.${column}`)
  const treated = Object.entries(PURGE_COLUMNS).flatMap(([table, own]) =>
    Object.keys(own).map((column) => `${table}.${column}`),
  )
  expect(stored.length).toBeGreaterThan(150)
  expect(treated.sort()).toEqual(stored.sort())
})
