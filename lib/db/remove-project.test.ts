import { expect, it } from 'vitest'
import { matchingIds } from './entries/entries.ts'
import { fillTables, listTables, readTables } from './fixtures/fill-tables.ts'
import { storeMany, storeRun } from './fixtures/test-rows.ts'
import { openTestStore, storeEntry } from './fixtures/test-store.ts'
import { removeProject } from './projects.ts'
import { getSetting, setSetting } from './store.ts'
import { getStoreClock } from './vectors/index-feed.ts'

/** Rows that belong to no project, or outlive it: each with why. */
const STAYS = new Map([
  ['ModelCall', 'what was spent stays counted'],
  ['Person', 'an account; the id of a project that is gone opens nothing'],
  ['Session', 'of an account'],
  ['Setting', 'facts about the store; those of a project end in its id'],
])

it('nothing of a removed project is left in any table, and nothing of another one goes', async () => {
  const store = await openTestStore()
  for (const mark of ['shop', 'depot']) await fillTables(store, mark, { 'Project.name': mark })
  const before = await readTables(store)
  expect((await listTables(store)).length).toBeGreaterThan(30)
  for (const [table, rows] of before)
    expect([table, rows.filter((row) => row.includes('shop')).length]).toEqual([table, 1])
  expect(await removeProject(store, 'shop')).toEqual({ episodes: 1, entries: 1 })
  const after = await readTables(store)
  const left = [...after].filter(([, rows]) => rows.some((row) => row.includes('shop')))
  expect(left.map(([table]) => table)).toEqual([...STAYS.keys()])
  const others = (all: typeof after) =>
    [...all].map(([table, rows]) => [table, rows.filter((row) => row.includes('depot'))])
  expect(others(after)).toEqual(others(before))
})

it('its words leave the full-text index, and indexes of entries start anew', async () => {
  const store = await openTestStore()
  const { projectId } = await storeEntry(store, {
    description: { objective: 'zebra crossing', keywords: [] },
  })
  const epoch = async () => (await getStoreClock(store)).epoch
  const [before, like] = [await epoch(), { text: 'zebra', facets: {} }]
  expect(await matchingIds(store, { projectId, ...like })).toHaveLength(1)
  await removeProject(store, 'shop')
  expect(await matchingIds(store, { projectId, ...like })).toEqual([])
  expect(await epoch()).not.toBe(before)
})

it('takes along what is kept under its id beside its rows, and says how much went', async () => {
  const store = await openTestStore()
  const { projectId } = await storeRun(store, { stages: [{}] })
  await storeMany(store, await storeEntry(store), [{}, { lifecycle: 'retired' }, { lifecycle: 'purged' }])
  await setSetting(store, `scan:${projectId}`, '{}')
  await setSetting(store, `scan:${projectId}x`, '{}')
  expect(await removeProject(store, 'shop')).toEqual({ episodes: 1, entries: 4 })
  expect(await getSetting(store, `scan:${projectId}`)).toBeNull()
  expect(await getSetting(store, `scan:${projectId}x`)).toBe('{}')
  expect(await removeProject(store, 'shop')).toBeNull()
})
