import { expect, it } from 'vitest'
import { embedOne } from '../../llm/embedder.ts'
import { createJoinedEmbedder } from '../../llm/joined-embedder.ts'
import { createLocalEmbedder } from '../../llm/local-embedder.ts'
import { SENTENCE_DIMENSION } from '../../llm/minilm/sentence-model.ts'
import { cosine } from '../../memory/similarity.ts'
import { descriptionText } from '../../memory/text/words.ts'
import { CosineIndex } from '../../retrieval/cosine-index.ts'
import { testEntry, testRow } from '../../retrieval/fixtures/test-memory.ts'
import type { Rank } from '../../retrieval/strategies/strategy.ts'
import { namedStrategy } from './replay.ts'

const entries = ['page cursor', 'paged curses', 'mutex of a queue'].map((objective, n) =>
  testEntry(n, { category: 'EDIT', description: { objective, keywords: [] } }),
)
const corpus = {
  index: CosineIndex.of(
    createLocalEmbedder(),
    entries.map((entry) => testRow(entry)),
    7,
  ),
  embedder: createLocalEmbedder(),
  episodes: [],
  entries: new Map(entries.map((entry) => [entry.id, entry])),
}
const query = {
  text: 'page curse',
  category: 'EDIT' as const,
  scope: { projectIds: ['p'] },
  seed: 1,
  limit: null,
}

const otherEmbedder = () =>
  createJoinedEmbedder(async (texts) =>
    texts.map((text) =>
      Float32Array.from({ length: SENTENCE_DIMENSION }, (_, i) => (i === text.length ? 1 : 0)),
    ),
  )

it('ranks the same entries by another embedder, scores and all', async () => {
  const other = otherEmbedder()
  const strategy = await namedStrategy('subtask;embedder=local-v2', async (id) => {
    expect(id).toBe('local-v2')
    return other
  })
  expect(strategy.name).toBe('subtask;embedder=local-v2')
  const rank: Rank = await strategy.prepare(corpus)
  const { hits: ranked } = await rank(query)
  expect(ranked).toHaveLength(3)
  const asked = await embedOne(other, query.text)
  for (const hit of ranked) {
    if ('entryIds' in hit) throw new Error('an episode')
    const { id, score } = hit
    const entry = corpus.entries.get(id)
    const own = await embedOne(other, descriptionText(entry?.description ?? { objective: '', keywords: [] }))
    expect(score).toBeCloseTo(cosine(asked, own), 6)
  }
})

it('leaves a plain name the space it is in, and opens no other', async () => {
  const strategy = await namedStrategy('subtask', () => Promise.reject(new Error('not asked')))
  const rank: Rank = await strategy.prepare(corpus)
  const { hits } = await rank({ ...query, text: 'page cursor' })
  expect(hits[0]).toMatchObject({ id: entries[0]?.id, score: expect.closeTo(1, 6) })
  await expect(namedStrategy('nothing;embedder=x', async () => otherEmbedder())).rejects.toMatchObject({
    code: 'unknown-strategy',
  })
})
