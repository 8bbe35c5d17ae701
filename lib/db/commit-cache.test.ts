import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ENTRY_FACETS, ENTRY_SORTS } from '../memory/filter/entry-fields.ts'
import type { EntryList, EntryQuery } from '../memory/views/entries.ts'
import { untilNextCommit } from './commit-cache.ts'
import { countMatching, matchingIds } from './entries/entries.ts'
import { listEntries } from './entries/entry-list.ts'
import { openTestStore, storeEntry } from './fixtures/test-store.ts'
import { listProjects } from './projects.ts'
import type { Store } from './store.ts'
import { tables } from './tables.ts'

it('keeps an answer until a commit, whoever makes it, and forgets one that failed', async () => {
  const store = await openTestStore()
  let read = 0
  const count = () => untilNextCommit(store, 'count', async () => ++read)
  expect([await count(), await count()]).toEqual([1, 1])
  await store.record((tx) => tables(tx).setting.create({ data: { name: 'x', value: 'y' } }))
  expect([await count(), await count()]).toEqual([2, 2])
  const failing = () => untilNextCommit(store, 'failing', () => Promise.reject(new Error(`${++read}`)))
  await expect(failing()).rejects.toThrow('3')
  await expect(failing()).rejects.toThrow('4')
})

it('counts the projects anew after each write', async () => {
  const store = await openTestStore()
  await storeEntry(store)
  expect((await listProjects(store)).map(({ entryCount }) => entryCount)).toEqual([1])
  await storeEntry(store)
  expect((await listProjects(store)).map(({ entryCount }) => entryCount)).toEqual([2])
})

/** A change of the store that a list can see. */
const changes = {
  add: (store: Store, n: number) =>
    storeEntry(store, {
      category: n % 2 ? 'EDIT' : 'VERIFY',
      repo: n % 3 ? 'a/b' : null,
      flags: n % 5 ? [] : ['vague'],
    }),
  retire: async (store: Store, n: number) => {
    const [entry] = await tables(store).entry.findMany({ orderBy: { seq: 'asc' }, skip: n % 6, take: 1 })
    if (!entry) return
    await store.write({ by: 'test', verb: 'retire' }, async (tx, revise) => {
      const revision = await revise(entry.projectId)
      await tables(tx).entry.update({ where: { id: entry.id }, data: { lifecycle: 'retired', revision } })
    })
  },
  find: async (store: Store, n: number) => {
    const [entry] = await tables(store).entry.findMany({ orderBy: { seq: 'asc' }, skip: n % 6, take: 1 })
    if (!entry) return
    await store.record((tx) =>
      tables(tx).finding.create({
        data: {
          id: store.nextId('f'),
          projectId: entry.projectId,
          detector: 'leak',
          entryId: entry.id,
          detail: '{}',
          state: 'open',
          foundAt: store.now(),
        },
      }),
    )
  },
}

const queries = fc.record({
  text: fc.constantFrom('', '', 'construct', 'page'),
  facets: fc.record(
    {
      category: fc.subarray(['EDIT', 'VERIFY', 'REPRODUCE']),
      lifecycle: fc.subarray(['approved', 'retired']),
      repo: fc.subarray(['a/b', 'none']),
      flag: fc.subarray(['vague']),
      finding: fc.subarray(['leak']),
    },
    { requiredKeys: [] },
  ),
  sort: fc.constantFrom(...ENTRY_SORTS),
  descending: fc.boolean(),
  offset: fc.nat(3),
})

it('lists and counts after any changes what the store holds then, as plain SQL counts it', {
  timeout: 60_000,
}, async () => {
  const step = fc.tuple(fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])), fc.nat(30))
  await fc.assert(
    fc.asyncProperty(
      fc.array(queries, { minLength: 1, maxLength: 3 }),
      fc.array(step, { maxLength: 5 }),
      async (asked, steps) => {
        const store = await openTestStore()
        const { projectId } = await storeEntry(store)
        for (const change of [null, ...steps]) {
          if (change) await changes[change[0]](store, change[1])
          for (const query of [...asked, ...asked])
            await expectPlain(store, { ...query, projectId, limit: 50 })
        }
      },
    ),
    { numRuns: 25 },
  )
})

async function expectPlain(store: Store, query: EntryQuery): Promise<void> {
  const list = await listEntries(store, query)
  const ids = await matchingIds(store, query)
  expect(list.matchCount).toBe(ids.length)
  expect(list.rows).toHaveLength(Math.max(0, ids.length - query.offset))
  const shown = list.rows.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(shown))
  if (query.sort === 'created')
    expect(shown).toEqual((query.descending ? ids.toReversed() : ids).slice(query.offset))
  await expectCounts(store, query, list)
}

async function expectCounts(store: Store, query: EntryQuery, list: EntryList): Promise<void> {
  for (const facet of ENTRY_FACETS)
    for (const { value, count } of list.facets[facet]) {
      const slow = await countMatching(store, {
        ...query,
        facets: { ...query.facets, [facet]: [value] },
      })
      expect([facet, value, count]).toEqual([facet, value, slow.matchCount])
    }
}
