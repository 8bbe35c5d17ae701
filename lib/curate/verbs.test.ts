import { describe, expect, it } from 'vitest'
import { countMatching, findEntry, getEntries } from '../db/entries/entries.ts'
import { findEntryDetail } from '../db/entries/entry-detail.ts'
import { addNote, deleteNote, listNotes } from '../db/entries/notes.ts'
import { listOrigins } from '../db/entries/origins.ts'
import { countActivity, listActivity } from '../db/entries/revisions.ts'
import { openTestStore, storeEntry, storeEpisode, temporaryFolder } from '../db/fixtures/test-store.ts'
import { listScopeIds } from '../db/projects.ts'
import { findSuppression } from '../db/purge/suppressions.ts'
import { tables } from '../db/tables.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import { spentMs } from '../memory/fixtures/spent.ts'
import { bulkChange, previewChange } from './bulk.ts'
import { depsOf } from './fixtures/curate-deps.ts'
import { type Lesson, mergeEntries } from './merge.ts'
import { retireEntries } from './retire.ts'
import { countFromSource, rollbackSource } from './rollback-source.ts'
import { changeByRule } from './rule.ts'
import { splitEntry } from './split.ts'
import { carryEntries } from './transfer/copy.ts'
import { undoRevision } from './undo.ts'

const lesson: Lesson = {
  category: 'EDIT',
  objective: 'guard both ends of the page',
  keywords: ['boundary'],
  title: 'Both ends',
  kind: 'pattern',
  when: 'A page is full.',
  do: 'Ask for one more and for none.',
  because: '',
  check: '',
}

const span = { step: 1, part: { kind: 'thought' as const, index: 0 }, start: 0, end: 4 }
const bare = { revision: 0, updatedAt: '' }

describe('merge', () => {
  async function three() {
    const store = await openTestStore()
    const a = await storeEntry(store)
    const episodeId = await storeEpisode(store, a.projectId)
    const b = await storeEntry(store, {
      episodeId,
      citations: [
        { part: 'do', span },
        { part: 'because', span },
      ],
    })
    const c = await storeEntry(store)
    const entries = [a, b, c].map(({ id, revision }) => ({ entryId: id, revision }))
    return { store, a, b, c, episodeId, entries }
  }

  it('leaves one, with the written text, the citations of all and a link to each', async () => {
    const { store, a, b, c, episodeId, entries } = await three()
    const receipt = await mergeEntries({ survivorId: a.id, entries, text: lesson }, depsOf(store))
    expect(receipt.entryCount).toBe(3)
    const survivor = await findEntry(store, a.id)
    expect(survivor).toMatchObject({ lifecycle: 'approved', category: 'EDIT', experience: { do: lesson.do } })
    // `because` is empty now and rests on nothing.
    expect(survivor?.citations).toEqual([{ part: 'do', span, episodeId }])
    for (const { id } of [b, c])
      expect(await findEntry(store, id)).toMatchObject({
        lifecycle: 'retired',
        reason: `merged into ${a.id}`,
      })
    expect((await listOrigins(store, a.id)).from.map(({ entryId }) => entryId)).toEqual([b.id, c.id])
    expect((await listOrigins(store, b.id)).into.map(({ entryId }) => entryId)).toEqual([a.id])
    const standing = await store.record((tx) => findSuppression(store, tx, a.projectId, b.suppressionKey))
    expect(standing?.reason).toBe(`merged into ${a.id}`)
  })

  it('is undone whole, links included, and done again by undoing that', async () => {
    const { store, a, b, c, entries } = await three()
    const { revision } = await mergeEntries(
      { survivorId: a.id, entries, text: { takenFrom: b.id } },
      depsOf(store),
    )
    expect((await findEntry(store, a.id))?.description).toEqual(b.description)
    const undone = await undoRevision({ revision }, depsOf(store))
    for (const before of [a, b, c])
      expect({ ...(await findEntry(store, before.id)), ...bare }).toEqual({ ...before, ...bare })
    expect(await listOrigins(store, a.id)).toEqual({ from: [], into: [] })
    await undoRevision({ revision: undone.revision }, depsOf(store))
    expect((await listOrigins(store, a.id)).from).toHaveLength(2)
    expect((await findEntry(store, b.id))?.lifecycle).toBe('retired')
  })

  it('keeps its link when the same two are merged once more and that is undone', async () => {
    const { store, a, b } = await three()
    const again = async () => {
      const entries = (await getEntries(store, [a.id, b.id])).map(({ id, revision }) => ({
        entryId: id,
        revision,
      }))
      return await mergeEntries({ survivorId: a.id, entries }, depsOf(store))
    }
    await again()
    const { revision } = await again()
    await undoRevision({ revision }, depsOf(store))
    expect((await listOrigins(store, a.id)).from.map(({ entryId }) => entryId)).toEqual([b.id])
  })

  it('embeds the survivor anew when what it is about changes', async () => {
    const { store, a, entries } = await three()
    const hash = async () =>
      (await tables(store).vector.findFirstOrThrow({ where: { entryId: a.id } })).textHash
    const before = await hash()
    await mergeEntries({ survivorId: a.id, entries, text: lesson }, depsOf(store))
    expect(await hash()).not.toBe(before)
  })

  it('refuses when one of them was changed since it was read, and changes none', async () => {
    const { store, a, b, c, entries } = await three()
    await changeByRule({ verb: 'pin' }, { entryIds: [c.id] }, depsOf(store))
    const merge = mergeEntries({ survivorId: a.id, entries, text: lesson }, depsOf(store))
    await expect(merge).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(c.id) })
    expect((await findEntry(store, b.id))?.lifecycle).toBe('approved')
  })
})

it('splits one into several that keep its source, and undo brings the one back', async () => {
  const store = await openTestStore()
  const entry = await storeEntry(store, { citations: [{ part: 'when', span }] })
  const parts = [lesson, { ...lesson, category: 'VERIFY' as const, when: 'At the end.', title: 'After' }]
  const receipt = await splitEntry({ entryId: entry.id, revision: entry.revision, parts }, depsOf(store))
  const [, first = '', second = ''] = receipt.entryIds
  expect(await findEntry(store, first)).toMatchObject({
    instanceId: entry.instanceId,
    extractor: 'person',
    citations: [{ part: 'when', span }],
  })
  expect(await findEntry(store, second)).toMatchObject({ category: 'VERIFY', citations: [] })
  expect((await findEntry(store, entry.id))?.reason).toBe(`split into ${first}, ${second}`)
  expect(await tables(store).vector.count({ where: { entryId: { in: [first, second] } } })).toBe(2)
  await undoRevision({ revision: receipt.revision }, depsOf(store))
  expect((await findEntry(store, entry.id))?.lifecycle).toBe('approved')
  expect((await findEntry(store, first))?.lifecycle).toBe('retired')
})

it('a review names who looked, puts waiting ones into service, and leaves retired ones retired', async () => {
  const store = await openTestStore()
  const waiting = await storeEntry(store, { lifecycle: 'candidate', reason: 'held' })
  const gone = await storeEntry(store, { lifecycle: 'retired', reason: 'junk' })
  const { revision } = await changeByRule(
    { verb: 'approve' },
    { entryIds: [waiting.id, gone.id] },
    depsOf(store),
  )
  expect(await findEntry(store, waiting.id)).toMatchObject({
    lifecycle: 'approved',
    reason: null,
    reviewedBy: 'Mara',
    reviewedAt: expect.stringContaining('2026'),
  })
  expect(await findEntry(store, gone.id)).toMatchObject({ lifecycle: 'retired', reviewedBy: 'Mara' })
  await undoRevision({ revision }, depsOf(store))
  expect((await findEntry(store, waiting.id))?.reviewedBy).toBeUndefined()
})

const one = (verb: 'copy' | 'move', { id, projectId }: Pick<MemoryEntry, 'id' | 'projectId'>) => ({
  verb,
  filter: { projectId, text: '', facets: {}, ids: [id] },
  expectedCount: 1,
})

describe('copy and move', () => {
  it('copies to another project with the vector, linked to its source', async () => {
    const store = await openTestStore()
    const entry = await storeEntry(store)
    const { entryIds } = await carryEntries(
      { ...one('copy', entry), to: { project: 'depot' } },
      depsOf(store),
    )
    const [copy] = await getEntries(store, entryIds)
    expect(copy).toMatchObject({ scope: 'project', instanceId: entry.instanceId, lifecycle: 'approved' })
    expect(copy?.projectId).not.toBe(entry.projectId)
    const vectors = await tables(store).vector.findMany({
      where: { entryId: { in: [entry.id, ...entryIds] } },
    })
    expect(vectors.map(({ data }) => Buffer.from(data).toString('hex'))[0]).toBe(
      Buffer.from(vectors[1]?.data ?? []).toString('hex'),
    )
    expect((await findEntry(store, entry.id))?.lifecycle).toBe('approved')
  })

  it('moves to the user’s scope, which every imported project then sees, and back by undo', async () => {
    const store = await openTestStore()
    const entry = await storeEntry(store)
    const receipt = await carryEntries({ ...one('move', entry), to: { scope: 'user' } }, depsOf(store))
    const moved = (await getEntries(store, receipt.entryIds)).find(({ id }) => id !== entry.id)
    expect(moved).toMatchObject({ scope: 'user', lifecycle: 'approved' })
    expect(await listScopeIds(store, entry.projectId)).toEqual([entry.projectId, moved?.projectId])
    expect(await findEntry(store, entry.id)).toMatchObject({
      lifecycle: 'retired',
      reason: `moved to the user scope as ${moved?.id}`,
    })
    await undoRevision({ revision: receipt.revision }, depsOf(store))
    expect((await findEntry(store, entry.id))?.lifecycle).toBe('approved')
    expect((await findEntry(store, moved?.id ?? ''))?.lifecycle).toBe('retired')
  })

  it('stands in the log of both projects, and so does its undo', async () => {
    const store = await openTestStore()
    const entry = await storeEntry(store)
    const { projectId } = entry
    const { revision } = await carryEntries(
      { ...one('move', entry), to: { project: 'depot' } },
      depsOf(store),
    )
    const undone = await undoRevision({ revision }, depsOf(store))
    await carryEntries({ ...one('copy', entry), to: { project: 'depot' } }, depsOf(store))
    const depot = (await tables(store).project.findFirstOrThrow({ where: { name: 'depot' } })).id
    const log = async (of: string) => {
      const { rows, matchCount } = await listActivity(store, { projectId: of, offset: 0, limit: 10 })
      expect((await countActivity(store, of)).totalCount).toBe(matchCount)
      return rows.map((row) => row.verb)
    }
    expect(await log(depot)).toEqual(['copy', 'undo', 'move'])
    expect(await log(projectId)).toEqual(['undo', 'move', 'extract'])
    const narrowed = { projectId: depot, verb: 'undo', offset: 0, limit: 10 }
    expect((await listActivity(store, narrowed)).rows.map((row) => row.revision)).toEqual([undone.revision])
  })

  it('takes what the filter means at that moment, and only the number that was announced', async () => {
    const store = await openTestStore()
    const { projectId } = await storeEntry(store)
    await storeEntry(store, { lifecycle: 'retired' })
    const input = {
      verb: 'copy' as const,
      filter: { projectId, text: '', facets: {} },
      to: { project: 'depot' },
      requestId: 'one-form-once',
    }
    const two = carryEntries({ ...input, expectedCount: 2 }, depsOf(store))
    await expect(two).rejects.toMatchObject({ code: 'count-changed' })
    expect(await tables(store).project.count({ where: { name: 'depot' } })).toBe(0)
    const first = await carryEntries({ ...input, expectedCount: 1 }, depsOf(store))
    // The same form, sent again: nothing more is copied, though the filter still means one.
    expect(await carryEntries({ ...input, expectedCount: 1 }, depsOf(store))).toEqual(first)
    expect(await tables(store).entry.count({ where: { project: { name: 'depot' } } })).toBe(1)
  })
})

describe('a change by rule', () => {
  const rule = { verb: 'retire' } as const

  it('changes exactly the number it announced, without the pinned, and undoes exactly', async () => {
    const store = await openTestStore()
    const kept = await storeEntry(store, { pinned: true })
    for (let i = 0; i < 4; i++) await storeEntry(store, { flags: ['vague'] })
    const filter = { projectId: kept.projectId, text: '', facets: {} }
    const preview = await previewChange({ rule, filter }, depsOf(store))
    expect(preview).toMatchObject({ matchCount: 5, pinnedCount: 1, alreadyCount: 0, changeCount: 4 })
    const receipt = await bulkChange({ rule, filter, expectedCount: 4, reason: 'junk' }, depsOf(store))
    expect(receipt).toMatchObject({ entryCount: 4, pinnedCount: 1 })
    expect((await findEntry(store, kept.id))?.lifecycle).toBe('approved')
    const undone = await undoRevision({ revision: receipt.revision }, depsOf(store))
    expect(undone.entryCount).toBe(4)
    expect(await tables(store).entry.count({ where: { lifecycle: 'approved' } })).toBe(5)
    expect(await tables(store).suppression.count({ where: { liftedAt: null } })).toBe(0)
  })

  it('refuses when the number is another by now, and says both', async () => {
    const store = await openTestStore()
    const { projectId } = await storeEntry(store)
    await storeEntry(store)
    const filter = { projectId, text: '', facets: {} }
    const change = bulkChange({ rule, filter, expectedCount: 1, reason: 'junk' }, depsOf(store))
    await expect(change).rejects.toMatchObject({
      code: 'count-changed',
      message: 'You were told 1 entries would change; now it is 2.',
    })
    expect(await tables(store).entry.count({ where: { lifecycle: 'retired' } })).toBe(0)
  })

  it.each([
    [{ verb: 'restore' as const }, { lifecycle: 'approved' }],
    [{ verb: 'pin' as const }, { pinned: true }],
    [{ verb: 'unpin' as const }, { pinned: false }],
    [{ verb: 'recategorise' as const, category: 'VERIFY' as const }, { category: 'VERIFY' }],
  ])('counts what is so already: %j', async (one, state) => {
    const store = await openTestStore()
    const { projectId } = await storeEntry(store, { lifecycle: 'candidate', category: 'EDIT' })
    const done = await storeEntry(store, { ...state } as never)
    const other = await storeEntry(store, { lifecycle: 'candidate', pinned: one.verb === 'unpin' })
    const filter = { projectId, text: '', facets: {} }
    const preview = await previewChange({ rule: one, filter }, depsOf(store))
    const { changeCount: expectedCount } = preview
    const receipt = await bulkChange({ rule: one, filter, expectedCount, reason: 'rule' }, depsOf(store))
    expect([receipt.entryCount, receipt.alreadyCount]).toEqual([expectedCount, preview.alreadyCount])
    expect(preview.alreadyCount).toBeGreaterThan(0)
    expect(await findEntry(store, other.id)).toMatchObject(state)
    expect(await findEntry(store, done.id)).toMatchObject(state)
  })

  it('takes 10,000 entries in seconds, and undoes them after a restart', async () => {
    const dataPath = temporaryFolder()
    const store = await openTestStore(dataPath)
    const model = await storeEntry(store)
    await store.record((tx) =>
      tables(tx).$executeRawUnsafe(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
         INSERT INTO "Entry" ("id", "projectId", "scope", "category", "objective", "keywords", "title", "kind", "whenText", "doText",
           "becauseText", "checkText", "extractor", "lifecycle", "pinned", "flags", "citations", "removed", "suppressionKey", "revision",
           "createdAt", "updatedAt")
         SELECT 'm_01KZ000' || (1000000000000000000 + i), "projectId", "scope", "category", "objective" || i, "keywords", "title", "kind", "whenText",
           "doText", "becauseText", "checkText", "extractor", "lifecycle", "pinned", "flags", "citations", "removed", 'k' || i, "revision",
           "createdAt", "updatedAt" FROM "Entry", n WHERE "id" = ?`,
        model.id,
      ),
    )
    const filter = { projectId: model.projectId, text: '', facets: {} }
    const begun = spentMs()
    const receipt = await bulkChange({ rule, filter, expectedCount: 10_000, reason: 'junk' }, depsOf(store))
    const tookMs = spentMs() - begun
    expect(receipt.entryCount).toBe(10_000)
    expect(await tables(store).suppression.count({ where: { liftedAt: null } })).toBe(10_000)
    await store.close()

    const again = await openTestStore(dataPath)
    const begunUndo = spentMs()
    const undone = await undoRevision({ revision: receipt.revision }, depsOf(again))
    const undoMs = spentMs() - begunUndo
    expect(undone.entryCount).toBe(10_000)
    expect(await tables(again).entry.count({ where: { lifecycle: 'approved' } })).toBe(10_000)
    expect(await tables(again).suppression.count({ where: { liftedAt: null } })).toBe(0)
    expect([tookMs, undoMs].map((ms) => ms < 15_000)).toEqual([true, true])
  })
})

it('takes everything from one source out of service at once, and names what was made of it', async () => {
  const store = await openTestStore()
  const other = await storeEntry(store)
  const episodeId = await storeEpisode(store, other.projectId, { fileName: 'bad.json' })
  const a = await storeEntry(store, { episodeId })
  const b = await storeEntry(store, { episodeId, pinned: true })
  await storeEntry(store, { episodeId, lifecycle: 'retired' })
  const filter = { projectId: other.projectId, text: '', facets: {}, expression: `episode:${episodeId}` }
  const announced = await countMatching(store, filter)
  const { entryIds: copies } = await carryEntries(
    { ...one('copy', a), to: { project: 'depot' } },
    depsOf(store),
  )
  const source = { fileName: 'bad.json' }
  const counted = await countFromSource({ projectId: other.projectId, source }, store)
  expect(counted).toMatchObject(announced)
  expect(counted.sample.map(({ id }) => id)).toEqual([a.id, b.id])
  const another = { projectId: other.projectId, source, reason: 'poisoned', expectedCount: 3 }
  await expect(rollbackSource(another, depsOf(store))).rejects.toMatchObject({ code: 'count-changed' })
  const rolled = await rollbackSource(
    { projectId: other.projectId, source: { fileName: 'bad.json' }, reason: 'poisoned' },
    depsOf(store),
  )
  expect(rolled).toMatchObject({ entryCount: 2, pinnedCount: 1, entryIds: [a.id, b.id], madeOfThem: copies })
  expect(announced).toEqual({ matchCount: rolled.entryCount, pinnedCount: rolled.pinnedCount })
  expect((await findEntry(store, other.id))?.lifecycle).toBe('approved')
  const again = rollbackSource(
    { projectId: other.projectId, source: { episodeId }, reason: 'poisoned' },
    depsOf(store),
  )
  await expect(again).rejects.toMatchObject({ code: 'nothing-to-change' })
})

it('keeps notes beside an entry without a revision', async () => {
  const store = await openTestStore()
  const { id, revision } = await storeEntry(store)
  const note = await addNote(store, { entryId: id, text: 'Ask Ivo.', by: 'Mara' })
  // Sent twice, it is one note.
  expect(await addNote(store, { entryId: id, text: 'Ask Ivo.', by: 'Mara' })).toEqual(note)
  expect((await findEntryDetail(store, id))?.notes).toEqual([note])
  expect((await findEntry(store, id))?.revision).toBe(revision)
  await deleteNote(store, note.id)
  expect(await listNotes(store, id)).toEqual([])
  await expect(addNote(store, { entryId: 'm_none', text: 'x', by: 'y' })).rejects.toMatchObject({
    code: 'no-such-entry',
  })
})

it('restoring one does not lift what was purged', async () => {
  const store = await openTestStore()
  const entry = await storeEntry(store)
  await retireEntries({ entryIds: [entry.id], reason: 'junk' }, depsOf(store))
  await store.record((tx) => tables(tx).suppression.updateMany({ data: { state: 'purged' } }))
  await changeByRule({ verb: 'restore' }, { entryIds: [entry.id] }, depsOf(store))
  const standing = await store.record((tx) =>
    findSuppression(store, tx, entry.projectId, entry.suppressionKey),
  )
  expect(standing?.state).toBe('purged')
})
