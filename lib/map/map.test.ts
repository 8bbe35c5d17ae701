import { describe, expect, it } from 'vitest'
import { embedder, openTestStore, storeEntry } from '../db/fixtures/test-store.ts'
import type { Store } from '../db/store.ts'
import { tables } from '../db/tables.ts'
import { getStoreClock } from '../db/vectors/index-feed.ts'
import { listMapRows, storeProjection } from '../db/vectors/projections.ts'
import { createMap } from './map.ts'
import { toPositions } from './positions.ts'

const OBJECTIVES = [
  'find the page cursor',
  'release the thread lock',
  'read the time zone',
  'drop the cache key',
]
const EVERYTHING = '-1,-1,1001,-1,1001,1001,-1,1001'

/** Stands for the real one, which is tested where secrets are known. */
const mask = (text: string) => text.replaceAll('hush-hush', '•••••••••')

async function smallStore(count: number) {
  const store = await openTestStore()
  const entries = []
  for (let i = 0; i < count; i++)
    entries.push(
      await storeEntry(store, {
        category: i % 2 === 0 ? 'EDIT' : 'VERIFY',
        description: { objective: `${OBJECTIVES[i % 4]} ${i}`, keywords: [`word-${i % 4}`] },
      }),
    )
  const projectId = entries[0]?.projectId ?? ''
  return { store, entries, projectId, map: createMap({ store, embedder, rootPath: process.cwd(), mask }) }
}

/** Puts the entries on a row, 100 apart, as a UMAP job would. */
async function layOnRow(store: Store, projectId: string): Promise<void> {
  const rows = await listMapRows(store, projectId, embedder.id)
  const places = Float32Array.from(rows.flatMap((_, i) => [i * 100, 500]))
  const layout = {
    ...toPositions(rows, places, 1, null),
    kept: { share: 0.5, n: rows.length, neighbours: 15 },
  }
  await store.record((tx) =>
    storeProjection(store, tx, { projectId, method: 'umap', embedder: embedder.id }, layout),
  )
}

describe('the map', () => {
  it('has every live entry once, on the square, with its facets, and the same places again', async () => {
    const { map, projectId, entries } = await smallStore(20)
    const view = await map.view({ projectId, method: 'pca' })
    const { layout } = view
    const words = await map.words({ projectId, method: 'pca' })
    expect(words?.ids).toEqual(entries.map(({ id }) => id))
    expect(words?.objectives).toEqual(entries.map(({ description }) => description.objective))
    expect(words?.print).toBe(layout?.print)
    expect([...(layout?.x ?? []), ...(layout?.y ?? [])].every((value) => value >= 0 && value <= 1000)).toBe(
      true,
    )
    const { values, codes } = layout?.facets.category ?? { values: [], codes: [] }
    expect(codes.map((code) => values[code])).toEqual(entries.map(({ category }) => category))
    expect(layout?.missingCount).toBe(0)
    expect(await map.view({ projectId, method: 'pca' })).toEqual(view)
    expect((await map.kept({ projectId, method: 'pca' }))?.n).toBe(20)
  })

  it('is none before UMAP was computed, and none of an empty project', async () => {
    const { map, projectId } = await smallStore(3)
    expect((await map.view({ projectId, method: 'umap' })).layout).toBeNull()
    expect(await map.kept({ projectId, method: 'umap' })).toBeNull()
    expect((await map.view({ projectId: 'p_none', method: 'pca' })).layout).toBeNull()
  })

  it('stays usable when it is stale: what came since is counted, what left is gone', async () => {
    const { map, projectId, store, entries } = await smallStore(6)
    await layOnRow(store, projectId)
    await storeEntry(store)
    await store.write({ by: 'test', verb: 'retire' }, async (tx, revise) => {
      const revision = await revise(projectId)
      await tables(tx).entry.update({
        where: { id: entries[2]?.id ?? '' },
        data: { lifecycle: 'retired', revision },
      })
    })
    const { layout, liveCount } = await map.view({ projectId, method: 'umap' })
    expect(liveCount).toBe(6)
    expect(layout?.missingCount).toBe(1)
    expect(layout?.revision).toBe(1)
    const words = await map.words({ projectId, method: 'umap' })
    expect(words?.ids).toEqual(entries.filter((_, i) => i !== 2).map(({ id }) => id))
  })

  it('of a sample counts what was made since, not what was left out', async () => {
    const { map, projectId, store } = await smallStore(8)
    const rows = await listMapRows(store, projectId, embedder.id)
    const some = rows.slice(2, 6)
    const places = Float32Array.from(some.flatMap((_, i) => [i * 100, 500]))
    const { revision } = await getStoreClock(store)
    const layout = {
      ...toPositions(some, places, revision, rows.length),
      kept: { share: 0.5, n: some.length, neighbours: 15 },
    }
    await store.record((tx) =>
      storeProjection(store, tx, { projectId, method: 'umap', embedder: embedder.id }, layout),
    )
    const missing = async () => (await map.view({ projectId, method: 'umap' })).layout?.missingCount
    expect(await missing()).toBe(0)
    await storeEntry(store)
    expect(await missing()).toBe(1)
  })

  it('gives the ids inside an area, of the method it was drawn on', async () => {
    const { map, projectId, store, entries } = await smallStore(6)
    const ask = (area: string) => map.idsInside({ projectId, method: 'umap', area })
    await expect(ask(EVERYTHING)).rejects.toThrow('no UMAP map')
    await layOnRow(store, projectId)
    expect(await ask(EVERYTHING)).toEqual(entries.map(({ id }) => id))
    expect(await ask('150,400,350,400,350,600,150,600')).toEqual([entries[2]?.id, entries[3]?.id])
    expect(await ask('150,400,350,400,250,450')).toEqual([])
    await expect(ask('1,2,3')).rejects.toThrow('no polygon')
  })

  it('shows dots in place of secrets, also of one that is cut off', async () => {
    const { map, projectId, store } = await smallStore(0)
    const objective = `${'read '.repeat(17)}hush-hush` // the cut falls into it
    for (let i = 0; i < 20; i++)
      await storeEntry(store, { description: { objective: `${objective} ${i}`, keywords: ['hush-hush'] } })
    const { id } = await tables(store).project.findFirstOrThrow()
    expect(projectId).toBe('')
    const words = await map.words({ projectId: id, method: 'pca' })
    expect(words?.objectives[0]).toBe(`${'read '.repeat(17)}•••••`)
    expect(JSON.stringify([await map.view({ projectId: id, method: 'pca' }), words])).not.toContain('hush')
  })

  it('is read again as soon as something is committed', async () => {
    const { map, projectId, store } = await smallStore(5)
    const before = await map.view({ projectId, method: 'pca' })
    expect(await map.view({ projectId, method: 'pca' })).toBe(before)
    await storeEntry(store)
    const after = await map.view({ projectId, method: 'pca' })
    expect(after.layout?.x).toHaveLength(6)
    expect(after.layout?.print).not.toBe(before.layout?.print)
  })

  it('joins near-duplicates by their open findings', async () => {
    const { map, projectId, store, entries } = await smallStore(4)
    const pair = { entryId: entries[0]?.id ?? '', otherId: entries[3]?.id ?? '' }
    await store.record((tx) =>
      tables(tx).finding.create({
        data: {
          ...pair,
          id: store.nextId('f'),
          projectId,
          detector: 'near-duplicate',
          score: 0.97,
          detail: '{"sentence":"Alike.","spans":[]}',
          state: 'open',
          foundAt: store.now(),
        },
      }),
    )
    expect((await map.view({ projectId, method: 'pca' })).layout?.pairs).toEqual([[0, 3, 0.97]])
  })
})
