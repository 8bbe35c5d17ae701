import { describe, expect, it } from 'vitest'
import { ENTRY_FACETS } from '../../memory/filter/entry-fields.ts'
import type { EntryFilter } from '../../memory/filter/entry-filter.ts'
import { storeFinding, storeRetrieval } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'
import { countMatching, matchingIds } from './entries.ts'
import { filterWhere } from './entry-filter-sql.ts'
import { listEntries, neighboursInFilter } from './entry-list.ts'

const order = { sort: 'created', descending: true, offset: 0, limit: 100 } as const

async function win(store: Store, projectId: string, winnerId: string, times = 1) {
  for (let i = 0; i < times; i++) await storeRetrieval(store, projectId, { winnerId })
}

async function shop() {
  const store = await openTestStore()
  const page = await storeEntry(store, {
    category: 'EDIT',
    repo: 'org/ledger-core',
    flags: ['leak: path'],
    description: { objective: 'page through the list', keywords: ['pagination'] },
  })
  const clock = await storeEntry(store, {
    category: 'VERIFY',
    repo: null,
    pinned: true,
    experience: { ...page.experience, title: 'Freeze the clock', kind: 'avoid', do: 'Stop the clock first.' },
  })
  const old = await storeEntry(store, { lifecycle: 'retired', reviewedBy: 'Mara' })
  await win(store, page.projectId, page.id, 2)
  const names = new Map([
    [page.id, 'page'],
    [clock.id, 'clock'],
    [old.id, 'old'],
  ])
  const filter = (more: Partial<EntryFilter>): EntryFilter => ({
    projectId: page.projectId,
    text: '',
    facets: {},
    ...more,
  })
  const find = async (expression: string) =>
    (await matchingIds(store, filter({ expression }))).map((id) => names.get(id))
  return { store, page, clock, old, filter, find }
}

it('finds by every kind of field', async () => {
  const { find, page } = await shop()
  expect(await find('category:edit')).toEqual(['page'])
  expect(await find('-category:EDIT')).toEqual(['clock'])
  expect(await find('flag:leak')).toEqual(['page'])
  expect(await find('flag:"leak: path"')).toEqual(['page'])
  expect(await find('flag:lea')).toEqual([])
  expect(await find('repo:org/ledger*')).toEqual(['page'])
  expect(await find('repo:none')).toEqual(['clock'])
  expect(await find('served>1')).toEqual(['page'])
  expect(await find('served:0')).toEqual(['clock'])
  expect(await find('pinned:yes')).toEqual(['clock'])
  expect(await find('state:retired reviewer:mara')).toEqual(['old'])
  expect(await find('reviewed:no')).toEqual(['page', 'clock'])
  expect(await find('"the clock"')).toEqual(['clock'])
  expect(await find('"clock the"')).toEqual([])
  expect(await find('title:freeze')).toEqual(['clock'])
  expect(await find('objective:freeze')).toEqual([])
  expect(await find('keyword:pagin kind:avoid OR kind:pattern')).toEqual(['page'])
  expect(await find(`id:${page.id}`)).toEqual(['page'])
  expect(await find('created:2026-01-01')).toEqual(['page', 'clock'])
  expect(await find('created>2026-01-01')).toEqual([])
  expect(await find('created<2026-01-01')).toEqual([])
  expect(await find('created>=2026-01-01 created<=2026-01-01')).toEqual(['page', 'clock'])
})

it('binds what was typed: SQL in a value is a value', async () => {
  const { find } = await shop()
  expect(await find(`repo:"' OR 1=1 --"`)).toEqual([])
  expect(await find('repo:%')).toEqual([])
  expect(await find('repo:org_ledger-core')).toEqual([])
})

it('narrows by ids and by time, and hides the retired unless they are asked for', async () => {
  const { store, page, old, filter } = await shop()
  const ids = [page.id, old.id]
  expect(await matchingIds(store, filter({ ids }))).toEqual([page.id])
  expect(await matchingIds(store, filter({ ids, facets: { lifecycle: ['retired'] } }))).toEqual([old.id])
  expect(await matchingIds(store, filter({ created: { from: '2026-01-02' } }))).toEqual([])
  expect(await countMatching(store, filter({}))).toEqual({ matchCount: 2, pinnedCount: 1 })
})

it('goes through what the searched words hit, not through the project', async () => {
  const { store, filter } = await shop()
  const planOf = async (more: Partial<EntryFilter>) => {
    const { sql, values } = filterWhere(filter(more))
    const steps = await tables(store).$queryRawUnsafe<{ detail: string }[]>(
      `EXPLAIN QUERY PLAN SELECT e."seq" FROM "Entry" e WHERE ${sql}`,
      ...values,
    )
    return steps.map(({ detail }) => detail).join('; ')
  }
  expect(await planOf({ expression: 'clock -flag:leak' })).toContain('SEARCH e USING INTEGER PRIMARY KEY')
  expect(await planOf({ text: 'clock' })).toContain('SEARCH e USING INTEGER PRIMARY KEY')
  expect(await planOf({ expression: 'flag:leak' })).toContain('(projectId=?')
})

it('says where an entry stands among those that match', async () => {
  const { store, page, clock, old, filter } = await shop()
  const query = { ...filter({}), sort: 'created', descending: false } as const
  expect(await neighboursInFilter(store, page.id, query)).toEqual({
    previous: null,
    next: clock.id,
    position: 1,
    count: 2,
  })
  expect(await neighboursInFilter(store, page.id, { ...query, descending: true })).toMatchObject({
    previous: clock.id,
    next: null,
    position: 2,
  })
  expect(await neighboursInFilter(store, old.id, query)).toBeNull()
})

describe('the table of facets', () => {
  it('counts as a slow count in SQL does, whatever is chosen', async () => {
    const store = await openTestStore()
    const pick = <T>(some: readonly T[], at: number) => some[at % some.length] as T
    let first: string | null = null
    for (let i = 0; i < 60; i++) {
      const entry = await storeEntry(store, {
        category: pick(['ANALYZE', 'EDIT', 'VERIFY'] as const, i * 7),
        lifecycle: pick(['approved', 'candidate', 'retired', 'approved'] as const, i * 5),
        flags: pick([[], ['vague'], ['vague', 'leak: path']], i * 11),
        repo: pick(['a/b', 'c/d', null], i),
        reviewedBy: pick([null, 'Mara', null], i * 3),
      })
      first ??= entry.projectId
      if (i % 9 === 0) await win(store, entry.projectId, entry.id, i % 2 === 0 ? 1 : 11)
      if (i % 10 === 0)
        await storeFinding(store, entry, pick(['leak', 'vague'], i / 10), {
          state: pick(['open', 'open', 'dismissed'], i / 10),
        })
    }
    const projectId = first ?? ''
    const choices: EntryFilter['facets'][] = [
      {},
      { category: ['EDIT'] },
      { flag: ['vague'], repo: ['a/b', 'none'] },
      { lifecycle: ['retired', 'candidate'], used: ['never'] },
      { finding: ['leak'], reviewer: ['nobody'] },
      { reviewer: ['Mara'], outcome: ['unknown'], backbone: ['none'], labelSource: ['none'] },
    ]
    for (const facets of choices)
      for (const expression of ['', 'served>0', '-flag:leak']) {
        const filter = { projectId, text: '', facets, expression }
        const list = await listEntries(store, { ...filter, ...order })
        expect(list.rows.map(({ id }) => id)).toEqual((await matchingIds(store, filter)).reverse())
        expect(list.matchCount).toBe(list.rows.length)
        for (const facet of ENTRY_FACETS)
          for (const { value, count } of list.facets[facet]) {
            const alone = { ...filter, facets: { ...facets, [facet]: [value] } }
            const slow = await countMatching(store, alone)
            expect([facet, value, count]).toEqual([facet, value, slow.matchCount])
          }
      }
  })

  it('follows changes of entries, wins and findings', async () => {
    const store = await openTestStore()
    const entry = await storeEntry(store, { repo: 'a/b' })
    const used = async () => {
      const { projectId } = entry
      const list = await listEntries(store, { projectId, text: '', facets: {}, ...order })
      return [list.facets.used.map(({ value }) => value), list.matchCount]
    }
    expect(await used()).toEqual([['never'], 1])
    await win(store, entry.projectId, entry.id)
    expect(await used()).toEqual([['1-9'], 1])
    await storeEntry(store)
    expect(await used()).toEqual([['1-9', 'never'], 2])
  })

  it('sorts by each column, ties by creation', async () => {
    const store = await openTestStore()
    const b = await storeEntry(store, { description: { objective: 'beta', keywords: [] }, repo: 'z/z' })
    const a = await storeEntry(store, { description: { objective: 'Alpha', keywords: [] }, repo: null })
    const c = await storeEntry(store, { description: { objective: 'gamma', keywords: [] }, repo: 'a/a' })
    await win(store, a.projectId, c.id)
    const sorted = async (sort: 'objective' | 'repo' | 'served' | 'category', descending = false) =>
      (
        await listEntries(store, { projectId: a.projectId, text: '', facets: {}, ...order, sort, descending })
      ).rows.map((row) => row.objective)
    expect(await sorted('objective')).toEqual(['Alpha', 'beta', 'gamma'])
    expect(await sorted('repo')).toEqual(['Alpha', 'gamma', 'beta'])
    expect(await sorted('served', true)).toEqual(['gamma', 'Alpha', 'beta'])
    expect(await sorted('category')).toEqual(['beta', 'Alpha', 'gamma'])
    expect(b.projectId).toBe(a.projectId)
    const near = { projectId: a.projectId, text: '', facets: {}, ids: [c.id, b.id, a.id] }
    const { rows } = await listEntries(store, { ...near, ...order, sort: 'likeness', descending: true })
    expect(rows.map((row) => row.objective)).toEqual(['gamma', 'beta', 'Alpha'])
  })
})
