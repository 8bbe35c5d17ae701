import { expect, it } from 'vitest'
import { embedder, openTestStore, storeEntry } from '../db/fixtures/test-store.ts'
import { tables } from '../db/tables.ts'
import { createMap } from '../map/map.ts'
import { findMapJob, type MapProgressBoard, orderMap, projectMap } from './project-map.ts'
import { createWorker } from './worker.ts'

async function withEntries(count: number) {
  const store = await openTestStore()
  let projectId = ''
  for (let i = 0; i < count; i++)
    projectId = (
      await storeEntry(store, {
        description: { objective: `release lock ${i % 5} of part ${i}`, keywords: [] },
      })
    ).projectId
  const deps = { store, embedder, rootPath: process.cwd() }
  const board: MapProgressBoard = new Map()
  const worker = createWorker(
    store,
    { umap: (item) => projectMap(item, { ...deps, board }) },
    'boot',
    () => {},
  )
  const finished = async () => {
    await worker.start()
    for (;;) {
      const job = await findMapJob(store, projectId, board)
      if (job && job.state !== 'waiting' && job.state !== 'running') {
        await worker.stop()
        return job
      }
      await new Promise((later) => setTimeout(later, 20))
    }
  }
  return { store, projectId, board, finished, map: createMap({ ...deps, mask: (text) => text }) }
}

it('a UMAP map ordered twice is computed once, in its own thread, and kept', async () => {
  const { store, projectId, board, finished, map } = await withEntries(30)
  await orderMap(store, projectId)
  await orderMap(store, projectId)
  expect(await tables(store).job.count()).toBe(1)
  expect(await finished()).toMatchObject({ state: 'done', progress: null })
  expect(board.size).toBe(0)
  const { layout } = await map.view({ projectId, method: 'umap' })
  expect(layout?.x).toHaveLength(30)
  expect((await map.kept({ projectId, method: 'umap' }))?.n).toBe(30)
})

it('too few entries for UMAP are refused with the reason', async () => {
  const { store, projectId, finished } = await withEntries(4)
  await orderMap(store, projectId)
  expect(await finished()).toMatchObject({
    state: 'failed',
    reason: '4 entries are too few for UMAP. It needs 10; the PCA map shows them all.',
  })
})
