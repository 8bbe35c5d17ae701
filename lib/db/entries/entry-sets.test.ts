import { expect, it } from 'vitest'
import { CATEGORIES } from '../../memory/category.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import { LIFECYCLES } from '../../memory/lifecycle.ts'
import { createRandom } from '../../memory/statistics.ts'
import { makeProject, storeFinding, storeMany, storeRun } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { enqueueJob } from '../jobs/order-jobs.ts'
import {
  countByCategory,
  countChange,
  countStoredEntries,
  hasFromSource,
  listFromSource,
  matchingIds,
} from './entries.ts'
import { listOpenDetectors, listSpanEntries, readServable } from './entry-detail.ts'
import { countAllWithoutRun, countWithoutRun, idsByRun } from './transfer-rows.ts'

it('a change by rule is announced as a count of entry after entry says, pinned ones and done ones told apart', async () => {
  const store = await openTestStore()
  const like = await storeEntry(store)
  const random = createRandom(8)
  const pick = <T>(some: readonly T[]) => some[Math.floor(random() * some.length)] as T
  const more = Array.from({ length: 60 }, () => ({
    pinned: pick([true, false]),
    lifecycle: pick(LIFECYCLES),
    category: pick(CATEGORIES),
  }))
  const all = [like, ...(await storeMany(store, like, more))]
  const filter = {
    projectId: like.projectId,
    text: '',
    facets: { category: ['EDIT', 'VERIFY', 'REPRODUCE'] },
  }
  const meant = new Set(await matchingIds(store, filter))
  const rules: Parameters<typeof countChange>[2]['done'][] = [
    {},
    { lifecycle: 'approved' },
    { category: 'EDIT' },
    { pinned: true },
    { category: 'EDIT', pinned: false },
  ]
  for (const done of rules)
    for (const sparesPinned of [true, false]) {
      const some = all.filter(({ id }) => meant.has(id))
      const isSpared = (entry: MemoryEntry) => sparesPinned && entry.pinned
      const keys = Object.keys(done) as (keyof typeof done)[]
      const isDone = (entry: MemoryEntry) => keys.length > 0 && keys.every((key) => entry[key] === done[key])
      const left = some.filter((entry) => !isSpared(entry))
      expect([done, await countChange(store, filter, { done, sparesPinned })]).toEqual([
        done,
        {
          ...{ matchCount: some.length, pinnedCount: some.length - left.length },
          ...{
            alreadyCount: left.filter(isDone).length,
            changeCount: left.filter((entry) => !isDone(entry)).length,
          },
        },
      ])
    }
  const nothing = { matchCount: 0, pinnedCount: 0, alreadyCount: 0, changeCount: 0 }
  const none = { ...filter, text: 'nowhere' }
  expect(await countChange(store, none, { done: { pinned: true }, sparesPinned: true })).toEqual(nothing)
})

it('a source is a run, an import, an extractor or a file, and gives what of it is not retired, in its project', async () => {
  const store = await openTestStore()
  const first = await storeRun(store, { fileName: 'a.json' })
  const second = await storeRun(store, { fileName: 'a.json' })
  const elsewhere = await storeRun(store, { project: 'other', fileName: 'a.json' })
  const of = (run: typeof first, change: Partial<MemoryEntry> = {}) =>
    storeEntry(store, {
      projectId: run.projectId,
      episodeId: run.episodeId,
      extractor: 'rules-v3',
      ...change,
    })
  const [a, b] = [await of(first), await of(second, { extractor: 'model-v1', lifecycle: 'candidate' })]
  await of(first, { lifecycle: 'retired' })
  await of(first, { lifecycle: 'purged' })
  await of(elsewhere)
  const job = {
    kind: 'extract',
    label: 'l',
    request: null,
    items: [{ label: 'l', target: second.episodeId }],
  }
  const { jobId } = await store.record((tx) => enqueueJob(store, tx, job))
  const sources = [
    { episodeId: first.episodeId },
    { jobId },
    { extractor: 'rules-v3' },
    { fileName: 'a.json' },
    { fileName: 'b.json' },
  ]
  const found = await Promise.all(sources.map((source) => listFromSource(store, first.projectId, source)))
  expect(found).toEqual([[a.id], [b.id], [a.id], [a.id, b.id], []])
  expect(await Promise.all(sources.map((source) => hasFromSource(store, source)))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ])
})

it('never serves what may hold a secret: an open finding keeps it back, a dismissal lets it go, nobody’s look counts as none', async () => {
  const store = await openTestStore()
  const like = await storeEntry(store)
  const [plain, found, dismissed, both, unseen, vague] = (await storeMany(store, like, [
    {},
    {},
    {},
    {},
    {},
    {},
  ])) as [MemoryEntry, MemoryEntry, MemoryEntry, MemoryEntry, MemoryEntry, MemoryEntry]
  await storeFinding(store, found, 'secret')
  await storeFinding(store, dismissed, 'secret', { state: 'dismissed' })
  await storeFinding(store, both, 'secret', { state: 'dismissed' })
  await storeFinding(store, both, 'secret')
  await storeFinding(store, vague, 'vague')
  const ids = [plain, found, dismissed, both, unseen, vague].map(({ id }) => id)
  const suspects = new Set([found.id, dismissed.id, both.id, unseen.id])
  const served = await readServable(store, [...ids, 'm_gone'], ({ id }) => suspects.has(id))
  expect(served.map(({ id }) => id).sort()).toEqual([plain.id, dismissed.id, vague.id].sort())
  expect((await readServable(store, ids, () => true)).map(({ id }) => id)).toEqual([dismissed.id])
})

it('tells what detectors hold against an entry, alone or in a pair, each once; that it never won is nothing against it', async () => {
  const store = await openTestStore()
  const [one, other] = [await storeEntry(store), await storeEntry(store)]
  for (const detector of ['vague', 'vague', 'never-retrieved']) await storeFinding(store, one, detector)
  await storeFinding(store, one, 'leak', { state: 'dismissed' })
  await storeFinding(store, other, 'near-duplicate', { otherId: one.id })
  expect([await listOpenDetectors(store, one.id), await listOpenDetectors(store, other.id)]).toEqual([
    ['near-duplicate', 'vague'],
    ['near-duplicate'],
  ])
  expect(await listOpenDetectors(store, 'm_gone')).toEqual([])
})

it('counts all that is stored, and of a project what is live and in service by category', async () => {
  const store = await openTestStore()
  const like = await storeEntry(store, { category: 'EDIT' })
  await storeMany(store, like, [
    {},
    { category: 'VERIFY' },
    { lifecycle: 'retired' },
    { lifecycle: 'purged' },
    { beside: true },
  ])
  await storeEntry(store, { projectId: await makeProject(store, 'other') })
  expect(await countStoredEntries(store)).toBe(7)
  expect((await countByCategory(store, like.projectId)).sort()).toEqual([1, 2])
  expect(await countByCategory(store, 'p_none')).toEqual([])
})

it('entries of a span are approved and know their stage, run and steps; those beside count too', async () => {
  const store = await openTestStore()
  const { projectId, episodeId, stageIds } = await storeRun(store, { stages: [{}] })
  const whole = { projectId, episodeId, subtaskId: stageIds[0] ?? null, fromStep: 1, toStep: 1 }
  const ids = [await storeEntry(store, whole), await storeEntry(store, { ...whole, beside: true })].map(
    ({ id }) => id,
  )
  for (const change of [
    { fromStep: null },
    { toStep: null },
    { episodeId: null },
    { subtaskId: null },
    { lifecycle: 'candidate' as const },
  ])
    await storeEntry(store, { ...whole, ...change })
  expect((await listSpanEntries(store, [projectId])).map(({ id }) => id)).toEqual(ids)
  expect(await listSpanEntries(store, [])).toEqual([])
})

it('entries stand by their run in the order of the stream, those without one together, each oldest first', async () => {
  const store = await openTestStore()
  const [first, second] = [await storeRun(store), await storeRun(store)]
  const { projectId } = first
  const made: MemoryEntry[] = []
  for (const episodeId of [second.episodeId, null, first.episodeId, second.episodeId, null])
    made.push(await storeEntry(store, { projectId, episodeId }))
  const [a, b, c, d, e] = made.map(({ id }) => id)
  await storeEntry(store, { projectId, lifecycle: 'retired' })
  const filter = { projectId, text: '', facets: {} }
  expect(await idsByRun(store, filter)).toEqual([
    { episodeId: null, ids: [b, e] },
    { episodeId: first.episodeId, ids: [c] },
    { episodeId: second.episodeId, ids: [a, d] },
  ])
  expect([await countWithoutRun(store, filter), await countAllWithoutRun(store, projectId)]).toEqual([2, 3])
  expect(await countWithoutRun(store, { ...filter, ids: [a ?? ''] })).toBe(0)
})
