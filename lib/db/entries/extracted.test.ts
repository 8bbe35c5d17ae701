import { expect, it } from 'vitest'
import { changeEntry, storeRevision, storeRun } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { extractedBySubtask, ofPersons } from './extracted.ts'

async function shop() {
  const store = await openTestStore()
  const { projectId, episodeId, stageIds } = await storeRun(store, { stages: [{}, {}] })
  const [first = '', second = ''] = stageIds
  const extracted = (change = {}) => storeEntry(store, { projectId, episodeId, subtaskId: first, ...change })
  return { store, projectId, first, second, extracted }
}

it('an entry is a person’s that a person wrote, pinned, reviewed or changed, and nobody else’s', async () => {
  const { store, extracted } = await shop()
  const rows = {
    untouched: await extracted(),
    written: await extracted({ extractor: 'person' }),
    brought: await extracted({ subtaskId: null }),
    pinned: await extracted({ pinned: true }),
    reviewed: await extracted({ reviewedBy: 'Mara' }),
    edited: await extracted(),
    recategorised: await extracted(),
    accepted: await extracted(),
    retired: await extracted(),
  }
  await changeEntry(store, rows.edited, { flags: ['x'] }, { verb: 'edit' })
  await changeEntry(store, rows.recategorised, { category: 'EDIT' }, { verb: 'recategorise' })
  await changeEntry(store, rows.accepted, { lifecycle: 'approved' }, { verb: 'accept' })
  await changeEntry(store, rows.retired, { lifecycle: 'retired' }, { verb: 'retire' })
  const own = await ofPersons(store, Object.values(rows))
  const names = Object.entries(rows).filter(([, { id }]) => own.has(id))
  expect(names.map(([name]) => name)).toEqual([
    ...['written', 'brought', 'pinned', 'reviewed', 'edited', 'recategorised', 'accepted'],
  ])
  expect(await ofPersons(store, [])).toEqual(new Set())
})

it('an edit is a person’s again when its undo is undone, however often that goes on', async () => {
  const { store, extracted } = await shop()
  for (const [undos, isOwn] of [true, false, true, false, true].entries()) {
    const before = await extracted()
    let undoes = (await changeEntry(store, before, { flags: ['x'] })).revision
    for (let i = 0; i < undos; i++) undoes = await storeRevision(store, { verb: 'undo', undoes })
    expect([undos, (await ofPersons(store, [before])).has(before.id)]).toEqual([undos, isOwn])
  }
})

it('an undo takes back the edit that it names and leaves another edit of the same entry', async () => {
  const { store, extracted } = await shop()
  const first = await changeEntry(store, await extracted(), { flags: ['x'] })
  const second = await changeEntry(store, first, { flags: ['y'] })
  await storeRevision(store, { verb: 'undo', undoes: second.revision })
  expect([...(await ofPersons(store, [second]))]).toEqual([second.id])
})

it('finds what was made of each stage, oldest first, without what is purged, of no stage or of another project', async () => {
  const { store, projectId, first, second, extracted } = await shop()
  const [a, b, c] = [
    await extracted(),
    await extracted({ subtaskId: second }),
    await extracted({ lifecycle: 'retired' }),
  ]
  await extracted({ lifecycle: 'purged' })
  await extracted({ subtaskId: null })
  const other = await storeRun(store, { project: 'other', stages: [{}] })
  await extracted({ projectId: other.projectId, subtaskId: other.stageIds[0] })
  const found = await store.record((tx) => extractedBySubtask(tx, projectId))
  expect([...found].map(([id, entries]) => [id, entries.map((one) => one.id)])).toEqual([
    [first, [a.id, c.id]],
    [second, [b.id]],
  ])
})
