import { describe, expect, it } from 'vitest'
import type { Hit } from '../../memory/retrieval.ts'
import { rivalsOf } from './explore.ts'

const hit = (rank: number, score: number, keywords: string[]): Hit => ({
  extractor: null,
  rank,
  score,
  entryId: `m_${rank}`,
  instanceId: null,
  repo: null,
  category: 'ANALYZE',
  objective: `lesson ${rank}`,
  keywords,
  experience: { title: 't', kind: 'pattern', when: '', do: '', because: '', check: '' },
})

describe('what stands beside the winner', () => {
  const hits = [
    hit(1, 0.45, ['last page', 'rounding']),
    hit(2, 0.44, ['tie breaking', 'ordering']),
    hit(3, 0.43, ['rounding mode']),
    hit(4, 0.42, []),
    hit(5, 0.3, ['caching']),
  ]

  it('is of another mechanism only when it is near and its keywords share no word with the winner’s', () => {
    expect(rivalsOf(hits, null, 0.05)).toEqual(['m_2'])
  })

  it('is not close in meaning where unrelated pairs reach as high', () => {
    expect(rivalsOf(hits, 0.445, 0.05)).toEqual([])
  })

  it('is nobody in an empty pool', () => {
    expect(rivalsOf([], null, 0.05)).toEqual([])
  })
})
