import fc from 'fast-check'
import { expect, it } from 'vitest'
import { descriptionText } from '../../memory/text/words.ts'
import { changeEntry, makeProject, storeMany } from '../fixtures/test-rows.ts'
import { embedder, openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { getSetting } from '../store.ts'
import { getStoreClock, listFeedRows } from './index-feed.ts'
import { findProjection, listMapRows, listObjectives, readVectors, storeProjection } from './projections.ts'
import {
  chooseEmbedder,
  completeSpace,
  countApproved,
  countVectors,
  findCurrentEmbedder,
  findProbe,
  fromVectorBlob,
  keepProbe,
  listUnembedded,
  pagesUnembedded,
  putVectors,
  removeVectors,
  toVectorBlob,
} from './vectors.ts'

const NEXT = 'next-model'

async function shop(count = 3) {
  const store = await openTestStore()
  const like = await storeEntry(store)
  const more = Array.from({ length: count - 1 }, (_, i) => ({
    description: { objective: `o ${i}`, keywords: [] },
  }))
  const entries = [like, ...(await storeMany(store, like, more))]
  const made = (some: typeof entries, x = 1) =>
    some.map(({ id, description }) => ({
      id,
      text: descriptionText(description),
      vector: new Float32Array([x, 0]),
    }))
  const put = (some: typeof entries, x = 1) => store.record((tx) => putVectors(tx, NEXT, made(some, x)))
  return { store, projectId: like.projectId, entries, put }
}

it('any float32 comes back from its bytes as it was, wherever a driver put them', () => {
  fc.assert(
    fc.property(fc.float32Array({ maxLength: 40 }), fc.nat(3), (vector, offset) => {
      const blob = toVectorBlob(vector)
      expect(blob.byteLength).toBe(vector.length * 4)
      const shifted = new Uint8Array(blob.length + offset)
      shifted.set(blob, offset)
      expect(fromVectorBlob(shifted.subarray(offset), vector.length)).toEqual(vector)
    }),
    { seed: 5 },
  )
  expect([...toVectorBlob(new Float32Array([1]))]).toEqual([0, 0, 0x80, 0x3f]) // 1 by IEEE 754, little-endian
  expect(() => fromVectorBlob(new Uint8Array(8), 3)).toThrow('8 bytes, expected 12')
})

it('what a model has still to embed is what has no vector of it, or one of older words', async () => {
  const { store, entries, put } = await shop()
  const [first, second, third] = entries as [(typeof entries)[0], (typeof entries)[0], (typeof entries)[0]]
  const left = async (from = '', upto = '~') =>
    (await listUnembedded(store, NEXT, { from, upto })).map(({ id }) => id)
  expect(await left()).toEqual(entries.map(({ id }) => id))
  expect(await left(second.id, second.id)).toEqual([second.id])
  expect(await put([first, second])).toBe(2)
  expect(await left()).toEqual([third.id])
  const pages: number[] = []
  for await (const page of pagesUnembedded(store, NEXT)) pages.push(page.length)
  expect(pages).toEqual([1])
  expect(await left('', first.id)).toEqual([])
})

it('a vector of words that an entry says no more, or of one that is gone, is not kept; a later one replaces the earlier', async () => {
  const { store, entries, put } = await shop()
  const [first, second] = entries as [(typeof entries)[0], (typeof entries)[0]]
  await changeEntry(store, second, { description: { objective: 'other words', keywords: [] } })
  expect(await put([first, second, { ...first, id: 'm_gone' }])).toBe(1)
  expect(await put([first], 3)).toBe(1)
  expect([...(await readVectors(store, [second.id, first.id], NEXT, 2))]).toEqual([0, 0, 3, 0])
  expect((await countVectors(store)).models).toEqual([
    { model: embedder.id, count: 3, dimension: embedder.dimension },
    { model: NEXT, count: 1, dimension: 2 },
  ])
})

it('the store goes over to a space only when every entry has a vector of it, and then indexes start anew', async () => {
  const { store, entries, put } = await shop()
  await store.record((tx) => chooseEmbedder(tx, embedder.id))
  const complete = (thenSwitch: boolean) =>
    store.record((tx) => completeSpace(store, tx, NEXT, { thenSwitch }))
  const state = async () => [await findCurrentEmbedder(store), (await getStoreClock(store)).epoch]
  await put(entries.slice(1))
  const before = await state()
  expect(await complete(true)).toBe(false)
  expect(await state()).toEqual(before)
  await put(entries)
  expect(await complete(false)).toBe(true)
  const [still, epoch] = await state()
  expect([still, epoch === before[1]]).toEqual([embedder.id, false])
  expect(await complete(true)).toBe(true)
  expect((await state())[0]).toBe(NEXT)
})

it('the vectors of the space in use cannot be removed, those of another go with its probe and its map', async () => {
  const { store, projectId, entries, put } = await shop()
  await put(entries)
  const layout = {
    ids: [],
    texts: [],
    x: [],
    y: [],
    revision: 1,
    sampledFrom: null,
    kept: { share: null, n: 0, neighbours: 0 },
  }
  const key = { projectId, method: 'pca' as const, embedder: NEXT }
  await store.record((tx) => storeProjection(store, tx, key, layout))
  await store.record((tx) => keepProbe(tx, NEXT, new Float32Array([0.5, -1])))
  expect(await findProbe(store, NEXT)).toEqual(new Float32Array([0.5, -1]))
  await expect(removeVectors(store, NEXT, NEXT)).rejects.toMatchObject({
    code: 'current-embedder',
    status: 409,
  })
  expect(await removeVectors(store, NEXT, embedder.id)).toEqual({ removed: 3 })
  expect([await findProbe(store, NEXT), await findProjection(store, key)]).toEqual([null, null])
  expect((await countVectors(store)).models.map(({ model }) => model)).toEqual([embedder.id])
  expect(await getSetting(store, 'indexEpoch')).not.toBeNull()
})

it('a map that was kept comes back, one a method and embedder, and the later one counts', async () => {
  const { store, projectId } = await shop(1)
  const layout = {
    ids: ['m_1'],
    texts: ['ab'],
    x: [0.5],
    y: [-1],
    revision: 3,
    sampledFrom: 9,
    kept: { share: 0.4, n: 1, neighbours: 5 },
  }
  const key = { projectId, method: 'umap' as const, embedder: 'e' }
  const keep = (revision: number) =>
    store.record((tx) => storeProjection(store, tx, key, { ...layout, revision }))
  await keep(3)
  await keep(4)
  expect(await findProjection(store, key)).toEqual({ ...layout, revision: 4 })
  for (const other of [{ method: 'pca' as const }, { embedder: 'f' }, { projectId: 'p' }])
    expect(await findProjection(store, { ...key, ...other })).toBeNull()
})

it('the map and the index count what may be seen: live and in service, in its project', async () => {
  const { store, projectId, entries } = await shop(1)
  const like = entries[0] as (typeof entries)[0]
  await storeMany(store, like, [
    { lifecycle: 'retired' },
    { beside: true },
    { lifecycle: 'candidate' },
    { scope: 'episode' },
  ])
  await storeMany(store, { ...like, projectId: await makeProject(store, 'other') }, [{}])
  const rows = await listMapRows(store, projectId, embedder.id)
  expect(rows.map(({ keywords, text }) => [keywords, text.length])).toEqual(
    rows.map(() => [['off-by-one'], 8]),
  )
  expect([rows.length, (await listMapRows(store, projectId, NEXT)).length]).toEqual([3, 0])
  expect([...(await listObjectives(store, projectId)).keys()].sort()).toEqual(rows.map(({ id }) => id))
  expect(await countApproved(store, [projectId])).toBe(1)
})

it('an index is fed what changed since a revision, in order, with a vector or none, however many there are', async () => {
  const { store, entries, put } = await shop(250)
  await put(entries.slice(0, 1))
  const feed = async (model: string, from: number) => {
    const pieces: number[] = []
    const rows: { id: string; vector: Float32Array | null }[] = []
    for await (const piece of listFeedRows(store, model, from)) {
      pieces.push(piece.length)
      rows.push(...piece)
    }
    return { pieces, rows }
  }
  const all = await feed(NEXT, 0)
  expect(all.pieces).toEqual([100, 100, 50])
  expect(all.rows.map(({ id }) => id)).toEqual(entries.map(({ id }) => id))
  expect(all.rows.map(({ vector }) => vector && [...vector])).toEqual([
    [1, 0],
    ...entries.slice(1).map(() => null),
  ])
  const changed = await changeEntry(store, entries[7] as (typeof entries)[0], { beside: true })
  const { rows } = await feed(embedder.id, changed.revision)
  expect(rows).toMatchObject([
    { id: changed.id, beside: true, revision: changed.revision, vector: expect.any(Float32Array) },
  ])
  expect((await feed(NEXT, changed.revision + 1)).rows).toEqual([])
})
