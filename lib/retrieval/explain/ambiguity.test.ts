import { describe, expect, it } from 'vitest'
import type { Hit } from '../../memory/retrieval.ts'
import { ambiguityOf } from './ambiguity.ts'

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

describe('how clear the winner is', () => {
  const hits = [
    hit(1, 0.45, ['last page', 'rounding']),
    hit(2, 0.44, ['tie breaking', 'ordering']),
    hit(3, 0.43, ['rounding mode']),
    hit(4, 0.42, []),
    hit(5, 0.3, ['caching']),
  ]
  const scores = hits.map(({ score }) => score)

  it('counts who is near the best, and not the best itself', () => {
    expect(ambiguityOf(hits, [...scores, 0.1, 0], null, 0.05).nearCount).toBe(3)
  })

  it('names as another mechanism only a near one whose keywords share no word with the winner’s', () => {
    expect(ambiguityOf(hits, scores, null, 0.05).rivals.map(({ rank }) => rank)).toEqual([2])
  })

  it('calls nothing close in meaning that unrelated pairs reach too', () => {
    const low = ambiguityOf(hits, scores, 0.445, 0.05)
    expect(low).toMatchObject({ nearCount: 3, rivals: [] })
  })

  it('measures the lead against the middle half of the pool', () => {
    expect(ambiguityOf(hits, scores, null, 0.05).spread).toBeCloseTo(0.02)
    expect(ambiguityOf(hits.slice(0, 3), scores.slice(0, 3), null, 0.05).spread).toBeNull()
  })

  it('has nothing to say about an empty pool', () => {
    expect(ambiguityOf([], [], null, 0.05)).toEqual({ near: 0.05, nearCount: 0, spread: null, rivals: [] })
  })
})
