import { describe, expect, it } from 'vitest'
import type { Hit, Verdict } from '@/lib/memory/retrieval.ts'
import { asHighWords, prepareHeadline } from './prepare-headline.ts'

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
  asHighCount: 0,
  weakFrom: 0.3,
  fitsFrom: 0.5,
  questionCount: 60,
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

  it('says that an empty pool injects nothing', () => {
    const empty = { ...verdict, word: 'cold' as const }
    expect(prepareHeadline({ ...input, hits: [], verdict: empty }).before).toContain(
      'has no entry in service',
    )
  })

  it('says why a lesson whose score would fit is called weak', () => {
    const best = { ...hit, score: 0.6 }
    const doubted = { ...input, hits: [best], verdict: { ...verdict, word: 'weak' as const } }
    expect(prepareHeadline(doubted).before).toMatch(
      /^Weak, for a flag or an open finding stands against it: “/,
    )
    const low = { ...doubted, hits: [{ ...hit, score: 0.4 }] }
    expect(prepareHeadline(low).before).toMatch(/^Weak: “/)
  })

  it('does not praise the best of a pool in which likely nothing fits', () => {
    const bad = { ...input, verdict: { ...verdict, word: 'nothing-fits' as const, asHighCount: 31 } }
    expect(prepareHeadline(bad).before).toBe(
      'No sign that anything here fits: the best of 1,874 is as high in 31 of 60 unrelated questions.',
    )
  })

  it('says that an empty category injects nothing', () => {
    const cold = {
      ...input,
      hits: [],
      margin: null,
      kept: 0,
      verdict: { ...verdict, word: 'cold' as const, asHighCount: null },
    }
    expect(prepareHeadline(cold).before).toBe(
      'REPRODUCE has no entry in service in this scope, so nothing would be injected.',
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

  it('says in how many unrelated questions something scores as high', () => {
    expect(asHighWords({ ...verdict, asHighCount: 3 })).toBe('as high in 3 of 60 unrelated questions')
    expect(asHighWords({ ...verdict, asHighCount: null })).toBeNull()
  })

  it('says that only what fits may be injected', () => {
    expect(prepareHeadline({ ...input, abstained: 'unfit' }).before).toMatch(
      /^Nothing is injected, for only what fits/,
    )
  })
})
