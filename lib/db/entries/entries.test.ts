import { expect, it } from 'vitest'
import type { EntryQuery } from '../../memory/views/entries.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { tables } from '../tables.ts'
import { findEntry } from './entries.ts'
import { ftsQuery } from './entry-filter-sql.ts'
import { listEntries } from './entry-list.ts'

const all = { text: '', facets: {}, sort: 'created', descending: true, offset: 0, limit: 50 } satisfies Omit<
  EntryQuery,
  'projectId'
>

it('stores any text as it is; half of a surrogate pair becomes the sign for what cannot be read', async () => {
  const store = await openTestStore()
  const texts = ['a "quote", a \\ and a\nline', 'é😀', 'nul \u0000 inside', '1.50', 'true', 'cut \ud83d off']
  const { id } = await storeEntry(store, { description: { objective: 'odd texts', keywords: texts } })
  const stored = await findEntry(store, id)
  expect(stored?.description.keywords.slice(0, 5)).toEqual(texts.slice(0, 5))
  const titled = await storeEntry(store, { ...(stored ?? {}), id: store.nextId('m'), repo: 'cut \ud83d off' })
  expect((await findEntry(store, titled.id))?.repo).toBe('cut \ufffd off')
})

it('finds an entry by the words of its lesson and marks them', async () => {
  const store = await openTestStore()
  const { projectId, id } = await storeEntry(store, {
    description: { objective: 'trace the token', keywords: ['pagination'] },
  })
  await storeEntry(store)
  const list = await listEntries(store, { ...all, projectId, text: 'paginat' })
  expect(list.rows.map((row) => row.id)).toEqual([id])
  expect(list.rows[0]?.snippet?.filter((piece) => piece.match).map((piece) => piece.text)).toEqual([
    'pagination',
  ])
  expect([list.matchCount, list.totalCount]).toEqual([1, 2])
})

it('takes quotes, operators and stars of a search as plain text', async () => {
  const store = await openTestStore()
  const { projectId } = await storeEntry(store)
  for (const text of ['"', 'NEAR(', 'a OR', '*', '-x', "';--", 'title:'])
    expect((await listEntries(store, { ...all, projectId, text })).totalCount).toBe(1)
  expect(ftsQuery('off-by-one "x')).toBe('"off"* "by"* "one"* "x"*')
})

it('counts each facet given all other filters, not its own', async () => {
  const store = await openTestStore()
  const { projectId } = await storeEntry(store, { category: 'EDIT', flags: ['leak: path'] })
  await storeEntry(store, { category: 'VERIFY', flags: ['leak: path', 'vague'] })
  await storeEntry(store, { category: 'VERIFY' })
  const { facets, matchCount } = await listEntries(store, {
    ...all,
    projectId,
    facets: { category: ['VERIFY'] },
  })
  expect(matchCount).toBe(2)
  expect(facets.category).toEqual([
    { value: 'VERIFY', count: 2 },
    { value: 'EDIT', count: 1 },
  ])
  expect(facets.flag).toEqual([
    { value: 'leak: path', count: 1 },
    { value: 'vague', count: 1 },
  ])
})

it('forgets the words of an edited entry in the full-text index', async () => {
  const store = await openTestStore()
  const { projectId, id } = await storeEntry(store, {
    description: { objective: 'zebra crossing', keywords: [] },
  })
  await store.record((tx) => tables(tx).entry.update({ where: { id }, data: { objective: 'quiet lane' } }))
  expect((await listEntries(store, { ...all, projectId, text: 'zebra' })).matchCount).toBe(0)
  expect((await listEntries(store, { ...all, projectId, text: 'quiet' })).matchCount).toBe(1)
})

it('leaves retired entries out until their state is chosen, and always counts them among the states', async () => {
  const store = await openTestStore()
  const { projectId } = await storeEntry(store)
  await storeEntry(store, { lifecycle: 'retired' })
  const live = await listEntries(store, { ...all, projectId })
  expect([live.matchCount, live.totalCount]).toEqual([1, 1])
  expect(live.facets.lifecycle).toEqual([
    { value: 'approved', count: 1 },
    { value: 'retired', count: 1 },
  ])
  const chosen = await listEntries(store, { ...all, projectId, facets: { lifecycle: ['retired'] } })
  expect(chosen.rows.map((row) => row.lifecycle)).toEqual(['retired'])
})
