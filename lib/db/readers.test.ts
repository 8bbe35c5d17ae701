import { expect, it } from 'vitest'
import { fillTables, listTables } from './fixtures/fill-tables.ts'
import { openTestStore } from './fixtures/test-store.ts'
import { createIdMaker, isOwnId } from './ids.ts'
import { highestUlid } from './readers.ts'
import { tables } from './tables.ts'

const FUTURE = createIdMaker(() => Date.UTC(2200, 0, 1), null)('m')

it('the highest id of a store is found in whichever table it stands, so that none made later sorts before it', async () => {
  const store = await openTestStore()
  await fillTables(store, 'shop')
  const withIds: string[] = []
  for (const table of await listTables(store)) {
    const sql = `SELECT 1 FROM pragma_table_info('${table}') WHERE "name" = 'id' AND "type" = 'TEXT'`
    if ((await tables(store).$queryRawUnsafe<unknown[]>(sql)).length > 0) withIds.push(table)
  }
  expect(withIds.length).toBeGreaterThan(15)
  expect(await highestUlid(tables(store) as never)).toBeNull()
  const undone = new Error('undone')
  for (const table of withIds) {
    let highest: string | null = null
    const look = store.record(async (tx) => {
      await tables(tx).$executeRawUnsafe('PRAGMA defer_foreign_keys = ON')
      await tables(tx).$executeRawUnsafe(`UPDATE "${table}" SET "id" = ?`, FUTURE)
      highest = await highestUlid(tables(tx))
      throw undone
    })
    await expect(look).rejects.toBe(undone)
    expect([table, highest]).toEqual([table, FUTURE.slice(2)])
  }
})

it.each([
  [FUTURE, true],
  [FUTURE.toLowerCase(), false],
  [FUTURE.slice(2), false],
  [`${FUTURE}0`, false],
  ['m_01RULESV100000000000000001', false],
  ['m_0ZZZZZZZZZZZZZZZZZZZZZZZZZ', false],
  ['', false],
])('an id is one of ours by its form: %s, %s', (id, isOurs) => expect(isOwnId(id)).toBe(isOurs))
