import { expect, it } from 'vitest'
import type { MemoryEntry } from '../../memory/entry.ts'
import type { EntryFilter } from '../../memory/filter/entry-filter.ts'
import { changeEntry, makeProject, storeMany, storeRevision, storeRun } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { addNote } from './notes.ts'
import { flipOrigins, insertOrigins } from './origins.ts'
import {
  findLike,
  findSource,
  insertNotes,
  type RunRow,
  type TransferRow,
  transferRows,
  transferRuns,
} from './transfer-rows.ts'

async function all<Row>(rows: AsyncGenerator<Row>): Promise<Row[]> {
  const found: Row[] = []
  for await (const row of rows) found.push(row)
  return found
}
const everything = (projectId: string): EntryFilter => ({ projectId, text: '', facets: {} })

it('rows leave oldest first, over as many pages as there are, each entry once', async () => {
  const store = await openTestStore()
  const first = await storeEntry(store)
  const made = await storeMany(
    store,
    first,
    Array.from({ length: 401 }, () => ({})),
  )
  await storeEntry(store, { projectId: await makeProject(store, 'other') })
  await storeEntry(store, { lifecycle: 'retired' })
  const ids = (await all(transferRows(store, everything(first.projectId), { versions: false }))).map(
    ({ entry }) => entry.id,
  )
  expect(ids).toEqual([first, ...made].map(({ id }) => id))
})

it('a row holds the entry as it is, with no source, note, origin or version where there is none', async () => {
  const store = await openTestStore()
  const entry = await storeEntry(store)
  expect(await all(transferRows(store, everything(entry.projectId), { versions: false }))).toEqual([
    {
      ...{ entry, outcome: null, source: null, position: null },
      ...{ origins: [], notes: [], versions: [] },
    },
  ])
})

it('a row names its run, its subtask and its outcome, its sources that count, and its notes in their order', async () => {
  const store = await openTestStore()
  const { projectId, episodeId, stageIds } = await storeRun(store, {
    ...{ contentHash: 'hash', fileName: 'one.json', outcome: 'resolved', stages: [{}, {}] },
  })
  const entry = await storeEntry(store, { projectId, episodeId, subtaskId: stageIds[1] ?? null })
  const number = await storeRevision(store, {})
  const undone = await storeRevision(store, {})
  const link = (sourceId: string, how: 'merge' | 'split') => ({ entryId: entry.id, sourceId, how })
  await store.record((tx) => insertOrigins(tx, number, [link('m_b', 'merge'), link('m_a', 'split')]))
  await store.record((tx) => insertOrigins(tx, undone, [link('m_c', 'merge')]))
  await store.record((tx) => flipOrigins(tx, undone))
  for (const text of ['z', 'a']) await addNote(store, { entryId: entry.id, text, by: 'Mara' })
  const [row] = await all(transferRows(store, everything(projectId), { versions: false }))
  expect(row).toMatchObject({
    ...{ outcome: 'resolved', position: null },
    source: { contentHash: 'hash', fileName: 'one.json', subtaskPosition: 1 },
    origins: [
      { sourceId: 'm_a', how: 'split' },
      { sourceId: 'm_b', how: 'merge' },
    ],
  })
  expect(row?.notes.map(({ by, text }) => [by, text])).toEqual([
    ['Mara', 'z'],
    ['Mara', 'a'],
  ])
})

it('an entry of a run without a subtask names the run alone', async () => {
  const store = await openTestStore()
  const { projectId, episodeId } = await storeRun(store, { contentHash: 'hash' })
  await storeEntry(store, { projectId, episodeId })
  const [row] = await all(transferRows(store, everything(projectId), { versions: false }))
  expect(row?.source).toEqual({ contentHash: 'hash', fileName: 'run.json', subtaskPosition: null })
})

it('versions leave newest first, when they are asked for', async () => {
  const store = await openTestStore()
  const entry = await storeEntry(store)
  await changeEntry(store, entry, { pinned: true }, { verb: 'pin', by: 'Mara' })
  const versionsOf = async (versions: boolean) =>
    (await all(transferRows(store, everything(entry.projectId), { versions }))).flatMap((row) =>
      row.versions.map(({ verb, by, after }) => [verb, by, after?.pinned]),
    )
  expect(await versionsOf(true)).toEqual([
    ['pin', 'Mara', true],
    ['extract', 'test', false],
  ])
  expect(await versionsOf(false)).toEqual([])
})

it('runs leave in the order of the stream, each with the entries of the filter alone and all its subtasks', async () => {
  const store = await openTestStore()
  const task = { title: 'Fix it', text: 'Fix it.', raw: 'raw' }
  const runs = [
    await storeRun(store, {
      contentHash: 'h0',
      task,
      stages: [{}, { category: 'OTHER', objective: '' } as object],
    }),
    await storeRun(store, { contentHash: 'h1' }),
    await storeRun(store, { contentHash: 'h2' }),
  ]
  const { projectId } = runs[0] ?? { projectId: '' }
  const made: MemoryEntry[] = []
  for (const n of [2, 0, 0, 2])
    made.push(await storeEntry(store, { projectId, episodeId: runs[n]?.episodeId ?? null }))
  await storeEntry(store, { projectId }) // without a run
  const leave = (filter: EntryFilter) => all<RunRow>(transferRuns(store, filter, { versions: false }))
  const ids = (rows: RunRow[]) =>
    rows.map(({ source, entries }) => [source.contentHash, ...entries.map(({ entry }) => entry.id)])
  const [a, b, c, d] = made.map(({ id }) => id)
  const whole = await leave(everything(projectId))
  expect(ids(whole)).toEqual([
    ['h0', b, c],
    ['h2', a, d],
  ])
  expect(whole[0]?.trajectory).toMatchObject({ instanceId: 'corner__shop-31', task })
  expect(whole[0]?.trajectory.steps.map(({ thought }) => thought)).toEqual(['step 1', 'step 2'])
  expect(whole[0]?.subtasks).toEqual([
    { position: 0, category: 'EDIT', fromStep: 1, toStep: 1, objective: 'objective 0' },
    { position: 1, category: 'OTHER', fromStep: 2, toStep: 2, objective: 'objective 1' },
  ])
  expect(ids(await leave({ ...everything(projectId), ids: [c ?? ''] }))).toEqual([['h0', c]])
  expect(await leave({ ...everything(projectId), ids: [] })).toEqual([])
})

it('a source is found by what the run holds, in its own project, with its subtask where that is there', async () => {
  const store = await openTestStore()
  await storeRun(store, { contentHash: 'first' })
  const { projectId, episodeId, stageIds } = await storeRun(store, { contentHash: 'hash', stages: [{}, {}] })
  const find = (source: TransferRow['source'], id = projectId) => findSource(store, id, source)
  const source = { contentHash: 'hash', fileName: 'renamed.json', subtaskPosition: 1 }
  const nowhere = { episodeId: null, subtaskId: null, position: null }
  expect(await find(source)).toEqual({ episodeId, subtaskId: stageIds[1], position: 1 })
  for (const subtaskPosition of [null, 2])
    expect(await find({ ...source, subtaskPosition })).toEqual({ episodeId, subtaskId: null, position: 1 })
  expect(await find({ ...source, contentHash: 'other' })).toEqual(nowhere)
  expect(await find(source, await makeProject(store, 'other'))).toEqual(nowhere)
  expect(await find(null)).toEqual(nowhere)
})

it.each<[string, Partial<MemoryEntry>, boolean]>([
  ['word for word', {}, true],
  ['under another id, from another run', { id: 'm_x', instanceId: 'x', episodeId: null }, true],
  ['in another category', { category: 'VERIFY' }, false],
  ['in another project', { projectId: 'p_other' }, false],
  ['with another objective', { description: { objective: 'other', keywords: [] } }, false],
])('an entry that is there %s is known by what it says: %s', async (_how, change, expected) => {
  const store = await openTestStore()
  const entry = await storeEntry(store)
  const asked = { ...entry, ...change }
  expect(await findLike(store, asked.projectId, asked)).toBe(expected)
})

it('what is retired or purged is not there any more; one that says less, and one of another key, is another', async () => {
  const store = await openTestStore()
  const entry = await storeEntry(store, { suppressionKey: 'k' })
  const isThere = (change: Partial<MemoryEntry> = {}) =>
    findLike(store, entry.projectId, { ...entry, ...change })
  const { experience } = entry
  expect(await isThere({ experience: { ...experience, check: 'Run it.' } })).toBe(false)
  expect(await isThere({ suppressionKey: 'other' })).toBe(false)
  const retired = await changeEntry(store, entry, { lifecycle: 'retired' })
  expect(await isThere()).toBe(false)
  await changeEntry(store, retired, { lifecycle: 'purged' })
  expect(await isThere()).toBe(false)
})

it('notes come in under new ids with their own instants, and none where there are none', async () => {
  const store = await openTestStore()
  const entry = await storeEntry(store)
  const notes = ['2024-02-29T23:59:59.999Z', '2020-01-01T00:00:00.000Z'].map((createdAt, n) => ({
    ...{ by: 'Mara', text: `note ${n}`, createdAt },
  }))
  await store.record((tx) => insertNotes(store, tx, entry.id, []))
  await store.record((tx) => insertNotes(store, tx, entry.id, notes))
  const [row] = await all(transferRows(store, everything(entry.projectId), { versions: false }))
  expect(row?.notes).toEqual(notes)
})
