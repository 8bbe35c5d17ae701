import { describe, expect, it } from 'vitest'
import { createLocalEmbedder, localVector } from '../../llm/local-embedder.ts'
import { cosine } from '../../memory/similarity.ts'
import { explainScore } from './explain.ts'

const embedder = createLocalEmbedder()
const against = localVector(
  'construct failing test case for off-by-one in pagination; off-by-one, pagination',
)

describe('explainScore', () => {
  it('says pagination earns the score of the seed’s query, and how much', async () => {
    const text = 'construct test case for cursor-based pagination bug'
    const { score, words } = await explainScore(text, against, embedder)
    expect(words[0]?.word).toBe('pagination')
    expect(score).toBe(cosine(localVector(text), against))
    const without = cosine(localVector('construct test case for cursor-based  bug'), against)
    expect(words[0]?.lost).toBe(score - without)
  })

  it('takes a repeated word out everywhere and tells all its places', async () => {
    const { words } = await explainScore('Pagination, then pagination again', against, embedder)
    const pagination = words.find(({ word }) => word === 'Pagination')
    expect(pagination?.ranges).toEqual([
      { start: 0, end: 10 },
      { start: 17, end: 27 },
    ])
  })

  it('has nothing to say about a text without words', async () => {
    expect(await explainScore('???', against, embedder)).toEqual({ score: 0, words: [] })
  })
})
