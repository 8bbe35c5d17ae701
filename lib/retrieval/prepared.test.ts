import { expect, it } from 'vitest'
import { createLocalEmbedder } from '../llm/local-embedder.ts'
import { CosineIndex } from './cosine-index.ts'
import { testEntry, testRow } from './fixtures/test-memory.ts'
import { createPreparedCache } from './prepared.ts'
import { getStrategy } from './strategies/all-strategies.ts'

const embedder = createLocalEmbedder()
const entry = testEntry(1, { category: 'EDIT', description: { objective: 'page cursor', keywords: [] } })

function memory() {
  const reads: string[] = []
  let fails = false
  const prepare = createPreparedCache(embedder, {
    episodes: async (projectIds) => {
      if (fails) throw new Error('disk')
      reads.push(`episodes ${projectIds}`)
      return []
    },
    entries: async (projectIds) => {
      reads.push(`entries ${projectIds}`)
      return [entry]
    },
  })
  return {
    reads,
    prepare,
    fail: (on: boolean) => (fails = on),
    index: CosineIndex.of(embedder, [testRow(entry)], 1),
  }
}
const scope = { projectIds: ['p'] }

it('reads the texts once for all strategies until the store moves on', async () => {
  const { reads, prepare, index } = memory()
  const first = await prepare(getStrategy('tfidf'), index, scope)
  expect(await prepare(getStrategy('tfidf'), index, scope)).toBe(first)
  await prepare(getStrategy('bm25'), index, scope)
  await prepare(getStrategy('hybrid'), index, scope)
  await prepare(getStrategy('subtask'), index, scope)
  expect(reads).toEqual(['episodes p', 'entries p'])
  index.catchUp([], 2)
  expect(await prepare(getStrategy('tfidf'), index, scope)).not.toBe(first)
  expect(reads).toEqual(['episodes p', 'entries p', 'episodes p'])
})

it('keeps projects and indexes apart', async () => {
  const { reads, prepare, index } = memory()
  await prepare(getStrategy('bm25'), index, scope)
  await prepare(getStrategy('bm25'), index, { projectIds: ['q'] })
  await prepare(getStrategy('bm25'), new CosineIndex(embedder), scope)
  expect(reads).toEqual(['episodes p', 'episodes q', 'episodes p'])
})

it('tries again after a read that failed', async () => {
  const { prepare, fail, index } = memory()
  fail(true)
  await expect(prepare(getStrategy('bm25'), index, scope)).rejects.toThrow('disk')
  fail(false)
  const rank = await prepare(getStrategy('bm25'), index, scope)
  const query = { text: 'x', category: null, repo: null, seed: 1, limit: null, scope }
  expect((await rank(query)).hits).toEqual([])
})
