import { expect, it } from 'vitest'
import type { MemoryEntry } from '../../memory/entry.ts'
import {
  changeEntry,
  makeProject,
  storeFinding,
  storeRetrieval,
  storeRevision,
  storeRun,
} from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import type { Store } from '../store.ts'
import { findEntryDetail } from './entry-detail.ts'
import { addNote, deleteNote, listNotes } from './notes.ts'
import { flipOrigins, insertOrigins, listMadeOf, listOrigins } from './origins.ts'

const join = (
  store: Store,
  number: number,
  entryId: string,
  sourceId: string,
  how: 'merge' | 'split' | 'copy' = 'merge',
) => store.record((tx) => insertOrigins(tx, number, [{ entryId, sourceId, how }]))

/** Three entries, of which the third was made of the other two in a revision of its own. */
async function merged() {
  const store = await openTestStore()
  const entries: MemoryEntry[] = []
  for (const title of ['one', 'two', 'three']) {
    const entry = await storeEntry(store)
    entries.push(await changeEntry(store, entry, { experience: { ...entry.experience, title } }))
  }
  const [one, two, three] = entries as [MemoryEntry, MemoryEntry, MemoryEntry]
  const number = await storeRevision(store, { verb: 'merge' })
  for (const source of [two, one]) await join(store, number, three.id, source.id)
  const from = async (id: string) => (await listOrigins(store, id)).from.map(({ title }) => title)
  const into = async (id: string) => (await listOrigins(store, id)).into.map(({ title }) => title)
  const undo = async (undone: number) => {
    await store.record((tx) => flipOrigins(tx, undone))
    return await storeRevision(store, { verb: 'undo', undoes: undone })
  }
  return { store, one, two, three, number, from, into, undo }
}

it('an entry names what it was made of, and each source what was made of it', async () => {
  const { store, one, three, number, from, into } = await merged()
  expect([await from(three.id), await into(three.id)]).toEqual([['one', 'two'], []])
  expect([await from(one.id), await into(one.id)]).toEqual([[], ['three']])
  expect((await listOrigins(store, one.id)).into).toEqual([
    {
      ...{ entryId: three.id, how: 'merge', revision: number, title: 'three', lifecycle: 'approved' },
      ...{ projectId: three.projectId, instanceId: 'corner__shop-31' },
    },
  ])
  expect(await listOrigins(store, 'm_none')).toEqual({ from: [], into: [] })
})

it('a source that is not there any more is named as purged, without a title', async () => {
  const { store, three, number } = await merged()
  await join(store, number, three.id, 'm_gone', 'copy')
  expect((await listOrigins(store, three.id)).from.at(-1)).toEqual({
    ...{ entryId: 'm_gone', how: 'copy', revision: number, title: null, lifecycle: 'purged' },
    ...{ projectId: null, instanceId: null },
  })
})

it('an undo takes a link back, its own undo brings it back, however often', async () => {
  const { three, number, from, undo } = await merged()
  let last = number
  for (const expected of [[], ['one', 'two'], [], ['one', 'two']]) {
    last = await undo(last)
    expect(await from(three.id)).toEqual(expected)
  }
})

it('an undo of another revision takes no link', async () => {
  const { store, three, from, undo } = await merged()
  await undo(await storeRevision(store, {}))
  await undo(9_999)
  expect(await from(three.id)).toEqual(['one', 'two'])
})

it('a link that counts stays that of its first revision, and one that was taken back is joined anew', async () => {
  const { store, one, three, number, from, undo } = await merged()
  const later = await storeRevision(store, { verb: 'split' })
  await join(store, later, three.id, one.id, 'split')
  await undo(later)
  expect((await listOrigins(store, three.id)).from[0]).toMatchObject({ how: 'merge', revision: number })
  await undo(number)
  const last = await storeRevision(store, { verb: 'copy' })
  await join(store, last, three.id, one.id, 'copy')
  expect(await from(three.id)).toEqual(['one'])
  expect((await listOrigins(store, three.id)).from).toMatchObject([{ how: 'copy', revision: last }])
})

it('made of these are entries that are there, each once, and none of these themselves', async () => {
  const { store, one, two, three, number, undo } = await merged()
  const made = (...ids: string[]) => listMadeOf(store, ids)
  expect(await made(one.id)).toEqual([three.id])
  expect(await made(one.id, two.id)).toEqual([three.id])
  expect(await made(one.id, three.id)).toEqual([])
  expect([await made(), await made(three.id)]).toEqual([[], []])
  await undo(number)
  expect(await made(one.id, two.id)).toEqual([])
})

it('the same words of one person are one note; another person, entry or word makes another', async () => {
  const { store, one, two } = await merged()
  const add = (text: string, by = 'Mara', entryId = one.id) => addNote(store, { entryId, text, by })
  const first = await add('look again')
  expect(await add('look again')).toEqual(first)
  await add('Look again')
  await add('look again', 'Ivo')
  await add('look again', 'Mara', two.id)
  expect((await listNotes(store, one.id)).map(({ by, text }) => [by, text])).toEqual([
    ['Mara', 'look again'],
    ['Mara', 'Look again'],
    ['Ivo', 'look again'],
  ])
  await deleteNote(store, first.id)
  await deleteNote(store, first.id)
  expect((await listNotes(store, one.id))[0]?.text).toBe('Look again')
  expect((await add('look again')).id).not.toBe(first.id)
  await expect(add('x', 'Mara', 'm_none')).rejects.toMatchObject({
    ...{ code: 'no-such-entry', status: 404, message: 'There is no entry m_none.' },
  })
})

it('a detail holds all that the store knows of an entry, and nothing where nothing is known', async () => {
  const store = await openTestStore()
  const plain = await storeEntry(store)
  const detail = await findEntryDetail(store, plain.id)
  expect(detail).toMatchObject({
    ...{ entry: plain, projectName: 'shop', outcome: null, outcomeSource: null, descriptionAtStart: null },
    ...{ judged: null, steps: [], servedCount: 0, won: [], notes: [], labels: [] },
    origins: { from: [], into: [] },
  })
  expect(detail?.versions.map(({ verb, before }) => [verb, before])).toEqual([['extract', null]])
  expect(await findEntryDetail(store, 'm_none')).toBeNull()
})

it('a detail tells the steps of the entry alone, what was known at their start, and how the run ended', async () => {
  const store = await openTestStore()
  const run = await storeRun(store, {
    ...{ outcome: 'unresolved', outcomeSource: 'label' },
    stages: [{}, { judged: 'incorrect', toStep: 3 }, {}],
  })
  const { projectId, episodeId, stageIds } = run
  const place = { projectId, episodeId, subtaskId: stageIds[1] ?? null, fromStep: 2, toStep: 3 }
  const entry = await storeEntry(store, place)
  const other = await storeEntry(store, { ...place, fromStep: null })
  await addNote(store, { entryId: entry.id, text: 'n', by: 'Mara' })
  await storeFinding(store, entry, 'vague')
  for (let n = 0; n < 21; n++) await storeRetrieval(store, projectId, { winnerId: entry.id })
  await storeRetrieval(store, await makeProject(store, 'q'), { winnerId: other.id })
  const detail = await findEntryDetail(store, entry.id)
  expect(detail).toMatchObject({
    ...{ outcome: 'unresolved', outcomeSource: 'label', judged: 'incorrect', servedCount: 21 },
    descriptionAtStart: { objective: 'at the start 1', keywords: ['start'] },
    notes: [{ text: 'n', by: 'Mara' }],
  })
  expect([detail?.steps.map(({ n }) => n), detail?.won.length]).toEqual([[2, 3], 20])
  expect(await findEntryDetail(store, other.id)).toMatchObject({ steps: [], servedCount: 1 })
})
