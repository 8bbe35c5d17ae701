import { expect, it } from 'vitest'
import { fillTables, readTables } from './fixtures/fill-tables.ts'
import { storeMany, storeRun } from './fixtures/test-rows.ts'
import { openTestStore, storeEntry } from './fixtures/test-store.ts'
import { PURGE_COLUMNS } from './purge/purge-columns.ts'
import { isMasked, readStoredRows, replaceTexts, rescanRanges } from './rescanned.ts'

/** Columns that hold what came in and are not looked through again, each with why. */
const NOT_AGAIN = new Map([
  ['Change.after', 'sealed: a changed text would read as forged'],
  ['Change.before', 'sealed'],
  ['Entry.citations', 'places'],
  ['Entry.flags', 'set words'],
  ['Entry.promoted', 'made of the words of the lesson, which are looked through'],
  ['Entry.removed', 'places'],
  ['Episode.contentHash', 'a hash'],
  ['Episode.format', 'a set word'],
  ['Episode.id', 'an id'],
  ['Episode.outcome', 'a set word'],
  ['Episode.projectId', 'an id'],
  ['JobItem.target', 'looked through as it came in; it leaves with its job'],
  ['ModelRequest.user', 'known by the hash of its words'],
  ['Step.episodeId', 'an id'],
  ['Verdict.subject', 'of a pair made of the words of a question, which are looked through, and their hash'],
])

it('whatever column a purge looks through, or a run is told in, is looked through for secrets or named here', async () => {
  const store = await openTestStore()
  await fillTables(store, 'shop')
  const looked = new Set<string>()
  for (const range of await rescanRanges(store))
    for (const { texts } of await readStoredRows(store, range))
      for (const name of Object.keys(texts)) looked.add(`${range.table}.${name}`)
  const told = Object.entries(PURGE_COLUMNS).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, treatment]) => {
      const why = 'spared' in treatment ? treatment.spared : ''
      const isText =
        'search' in treatment || /^what the agent did|^the words of another|^its own subtask/.test(why)
      return isText ? [`${table}.${column}`] : []
    }),
  )
  expect(told.filter((column) => !looked.has(column)).sort()).toEqual([...NOT_AGAIN.keys()])
})

it('ranges name every row of a table once', async () => {
  const store = await openTestStore()
  const like = await storeEntry(store)
  await storeMany(
    store,
    like,
    Array.from({ length: 250 }, () => ({})),
  )
  const all = await rescanRanges(store)
  const ranges = all.filter(({ table }) => table === 'Entry')
  const read = await Promise.all(ranges.map((range) => readStoredRows(store, range)))
  expect(read.map(({ length }) => length)).toEqual([100, 100, 51])
  expect(ranges.some(isMasked)).toBe(false)
  expect(all.some(({ table }) => table === 'Note')).toBe(false)
  await expect(readStoredRows(store, { table: 'Vector', from: [1], upto: [9] })).rejects.toThrow(
    'not looked through',
  )
})

it('a text is replaced where it still is what was read, and not where it changed meanwhile', async () => {
  const store = await openTestStore()
  await storeRun(store, { exitStatus: 'old', submission: 'old' })
  const [range] = (await rescanRanges(store)).filter(({ table }) => table === 'Episode')
  if (!range) throw new Error('no range')
  const read = async () => (await readStoredRows(store, range))[0]
  const row = await read()
  if (!row) throw new Error('no row')
  await store.record((tx) => replaceTexts(tx, range, row, { exitStatus: 'between' }))
  await store.record((tx) => replaceTexts(tx, range, row, { exitStatus: 'late', submission: 'new' }))
  const { exitStatus, submission } = (await read())?.texts ?? {}
  expect([exitStatus?.text, submission?.text]).toEqual(['between', 'new'])
  expect((await readTables(store)).get('Episode')).toHaveLength(1)
})
