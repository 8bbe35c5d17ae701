import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CATEGORIES } from '../../memory/category.ts'
import { type MemoryEntry, memoryEntrySchema } from '../../memory/entry.ts'
import { EXPERIENCE_PARTS } from '../../memory/experience.ts'
import { LIFECYCLES } from '../../memory/lifecycle.ts'
import { changeEntry, storeMany } from '../fixtures/test-rows.ts'
import { embed, embedder, openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { isDigestOf } from '../log/log-seal.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'
import { chooseEmbedder, putVectors } from '../vectors/vectors.ts'
import { getEntries, matchingIds } from './entries.ts'
import { readCandidates } from './entry-detail.ts'
import { isStoredAlike } from './entry-row.ts'
import { insertEntries, readEntries, readPositions, readVectors, replaceEntries } from './entry-writes.ts'
import { listEntriesAt } from './history.ts'
import { listEntryVersions } from './revisions.ts'

const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom("o'neil", '"', '\\', '\\ud83d', '\u0000', '1.50', 'null', '{"a":1}', 'é😀', ' \n\t'),
)
const said = word.map((text) => text || 'x')
const place = fc.record({
  step: fc.integer({ min: 1, max: 9 }),
  part: fc.record({ kind: fc.constantFrom('thought', 'action', 'observation'), index: fc.nat(3) }),
  start: fc.nat(99),
  end: fc.nat(99),
})
const at = fc
  .date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true })
  .map((one) => one.toISOString())
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })

/** What an entry can say and be, apart from where it belongs. */
const change = fc.record({
  scope: fc.constantFrom('user', 'project', 'episode'),
  category: fc.constantFrom(...CATEGORIES),
  description: fc.record({ objective: said, keywords: fc.array(said, { maxLength: 4 }) }),
  experience: fc.record({
    ...{ title: said, kind: fc.constantFrom('pattern', 'avoid', 'undetermined') },
    ...{ when: word, do: word, because: word, check: word },
  }),
  extractor: said,
  lifecycle: fc.constantFrom(...LIFECYCLES),
  pinned: fc.boolean(),
  flags: fc.array(word, { maxLength: 3 }),
  instanceId: orNull(word),
  repo: orNull(word),
  fromStep: orNull(fc.nat(99)),
  toStep: orNull(fc.nat(99)),
  citations: fc.array(fc.record({ part: fc.constantFrom(...EXPERIENCE_PARTS), span: place }), {
    maxLength: 2,
  }),
  removed: fc.array(
    place.map((span) => ({ ...span, type: 'path' as const })),
    { maxLength: 2 },
  ),
  reason: orNull(word),
  suppressionKey: said,
  createdAt: at,
  updatedAt: at,
})
/** Who looked at it, and whether it serves: absent and present are two states, null is none. */
const kept = fc.tuple(change, fc.option(fc.record({ reviewedBy: said, reviewedAt: at })), fc.boolean())
const changes = fc.sample(
  kept.map(([one, review, isBeside]) => ({
    ...one,
    ...(review ?? {}),
    ...(isBeside ? { beside: true } : {}),
  })),
  { numRuns: 120, seed: 7 },
) as Partial<MemoryEntry>[]

const byId = (some: readonly MemoryEntry[]) => some.toSorted((a, b) => (a.id < b.id ? -1 : 1))

it('an entry comes back as it was written, whatever it says, by every way of reading and from its history', async () => {
  const store = await openTestStore()
  const like = await storeEntry(store)
  const written = await storeMany(store, like, changes)
  const ids = written.map(({ id }) => id)
  const known = byId(written)
  expect(byId(await getEntries(store, ids))).toEqual(known)
  expect(byId(await readCandidates(store, ids))).toEqual(known)
  expect(byId(await readEntries(store, ids))).toEqual(known)
  const past = await listEntriesAt(store, [like.projectId], written[0]?.revision ?? 0)
  expect(past.entries.filter(({ id }) => id !== like.id)).toEqual(known)
})

it('an entry that changes comes back as it is then, and its history tells both states', async () => {
  const store = await openTestStore()
  const like = await storeEntry(store)
  const half = changes.length / 2
  const before = await storeMany(store, like, changes.slice(0, half))
  const after = await store.write(
    { by: 'test', verb: 'edit', projectId: like.projectId },
    async (tx, revise) => {
      const revision = await revise()
      const pairs = before.map((one, i) => {
        // What never changes of an entry: its name, its home and when it was made.
        const { id, projectId, createdAt } = one
        const { beside: _b, reviewedBy: _r, reviewedAt: _a, ...rest } = one
        const next = { ...rest, ...changes[half + i], id, projectId, createdAt, revision }
        return { before: one, after: memoryEntrySchema.parse(next) }
      })
      await replaceEntries(tx, revision, pairs)
      return pairs.map((one) => one.after)
    },
  )
  expect(
    byId(
      await getEntries(
        store,
        after.map(({ id }) => id),
      ),
    ),
  ).toEqual(byId(after))
  for (const [i, one] of after.entries()) {
    const [last, first] = await listEntryVersions(store, one.id)
    expect([last?.before, last?.after, first?.before, first?.after]).toEqual([
      before[i],
      one,
      null,
      before[i],
    ])
  }
})

it('more rows than one statement carries arrive whole and in order, each with its vector and a digest that fits', async () => {
  const store = await openTestStore()
  const like = await storeEntry(store)
  const many = await storeMany(
    store,
    like,
    Array.from({ length: 1_001 }, (_, i) => ({ flags: [`n ${i}`] })),
  )
  const ids = many.map(({ id }) => id)
  const filter = { projectId: like.projectId, text: '', facets: {}, ids }
  expect(await matchingIds(store, filter)).toEqual(ids)
  expect((await readVectors(store, ids)).size).toBe(1_001)
  const log = await tables(store).change.findMany({ where: { revisionNumber: many[0]?.revision ?? 0 } })
  expect(log.map(({ entityId }) => entityId)).toEqual(ids)
  expect(log.every((row) => isDigestOf(row.digest, row))).toBe(true)
  expect((await readEntries(store, [...ids, 'm_nobody'])).length).toBe(1_001)
})

const words = async (store: Store, projectId: string, text: string) =>
  (await matchingIds(store, { projectId, text, facets: {} })).length

it('the full-text index follows a change of words and is not touched by any other', async () => {
  const store = await openTestStore()
  const description = { objective: 'zebra crossing', keywords: ['stripes'] }
  const first = await storeEntry(store, { description })
  const { projectId } = first
  const reviewed = await changeEntry(store, first, { reviewedBy: 'Mara', category: 'VERIFY' })
  expect([await words(store, projectId, 'zebra'), await words(store, projectId, 'stripes')]).toEqual([1, 1])
  await changeEntry(store, reviewed, { description: { objective: 'quiet lane', keywords: [] } })
  expect([await words(store, projectId, 'zebra'), await words(store, projectId, 'stripes')]).toEqual([0, 0])
  expect(await words(store, projectId, 'quiet')).toBe(1)
})

it('a new description takes along the vectors of other models, which are of the old one', async () => {
  const store = await openTestStore()
  const entry = await storeEntry(store)
  const text = `${entry.description.objective}; off-by-one`
  const made = [{ id: entry.id, text, vector: new Float32Array([1, 0]) }]
  expect(await store.record((tx) => putVectors(tx, 'other', made))).toBe(1)
  const vectorsNow = async () => (await readVectors(store, [entry.id])).get(entry.id)
  expect((await vectorsNow())?.map(({ model }) => model).sort()).toEqual([embedder.id, 'other'].sort())
  const flagged = await changeEntry(store, entry, { flags: ['x'] })
  expect((await vectorsNow())?.length).toBe(2)
  const description = { objective: 'something else', keywords: [] }
  await changeEntry(store, flagged, { description })
  expect(await vectorsNow()).toEqual([await embed(description)])
})

it('refuses vectors of a space that the store has left, and stores nothing of them', async () => {
  const store = await openTestStore()
  const entry = await storeEntry(store)
  await store.record((tx) => chooseEmbedder(tx, 'next'))
  await expect(storeMany(store, entry, [{}])).rejects.toMatchObject({
    code: 'embedder-switched',
    status: 503,
  })
  const description = { objective: 'other', keywords: [] }
  await expect(changeEntry(store, entry, { description })).rejects.toMatchObject({
    code: 'embedder-switched',
  })
  expect(await changeEntry(store, entry, { pinned: true })).toMatchObject({ pinned: true })
  expect(await matchingIds(store, { projectId: entry.projectId, text: '', facets: {} })).toEqual([entry.id])
})

it('remembers the place in the stream that an entry came with, and none of one by hand', async () => {
  const store = await openTestStore()
  const like = await storeEntry(store)
  const entry = { ...like, id: store.nextId('m') }
  await store.write({ by: 'test', verb: 'add' }, async (tx, revise) =>
    insertEntries(tx, await revise(like.projectId), [
      { entry, vector: await embed(like.description), position: 4 },
    ]),
  )
  await changeEntry(store, entry, { flags: ['x'] })
  const positions = await store.record((tx) => readPositions(tx, [like.id, entry.id, 'm_nobody']))
  expect([...positions].sort()).toEqual([[like.id, null] as const, [entry.id, 4] as const].sort())
})

it('two states are stored alike whichever revision and moment brought them, and not when anything else differs', () => {
  const [one] = changes
  const entry = {
    id: 'm_1',
    projectId: 'p_1',
    revision: 1,
    subtaskId: null,
    episodeId: null,
    ...one,
  } as MemoryEntry
  const later = { ...entry, revision: 9, updatedAt: '2026-05-05T00:00:00.000Z' }
  expect(isStoredAlike(entry, later)).toBe(true)
  expect(isStoredAlike({ ...entry, beside: false }, { ...later, beside: undefined })).toBe(true)
  const others: Partial<MemoryEntry>[] = [
    { pinned: !entry.pinned }, { beside: !entry.beside }, { flags: [...entry.flags, 'x'] }, { reason: `${entry.reason}!` },
    { reviewedBy: 'Ivo' }, { experience: { ...entry.experience, check: `${entry.experience.check}!` } },
  ] // biome-ignore format: one list, read as one
  for (const change of others)
    expect([change, isStoredAlike(entry, { ...later, ...change })]).toEqual([change, false])
})
