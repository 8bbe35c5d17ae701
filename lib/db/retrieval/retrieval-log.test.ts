import { expect, it } from 'vitest'
import type { RetrievalAnswer, RetrieveRequest } from '../../memory/retrieval.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import type { Store } from '../store.ts'
import { listRetrievals } from './retrieval-log.ts'
import { saveRetrieval } from './retrievals.ts'

const asked: RetrieveRequest = {
  project: 'shop',
  text: 'make the page cursor exclusive',
  mode: 'subtask',
  category: 'REPRODUCE',
  strategy: 'subtask',
  limit: 5,
  floor: 0.4,
  seed: 7,
  embedder: 'ngram-v1',
}

async function save(store: Store, projectId: string, request: RetrieveRequest, winnerId: string | null) {
  const answer = {
    strategy: request.strategy,
    intent: { category: 'REPRODUCE' },
    hits: winnerId === null ? [] : [{ entryId: winnerId, score: 0.5 }],
    abstained: winnerId === null ? 'cold' : null,
    verdict: { word: 'fits' },
    revision: 1,
    embedder: 'ngram-v1',
    kept: 1,
    tookMs: 1,
  } as unknown as RetrievalAnswer
  return await saveRetrieval(store, { projectId, by: 'Ivo', purpose: 'served', request, answer })
}

it('lists what was saved and served newest first, a page at a time, of one project alone', async () => {
  const store = await openTestStore()
  const { id: winnerId, projectId } = await storeEntry(store)
  const ids = [await save(store, projectId, asked, winnerId), await save(store, projectId, asked, null)]
  const all = await listRetrievals(store, projectId, { offset: 0, limit: 10 })
  expect(all.rows.map(({ id }) => id)).toEqual(ids.toReversed())
  const second = await listRetrievals(store, projectId, { offset: 1, limit: 1 })
  expect(second.rows.map(({ id }) => id)).toEqual(ids.slice(0, 1))
  expect(second.count).toBe(2)
  expect(await listRetrievals(store, 'p_other', { offset: 0, limit: 10 })).toEqual({ rows: [], count: 0 })
})

it('gives back what was asked and what won, and no winner where nothing was injected', async () => {
  const store = await openTestStore()
  const { id: winnerId, projectId } = await storeEntry(store)
  await save(store, projectId, asked, winnerId)
  await save(store, projectId, asked, null)
  const { rows } = await listRetrievals(store, projectId, { offset: 0, limit: 10 })
  expect(rows[1]).toMatchObject({ by: 'Ivo', purpose: 'served', winnerId, score: 0.5, embedder: 'ngram-v1' })
  expect(rows[1]?.request).toEqual(asked)
  expect(rows[0]).toMatchObject({ winnerId: null, score: null, abstained: 'cold' })
})

it('keeps the row when its request can no longer be read', async () => {
  const store = await openTestStore()
  const { id: winnerId, projectId } = await storeEntry(store)
  const id = await save(store, projectId, { ...asked, text: '' }, winnerId)
  const { rows } = await listRetrievals(store, projectId, { offset: 0, limit: 10 })
  expect(rows).toMatchObject([{ id, winnerId, request: null }])
})
