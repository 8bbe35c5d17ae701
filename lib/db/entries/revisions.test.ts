import { expect, it } from 'vitest'
import { changeEntry, makeProject, storeMany, storeRevision } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { tables } from '../tables.ts'
import {
  activityLines,
  countActivity,
  findRequest,
  getActivityChanges,
  getRevision,
  listActivity,
  listEntryVersions,
} from './revisions.ts'

async function shop() {
  const store = await openTestStore()
  const entry = await storeEntry(store)
  const { projectId } = entry
  const list = async (more: Partial<Parameters<typeof listActivity>[1]> = {}) => {
    const page = await listActivity(store, { projectId, offset: 0, limit: 50, ...more })
    expect(page.matchCount).toBeGreaterThanOrEqual(page.rows.length)
    return page.rows.map(({ revision }) => revision)
  }
  return { store, entry, projectId, list }
}

it('a revision with more changes than one page has them all, in their order', async () => {
  const { store, entry } = await shop()
  const many = await storeMany(
    store,
    entry,
    Array.from({ length: 601 }, () => ({})),
  )
  const revision = many[0]?.revision ?? 0
  const { head, changes } = await getRevision(store, revision)
  expect([head.entryCount, head.verb, head.undoneBy]).toEqual([601, 'extract', null])
  expect(changes.map(({ before, after }) => [before, after?.id])).toEqual(many.map(({ id }) => [null, id]))
  const page = await getActivityChanges(store, revision, 599, 10)
  expect(page.rows.map(({ entryId }) => entryId)).toEqual(many.slice(599).map(({ id }) => id))
  await expect(getRevision(store, revision + 1)).rejects.toMatchObject({
    code: 'no-such-revision',
    status: 404,
  })
})

it('an entry tells every state it had, the newest first, with who, what and why', async () => {
  const { store, entry } = await shop()
  const edited = await changeEntry(
    store,
    entry,
    { pinned: true },
    { by: 'Mara', verb: 'pin', reason: 'good' },
  )
  const versions = await listEntryVersions(store, entry.id)
  expect(versions).toMatchObject([
    { revision: edited.revision, by: 'Mara', verb: 'pin', reason: 'good', before: entry, after: edited },
    { revision: entry.revision, by: 'test', verb: 'extract', reason: null, before: null, after: entry },
  ])
})

it('names of each revision the one that took it back and the one that it takes back', async () => {
  const { store, entry, projectId } = await shop()
  const undo = await storeRevision(store, { verb: 'undo', undoes: entry.revision, projectId })
  const { rows } = await listActivity(store, { projectId, offset: 0, limit: 9 })
  expect(rows.map(({ revision, undoneBy, undoes }) => [revision, undoneBy, undoes])).toEqual([
    [undo, null, entry.revision],
    [entry.revision, undo, null],
  ])
})

it('the log of a project holds moves of another that brought entries here, and no other revision of that one', async () => {
  const { store, entry, projectId, list } = await shop()
  const other = await makeProject(store, 'other')
  const [guest = entry] = await storeMany(store, { ...entry, projectId: other }, [{}])
  const moved = await changeEntry(store, entry, { flags: ['x'] }, { verb: 'move', projectId: other })
  await changeEntry(store, moved, { flags: ['y'] }, { verb: 'edit', projectId: other })
  const back = await changeEntry(store, moved, { flags: [] }, { verb: 'undo', projectId: other })
  await changeEntry(store, guest, { flags: ['x'] }, { verb: 'move', projectId: other })
  expect(await list()).toEqual([back.revision, moved.revision, entry.revision])
  expect(await list({ verb: 'move' })).toEqual([moved.revision])
  expect(await countActivity(store, projectId)).toMatchObject({
    people: [{ value: 'test', count: 3 }],
    totalCount: 3,
    firstAt: expect.stringMatching(/^2026-01-01T/),
  })
  // A seal is in the chain of one project, and so is a line.
  const lines: { revision?: number }[] = []
  for await (const line of activityLines(store, { projectId })) lines.push(JSON.parse(line))
  expect(lines.flatMap(({ revision }) => revision ?? [])).toEqual([entry.revision])
  expect(await countActivity(store, 'p_none')).toEqual({
    people: [],
    verbs: [],
    totalCount: 0,
    firstAt: null,
  })
})

it('pages the log and narrows it by every question at once', async () => {
  const { store, entry, projectId, list } = await shop()
  const numbers: number[] = [entry.revision]
  for (const by of ['Mara', 'Ivo', 'Mara'])
    numbers.push(await storeRevision(store, { by, verb: 'scan', projectId }))
  const edited = await changeEntry(store, entry, { pinned: true }, { by: 'Mara', verb: 'pin' })
  numbers.push(edited.revision)
  const all = numbers.toReversed()
  expect(await list({ limit: 2 })).toEqual(all.slice(0, 2))
  expect(await list({ offset: 2, limit: 2 })).toEqual(all.slice(2, 4))
  expect(await list({ by: 'Mara', verb: 'scan' })).toEqual([numbers[3], numbers[1]])
  expect(await list({ entryId: entry.id })).toEqual([edited.revision, entry.revision])
  const { rows } = await listActivity(store, { projectId, offset: 0, limit: 9 })
  const [last, middle] = [rows[0]?.at ?? '', rows[2]?.at ?? '']
  expect(await list({ since: middle })).toEqual(all.slice(0, 3))
  expect(await list({ until: middle })).toEqual(all.slice(2))
  expect(await list({ since: last, until: last })).toEqual([edited.revision])
  expect(await list({ until: '2026-01-01' })).toEqual(all)
  expect(await countActivity(store, projectId)).toMatchObject({
    people: [{ value: 'Mara', count: 3 }, expect.anything(), expect.anything()],
    verbs: [{ value: 'scan', count: 3 }, expect.anything(), expect.anything()],
  })
})

it('the log leaves whole and in order, also where it has more revisions than one page', async () => {
  const { store, entry, projectId } = await shop()
  const row = { at: store.now(), by: 'test', verb: 'note', projectId }
  const data = Array.from({ length: 205 }, (_, i) => ({
    ...row,
    number: entry.revision + 1 + i,
    batchId: `b_${i}`,
  }))
  await store.record((tx) => tables(tx).revision.createMany({ data }))
  const found: number[] = []
  for await (const line of activityLines(store, { projectId })) {
    const { revision, changeOf } = JSON.parse(line)
    found.push(revision ?? -changeOf)
  }
  expect(found).toEqual([entry.revision, -entry.revision, ...data.map(({ number }) => number)])
})

it('a form that was sent twice is known by its name, its verb and its project', async () => {
  const { store, entry, projectId } = await shop()
  const sent = await changeEntry(store, entry, { pinned: true }, { verb: 'pin', batchId: 'form-1' })
  const ask = (more: { requestId?: string | undefined; verb?: string; projectId?: string }) =>
    store.record((tx) => findRequest(tx, { requestId: 'form-1', verb: 'pin', projectId, ...more }))
  expect(await ask({})).toEqual({ revision: sent.revision, entryCount: 1, entryIds: [entry.id] })
  for (const other of [
    { requestId: 'form-2' },
    { requestId: undefined },
    { verb: 'edit' },
    { projectId: 'p_other' },
  ])
    expect(await ask(other)).toBeNull()
})

it('what was made run by run is one row where the log is folded, and each its own where it is not', async () => {
  const { store, entry, projectId, list } = await shop()
  const distil = async (by = 'model-v3') =>
    (await changeEntry(store, entry, { flags: [] }, { verb: 'distil', by, projectId })).revision
  const extract = () => storeRevision(store, { by: 'rules-v3', verb: 'extract', projectId })
  const bring = () => storeRevision(store, { by: 'Mara', verb: 'import', projectId })
  // Runs are cut while the next ones are brought in.
  const brought = [await bring(), await bring()]
  const read = [await extract()]
  brought.push(await bring())
  read.push(await extract())
  const made = [await distil(), await distil(), await distil()]
  const other = await distil('model-v4')
  const pin = (await changeEntry(store, entry, { pinned: true }, { verb: 'pin', projectId })).revision
  const alone = await distil()
  const early = [...brought, ...read].toSorted((a, b) => b - a)
  const each = [alone, pin, other, ...made.toReversed(), ...early, entry.revision]
  expect(await list()).toEqual(each)
  expect(await list({ verb: 'distil' })).not.toContain(pin)
  const { rows, matchCount } = await listActivity(store, { projectId, offset: 0, limit: 50, folded: true })
  expect(rows.map(({ revision, entryCount, folded }) => [revision, entryCount, folded])).toEqual([
    [alone, 1, null],
    [pin, 1, null],
    [other, 1, null],
    [made[2], 3, { from: made[0], count: 3 }],
    [read[1], 0, { from: read[0], count: 2 }],
    [brought[2], 0, { from: brought[0], count: 3 }],
    [entry.revision, 1, null],
  ])
  expect(matchCount).toBe(7)
})
