import { expect, it } from 'vitest'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { getEntries } from './entries.ts'
import { listEntryTexts, readCandidates } from './entry-detail.ts'

it('reads candidates exactly as the client does, and leaves out ids that nobody has', async () => {
  const store = await openTestStore()
  const first = await storeEntry(store, { pinned: true, flags: ['vague'] })
  const second = await storeEntry(store, { repo: null, lifecycle: 'retired', reason: 'x' })
  const ids = [first.id, second.id, 'm_nobody']
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  expect((await readCandidates(store, ids)).sort(byId)).toEqual((await getEntries(store, ids)).sort(byId))
  expect(await readCandidates(store, [])).toEqual([])
})

it('lists what approved entries of the named projects say', async () => {
  const store = await openTestStore()
  const first = await storeEntry(store)
  await storeEntry(store, { lifecycle: 'candidate' })
  const texts = await listEntryTexts(store, [first.projectId])
  expect(texts).toEqual([{ id: first.id, description: first.description, experience: first.experience }])
  expect(await listEntryTexts(store, ['p_other'])).toEqual([])
})
