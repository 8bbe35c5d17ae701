import { expect, it } from 'vitest'
import { makeProject, storeRetrieval } from '../db/fixtures/test-rows.ts'
import { embed, embedder, openTestStore, storeEntry } from '../db/fixtures/test-store.ts'
import { createFreshIndex } from '../retrieval/fresh-index.ts'
import { limitsOf } from '../retrieval/limits.ts'
import { findOriginals, looksRetired, nearestRetired } from './look-alike.ts'

const about = (objective: string) => ({ objective, keywords: ['pagination'] })

async function shop() {
  const store = await openTestStore()
  const retired = await storeEntry(store, {
    lifecycle: 'retired',
    reason: 'it is wrong',
    description: about('page through a long list of orders'),
  })
  const { projectId, category } = retired
  const index = await createFreshIndex(store, embedder, 'retired')()
  const like = async (objective: string, change: { projectId?: string; category?: 'EDIT' } = {}) => {
    const { vector } = await embed(about(objective))
    return { projectId, category, vector, ...change }
  }
  return { store, retired, projectId, index, like }
}

it('a lesson looks like a retired one of its own project and category from a likeness on, and gives its reason', async () => {
  const { store, retired, index, like } = await shop()
  const same = await like('page through a long list of orders')
  expect(nearestRetired(index, same)).toMatchObject({ id: retired.id, score: expect.closeTo(1, 5) })
  expect(await looksRetired(store, index, same)).toBe('looks like one retired before: it is wrong')
  const others = [
    await like('freeze the clock of a timer'),
    { ...same, projectId: await makeProject(store, 'other') },
    { ...same, category: 'EDIT' as const },
  ]
  for (const other of others)
    expect([nearestRetired(index, other), await looksRetired(store, index, other)]).toEqual([null, null])
})

it('the limit is that of the space: at it a look-alike, below it none', async () => {
  const { retired, index } = await shop()
  const { vector } = await embed(retired.description)
  const limit = limitsOf(embedder.id).lookAlike
  // A vector of the cosine wanted, turned away from the first towards one that is orthogonal to it.
  const at = (cosine: number) => {
    const side = Float32Array.from(vector, (_, i) => (i === 0 ? 1 : 0) - (vector[0] ?? 0) * (vector[i] ?? 0))
    const length = Math.hypot(...side)
    return vector.map((x, i) => cosine * x + Math.sqrt(1 - cosine ** 2) * ((side[i] ?? 0) / length))
  }
  const near = (cosine: number) => nearestRetired(index, { ...retired, vector: at(cosine) })?.id ?? null
  expect([near(limit + 0.001), near(limit - 0.001)]).toEqual([retired.id, null])
})

it('held entries are told which retired one they look like now; one that looks like none, or is not held, is absent', async () => {
  const { store, retired, projectId, index } = await shop()
  const held = await storeEntry(store, { lifecycle: 'quarantined', description: retired.description })
  const other = await storeEntry(store, {
    lifecycle: 'quarantined',
    description: about('freeze the clock of a timer'),
  })
  const approved = await storeEntry(store, { description: retired.description })
  await storeRetrieval(store, projectId, { winnerId: retired.id })
  const ask = (model: string) => findOriginals([held, other, approved], { store, retired: index, model })
  const found = await ask(embedder.id)
  expect([...found.keys()]).toEqual([held.id])
  expect(found.get(held.id)).toMatchObject({
    score: expect.closeTo(1, 5),
    entry: { id: retired.id, servedCount: 1 },
  })
  expect((await ask('another-model')).size).toBe(0)
})
