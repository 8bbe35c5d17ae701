import { expect, it } from 'vitest'
import { storeRevision, storeRun } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { findEntryDetail, readServable } from './entry-detail.ts'
import { flipOrigins, insertOrigins } from './origins.ts'

it('counts the runs of all that an entry was merged from, each once, with their outcomes; an undo takes them back', async () => {
  const store = await openTestStore()
  const runs = [
    await storeRun(store, { outcome: 'resolved' }),
    await storeRun(store, { outcome: 'unresolved' }),
    await storeRun(store, { outcome: null }),
  ]
  const entries = await Promise.all(
    [0, 0, 1, 2].map((i) => storeEntry(store, { episodeId: runs[i]?.episodeId ?? '' })),
  )
  const [own = '', twin = '', second = '', third = ''] = entries.map(({ id }) => id)
  const join = async (entryId: string, sourceId: string) => {
    const number = await storeRevision(store, { verb: 'merge' })
    await store.record((tx) => insertOrigins(tx, number, [{ entryId, sourceId, how: 'merge' }]))
    return number
  }
  const supportOf = async () => (await findEntryDetail(store, own))?.support
  expect(await supportOf()).toBeNull()
  await join(own, twin) // of the same run
  expect(await supportOf()).toBeNull()
  await join(own, second)
  expect(await supportOf()).toEqual({ runs: 2, resolved: 1, unknown: 0 })
  const last = await join(second, third) // merged into what was merged
  expect(await supportOf()).toEqual({ runs: 3, resolved: 1, unknown: 1 })
  expect((await readServable(store, [own], () => false))[0]).toMatchObject({ id: own, support: { runs: 3 } })
  await store.record((tx) => flipOrigins(tx, last))
  expect(await supportOf()).toMatchObject({ runs: 2 })
})
