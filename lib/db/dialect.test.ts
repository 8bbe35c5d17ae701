import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { valuesOf } from './dialect.ts'
import { openTestStore, storeEntry } from './fixtures/test-store.ts'
import { rowsOf, select, tables } from './tables.ts'

/** A value of each type as SQLite has it. */
const STORED: Record<string, unknown> = {
  DateTime: '2026-01-02T03:04:05.678+00:00',
  Boolean: 1,
  Int: 1,
  Float: 1,
  String: 'x',
}

it('whatever column of the schema is an instant or truth comes as that, and no other does', () => {
  const seen: Record<string, number> = {}
  for (const [, name = '', type = ''] of readFileSync('prisma/schema.prisma', 'utf8').matchAll(
    /^ {2}(\w+) +(DateTime|Boolean|Int|Float|String)\b/gm,
  )) {
    const row = { [name]: STORED[type] }
    valuesOf([name])?.([row])
    const made =
      type === 'DateTime' ? new Date(`${STORED.DateTime}`) : type === 'Boolean' ? true : STORED[type]
    expect([name, row[name]]).toEqual([name, made])
    seen[type] = (seen[type] ?? 0) + 1
  }
  expect([Number(seen.DateTime) > 20, Number(seen.Boolean) > 10, Number(seen.String) > 99]).toEqual([
    true,
    true,
    true,
  ])
})

it('a row is the same by a fixed statement, by a SELECT and by the client; what is unknown stays so', async () => {
  const store = await openTestStore()
  const { id } = await storeEntry(store, { pinned: true })
  const sql = 'SELECT * FROM "Entry" WHERE "id" = ?'
  const byClient = await tables(store).entry.findMany({ where: { id } })
  expect(byClient[0]).toMatchObject({
    pinned: true,
    beside: false,
    reviewedAt: null,
    createdAt: expect.any(Date),
  })
  expect(await rowsOf(store, sql, id)).toEqual(byClient)
  expect(await select(store, sql, id)).toEqual(byClient)
  const [latest] = await select<{ lastAt: Date }>(store, 'SELECT MAX("createdAt") AS "lastAt" FROM "Entry"')
  expect(latest?.lastAt).toEqual(byClient[0]?.createdAt)
  expect(await select(store, 'SELECT MAX("at") AS "at" FROM "Retrieval"')).toEqual([{ at: null }])
})
