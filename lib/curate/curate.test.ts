import { describe, expect, it } from 'vitest'
import { findEntry } from '../db/entries/entries.ts'
import { listEntryVersions } from '../db/entries/revisions.ts'
import { openTestStore, storeEntry } from '../db/fixtures/test-store.ts'
import { ensureProject } from '../db/projects.ts'
import { findSuppression } from '../db/purge/suppressions.ts'
import { tables } from '../db/tables.ts'
import { addEntry } from './add-entry.ts'
import { editEntry } from './edit.ts'
import { depsOf } from './fixtures/curate-deps.ts'
import { retireEntries } from './retire.ts'
import { changeByRule } from './rule.ts'
import { undoRevision } from './undo.ts'

describe('an entry’s life', () => {
  it('is edited with a new revision and the old text kept', async () => {
    const store = await openTestStore()
    const entry = await storeEntry(store)
    const { revision } = await editEntry(
      { entryId: entry.id, revision: entry.revision, do: 'Ask for two pages.' },
      depsOf(store),
    )
    expect(await findEntry(store, entry.id)).toMatchObject({
      revision,
      experience: { do: 'Ask for two pages.' },
    })
    const [newest] = await listEntryVersions(store, entry.id)
    expect([newest?.by, newest?.before?.experience.do, newest?.after?.experience.do]).toEqual([
      'Mara',
      entry.experience.do,
      'Ask for two pages.',
    ])
  })

  it('is embedded anew when its description changes, and only then', async () => {
    const store = await openTestStore()
    const entry = await storeEntry(store)
    const vectorOf = async () =>
      (await tables(store).vector.findFirstOrThrow({ where: { entryId: entry.id } })).textHash
    const first = await vectorOf()
    const edited = await editEntry(
      { entryId: entry.id, revision: entry.revision, check: 'Run it.' },
      depsOf(store),
    )
    expect(await vectorOf()).toBe(first)
    await editEntry(
      { entryId: entry.id, revision: edited.revision, objective: 'freeze the clock' },
      depsOf(store),
    )
    expect(await vectorOf()).not.toBe(first)
  })

  it('refuses the second of two people who edit it, and keeps the first edit', async () => {
    const store = await openTestStore()
    const entry = await storeEntry(store)
    await editEntry({ entryId: entry.id, revision: entry.revision, title: 'By Mara' }, depsOf(store))
    const second = editEntry({ entryId: entry.id, revision: entry.revision, title: 'By Ivo' }, depsOf(store))
    await expect(second).rejects.toMatchObject({ code: 'conflict' })
    expect((await findEntry(store, entry.id))?.experience.title).toBe('By Mara')
  })

  it('refuses a lesson of more than 120 words', async () => {
    const store = await openTestStore()
    const entry = await storeEntry(store)
    const long = 'word '.repeat(119)
    await expect(
      editEntry({ entryId: entry.id, revision: entry.revision, do: long }, depsOf(store)),
    ).rejects.toMatchObject({ code: 'too-long' })
  })

  it('refuses a secret, and keeps nothing of it', async () => {
    const store = await openTestStore()
    const entry = await storeEntry(store)
    const deps = { ...depsOf(store), inspect: () => ({ secrets: ['github-pat'], flags: [] }) }
    const edit = editEntry({ entryId: entry.id, revision: entry.revision, do: 'Use it.' }, deps)
    await expect(edit).rejects.toMatchObject({
      code: 'secret',
      message: expect.stringContaining('github-pat'),
    })
    expect(await findEntry(store, entry.id)).toEqual(entry)
  })

  it('rests on cited steps no longer where a person rewrote it', async () => {
    const store = await openTestStore()
    const span = { step: 1, part: { kind: 'thought' as const, index: 0 }, start: 0, end: 4 }
    const citations = [
      { part: 'do' as const, span },
      { part: 'because' as const, span },
    ]
    const entry = await storeEntry(store, { citations })
    await editEntry({ entryId: entry.id, revision: entry.revision, do: 'Ask twice.' }, depsOf(store))
    expect((await findEntry(store, entry.id))?.citations).toEqual([{ part: 'because', span }])
  })

  it('moves to another category', async () => {
    const store = await openTestStore()
    const entry = await storeEntry(store)
    await changeByRule(
      { verb: 'recategorise', category: 'VERIFY' },
      { entryIds: [entry.id], expectedRevision: entry.revision },
      depsOf(store),
    )
    expect((await findEntry(store, entry.id))?.category).toBe('VERIFY')
  })

  it('is retired with a reason, suppressed, and free again when restored', async () => {
    const store = await openTestStore()
    const { id, projectId, suppressionKey } = await storeEntry(store)
    await retireEntries({ entryIds: [id], reason: 'says nothing' }, depsOf(store))
    const standing = () => store.record((tx) => findSuppression(store, tx, projectId, suppressionKey))
    expect(await standing()).toEqual({ state: 'retired', reason: 'says nothing' })
    await changeByRule({ verb: 'restore' }, { entryIds: [id] }, depsOf(store))
    expect(await standing()).toBeNull()
    expect(await findEntry(store, id)).toMatchObject({ lifecycle: 'approved', reason: null })
  })

  it('is added by hand without a source', async () => {
    const store = await openTestStore()
    const input = {
      project: 'shop',
      category: 'EDIT' as const,
      objective: 'guard the empty list',
      keywords: ['empty'],
      title: 'Empty list',
      kind: 'pattern' as const,
      when: '',
      do: 'Return early.',
      because: '',
      check: '',
    }
    const { id } = await addEntry(input, depsOf(store))
    expect(await findEntry(store, id)).toMatchObject({
      extractor: 'person',
      subtaskId: null,
      lifecycle: 'approved',
    })
    // One form, sent three times at once, and once more later.
    const again = { ...input, requestId: 'one-form-once' }
    const sent = await Promise.all([1, 2, 3].map(() => addEntry(again, depsOf(store))))
    expect(new Set([...sent, await addEntry(again, depsOf(store))].map((one) => one.id)).size).toBe(1)
    expect(await tables(store).entry.count()).toBe(2)
    expect(await tables(store).revision.count()).toBe(2)
  })
})

it('refuses one change over entries of two projects, so that removing a project removes its whole history', async () => {
  const store = await openTestStore()
  const here = await storeEntry(store)
  const there = await store.record((tx) => ensureProject(store, tx, 'depot', 'imported'))
  const other = await storeEntry(store, { projectId: there.id })
  const both = retireEntries({ entryIds: [here.id, other.id], reason: 'junk' }, depsOf(store))
  await expect(both).rejects.toMatchObject({ code: 'several-projects' })
  expect((await findEntry(store, other.id))?.lifecycle).toBe('approved')
})

describe('undo', () => {
  it('brings back exactly what a bulk change had changed', async () => {
    const store = await openTestStore()
    const entries = [
      await storeEntry(store),
      await storeEntry(store),
      await storeEntry(store, { lifecycle: 'candidate' }),
    ]
    const receipt = await retireEntries({ entryIds: entries.map((e) => e.id), reason: 'junk' }, depsOf(store))
    expect(receipt.entryCount).toBe(3)
    const undone = await undoRevision({ revision: receipt.revision }, depsOf(store))
    expect(undone.entryCount).toBe(3)
    for (const before of entries) {
      const now = await findEntry(store, before.id)
      expect({ ...now, revision: 0, updatedAt: '' }).toEqual({ ...before, revision: 0, updatedAt: '' })
    }
    expect(await tables(store).suppression.count({ where: { liftedAt: null } })).toBe(0)
  })

  it('can itself be undone', async () => {
    const store = await openTestStore()
    const { id } = await storeEntry(store)
    const retired = await retireEntries({ entryIds: [id], reason: 'junk' }, depsOf(store))
    const undone = await undoRevision({ revision: retired.revision }, depsOf(store))
    await undoRevision({ revision: undone.revision }, depsOf(store))
    expect((await findEntry(store, id))?.lifecycle).toBe('retired')
  })

  it('refuses to overwrite a later change, and changes nothing', async () => {
    const store = await openTestStore()
    const [a, b] = [await storeEntry(store), await storeEntry(store)]
    const retired = await retireEntries({ entryIds: [a.id, b.id], reason: 'junk' }, depsOf(store))
    await changeByRule({ verb: 'restore' }, { entryIds: [b.id] }, depsOf(store))
    await expect(undoRevision({ revision: retired.revision }, depsOf(store))).rejects.toMatchObject({
      code: 'conflict',
    })
    expect((await findEntry(store, a.id))?.lifecycle).toBe('retired')
  })

  it('goes back change by change: what came later and was taken back is no conflict', async () => {
    const store = await openTestStore()
    const { id, revision } = await storeEntry(store)
    const moved = await changeByRule(
      { verb: 'recategorise', category: 'VERIFY' },
      { entryIds: [id], expectedRevision: revision },
      depsOf(store),
    )
    const retired = await retireEntries({ entryIds: [id], reason: 'junk' }, depsOf(store))
    await undoRevision({ revision: retired.revision }, depsOf(store))
    await undoRevision({ revision: moved.revision }, depsOf(store))
    expect(await findEntry(store, id)).toMatchObject({ lifecycle: 'approved', category: 'REPRODUCE' })
  })

  it('retires what a revision had added instead of deleting it', async () => {
    const store = await openTestStore()
    const entry = await storeEntry(store)
    await undoRevision({ revision: entry.revision }, depsOf(store))
    expect(await findEntry(store, entry.id)).toMatchObject({
      lifecycle: 'retired',
      reason: 'its addition was undone',
    })
  })

  it('refuses a revision that is undone already', async () => {
    const store = await openTestStore()
    const { id } = await storeEntry(store)
    const { revision } = await retireEntries({ entryIds: [id], reason: 'junk' }, depsOf(store))
    await undoRevision({ revision }, depsOf(store))
    await expect(undoRevision({ revision }, depsOf(store))).rejects.toMatchObject({ code: 'undone-already' })
  })
})

describe('an addition', () => {
  const lesson = (project: string, act = 'Return early.') => ({
    ...{ project, category: 'EDIT' as const, objective: 'guard the empty list', keywords: ['empty'] },
    ...{ title: 'Empty list', kind: 'pattern' as const, when: '', do: act, because: '', check: '' },
  })

  it('under one requestId is one of its project: another project gets its own', async () => {
    const store = await openTestStore()
    const requestId = 'import-0001'
    const first = await addEntry({ ...lesson('shop'), requestId }, depsOf(store))
    const second = await addEntry({ ...lesson('depot', 'Refuse it.'), requestId }, depsOf(store))
    expect(second.id).not.toBe(first.id)
    expect((await findEntry(store, second.id))?.experience.do).toBe('Refuse it.')
  })

  it('that says something else under a requestId that is taken is refused, not answered as stored', async () => {
    const store = await openTestStore()
    const requestId = 'import-0001'
    await addEntry({ ...lesson('shop'), requestId }, depsOf(store))
    const other = addEntry({ ...lesson('shop', 'Refuse it.'), requestId }, depsOf(store))
    await expect(other).rejects.toMatchObject({ code: 'request-id-taken', status: 409 })
  })

  it('that is undone suppresses no lesson that another entry still says', async () => {
    const store = await openTestStore()
    const { id } = await addEntry(lesson('shop'), depsOf(store))
    const twin = await addEntry({ ...lesson('shop'), objective: 'guard the empty basket' }, depsOf(store))
    await undoRevision({ revision: twin.receipt.revision }, depsOf(store))
    const stays = await findEntry(store, id)
    const stands = await store.record((tx) =>
      findSuppression(store, tx, stays?.projectId ?? '', stays?.suppressionKey ?? ''),
    )
    expect([stays?.lifecycle, stands]).toEqual(['approved', null])
  })
})
