import { expect, it } from 'vitest'
import { changeEntry } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { removeProject } from '../projects.ts'
import { setSetting } from '../store.ts'
import { tables } from '../tables.ts'
import { claimWaiting, countWaiting, listWaiting, releaseWaiting } from './waiting.ts'

async function queue() {
  const store = await openTestStore()
  const candidate = await storeEntry(store, { lifecycle: 'candidate' })
  await storeEntry(store)
  await storeEntry(store, { lifecycle: 'retired' })
  const later = await storeEntry(store, { lifecycle: 'candidate' })
  const held = await storeEntry(store, { lifecycle: 'quarantined', reason: 'looks like one retired before' })
  const { projectId } = candidate
  const list = async (claimedBy?: string) => {
    const { rows, ...counts } = await listWaiting(store, { projectId, claimedBy, limit: 100 })
    return { ids: rows.map(({ entry }) => entry.id), claims: rows.map((row) => row.claimedBy), ...counts }
  }
  return { store, candidate, later, held, projectId, list }
}

it('held look-alikes wait before candidates, the oldest first, and nothing else waits', async () => {
  const { store, candidate, later, held, projectId, list } = await queue()
  expect((await list()).ids).toEqual([held.id, candidate.id, later.id])
  expect(await countWaiting(store, projectId)).toEqual({ count: 3, held: 1 })
  expect(await countWaiting(store, 'p_none')).toEqual({ count: 0, held: 0 })
})

it('two reviewers never get the same entry, until it is given back', async () => {
  const { store, candidate, later, held, projectId, list } = await queue()
  const [mara, ivo] = await Promise.all([
    claimWaiting(store, { projectId, by: 'Mara', count: 2 }),
    claimWaiting(store, { projectId, by: 'Ivo', count: 2 }),
  ])
  expect(mara.ids).toEqual([held.id, candidate.id])
  expect(ivo.ids).toEqual([later.id])
  expect(await list('Ivo')).toEqual({ ids: [later.id], claims: ['Ivo'], matchCount: 1, takenCount: 2 })
  expect(await releaseWaiting(store, { projectId, by: 'Mara' })).toEqual({ count: 2 })
  expect((await list('Ivo')).ids).toEqual([held.id, candidate.id, later.id])
})

it('gives back what was taken and not decided: what was decided counts no more, and a taken one is nobody else’s', async () => {
  const { store, candidate, later, held, projectId, list } = await queue()
  await claimWaiting(store, { projectId, by: 'Mara', count: 3 })
  expect(await claimWaiting(store, { projectId, by: 'Ivo', count: 3 })).toEqual({ ids: [] })
  await changeEntry(store, candidate, { lifecycle: 'approved' })
  expect(await releaseWaiting(store, { projectId, by: 'Ivo' })).toEqual({ count: 0 })
  expect(await list()).toEqual({
    ...{ ids: [held.id, later.id], claims: ['Mara', 'Mara'], matchCount: 2, takenCount: 0 },
  })
  expect(await releaseWaiting(store, { projectId, by: 'Mara' })).toEqual({ count: 2 })
  expect((await list()).claims).toEqual([null, null])
})

it('claims and the last scan go with their project, those of another stay', async () => {
  const { store, projectId } = await queue()
  await claimWaiting(store, { projectId, by: 'Mara', count: 2 })
  await setSetting(store, `scan:${projectId}`, '{}')
  await setSetting(store, 'claims:p_other', '{}')
  await removeProject(store, 'shop')
  const names = (await tables(store).setting.findMany()).map(({ name }) => name)
  expect(names.filter((name) => name.includes(':'))).toEqual(['claims:p_other'])
})
