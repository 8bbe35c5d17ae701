import { describe, expect, it } from 'vitest'
import type { Hit, Verdict } from '@/lib/memory/retrieval.ts'
import { aboveUnrelated, prepareHeadline } from './prepare-headline.ts'

const hit: Hit = {
  extractor: null,
  rank: 1,
  score: 0.718342,
  entryId: 'm_1',
  instanceId: null,
  repo: null,
  category: 'REPRODUCE',
  objective: 'construct failing test case for off-by-one in pagination.',
  keywords: [],
  experience: { title: 't', kind: 'pattern', when: '', do: '', because: '', check: '' },
}
const verdict: Verdict = {
  word: 'fits',
  sentence: '',
  aboveUnrelated: 1,
  weakFrom: 0.3,
  fitsFrom: 0.5,
  pairCount: 20_000,
}
const input = {
  verdict,
  hits: [hit],
  margin: 0.078224,
  kept: 1_874,
  abstained: null,
  intent: { category: 'REPRODUCE' as const, description: { objective: 'x', keywords: [] } },
}

describe('the headline', () => {
  it('names the lesson and keeps all six digits of the margin', () => {
    expect(prepareHeadline(input)).toEqual({
      before: 'It fits: “construct failing test case for off-by-one in pagination”, ahead of the next by ',
      score: '0.078224',
      after: '.',
    })
  })

  it('does not praise the best of a pool in which likely nothing fits', () => {
    const bad = { ...input, verdict: { ...verdict, word: 'nothing-fits' as const, aboveUnrelated: 0.614 } }
    expect(prepareHeadline(bad).before).toBe(
      'Likely nothing here fits: the best of 1,874 is better than 61\u00a0% of unrelated pairs.',
    )
  })

  it('says that an empty category injects nothing', () => {
    const cold = {
      ...input,
      hits: [],
      margin: null,
      kept: 0,
      verdict: { ...verdict, word: 'cold' as const, aboveUnrelated: null },
    }
    expect(prepareHeadline(cold).before).toBe(
      'REPRODUCE has no approved entry in this scope, so nothing would be injected.',
    )
  })

  it('says which floor keeps the best from being injected', () => {
    const { before, score, after } = prepareHeadline({ ...input, abstained: 'floor' }, 0.75)
    expect(`${before}${score}${after}`).toBe(
      'Nothing is injected: the best, 0.718342, is under the floor of 0.75.',
    )
  })

  it('calls a tie a tie', () => {
    expect(prepareHeadline({ ...input, margin: 0 }).before).toContain('tied with the next')
  })

  it('counts the pairs that are left where a percentage would hide them', () => {
    expect(aboveUnrelated({ ...verdict, aboveUnrelated: 1_587 / 1_589, pairCount: 1_589 })).toBe(
      'above all but 2 of 1,589 unrelated pairs',
    )
    expect(aboveUnrelated({ ...verdict, aboveUnrelated: 0.99997 })).toBe(
      'above all but 1 of 20,000 unrelated pairs',
    )
    expect(aboveUnrelated({ ...verdict, aboveUnrelated: 0.9899 })).toBe('above 98\u00a0% of unrelated pairs')
    expect(aboveUnrelated(verdict)).toBe('above all 20,000 unrelated pairs')
    expect(aboveUnrelated({ ...verdict, aboveUnrelated: null })).toBeNull()
  })
})
