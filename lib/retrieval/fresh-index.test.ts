import { expect, it } from 'vitest'
import { embedder, openTestStore, storeEntry } from '../db/fixtures/test-store.ts'
import { CATEGORIES } from '../memory/category.ts'
import { createFreshIndex } from './fresh-index.ts'

it('never answers a call from before the moment it was made, however many come at once', async () => {
  const store = await openTestStore()
  const fresh = createFreshIndex(store, embedder)
  const idsNow = async () => {
    const index = await fresh()
    return CATEGORIES.flatMap((category) => index.pool(category).rows()).map(({ id }) => id)
  }
  const written: string[] = []
  const calls: Promise<void>[] = []
  for (let n = 0; n < 12; n++) {
    written.push((await storeEntry(store)).id)
    const known = [...written]
    // Several at each moment: the first looks, the others wait for a look that begins after they came.
    for (let caller = 0; caller < 4; caller++)
      calls.push(idsNow().then((ids) => expect(ids).toEqual(expect.arrayContaining(known))))
  }
  await Promise.all(calls)
  expect(await idsNow()).toEqual(written)
})
