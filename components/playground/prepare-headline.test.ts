import { describe, expect, it } from 'vitest'
import type { Hit, Verdict } from '@/lib/memory/retrieval.ts'
import { asHighWords, doubtWords, flagsWords, prepareHeadline } from './prepare-headline.ts'

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
  abstained: null,
  intent: { category: 'REPRODUCE' as const, description: { objective: 'x', keywords: [] } },
}
const weak = { ...input, verdict: { ...verdict, word: 'weak' as const } }
const low = { ...weak, hits: [{ ...hit, score: 0.4 }] }

describe('the headline', () => {
  it('names the lesson, in at most twelve words', () => {
    expect(prepareHeadline(input, null, false)).toBe(
      'It fits: “construct failing test case for off-by-one in pagination”',
    )
    const long = {
      ...hit,
      objective: 'make the cursor of the next page exclusive, so that no row is told twice',
    }
    const words = prepareHeadline({ ...input, hits: [long] }, null, false)
    expect(words).toBe('It fits: “make the cursor of the next page exclusive, so that …”')
    expect(words.replace(' …', '').split(' ')).toHaveLength(12)
  })

  it('says both of a lesson that fits and is flagged', () => {
    expect(prepareHeadline(weak, null, true)).toMatch(/^It fits, but is flagged: “construct/)
    expect(prepareHeadline(low, null, true)).toMatch(/^Weak match, and flagged: “construct/)
    expect(prepareHeadline(low, null, false)).toMatch(/^Weak match: “construct/)
  })

  it('does not praise the best of a pool in which likely nothing fits', () => {
    const bad = { ...input, verdict: { ...verdict, word: 'nothing-fits' as const, asHighCount: 31 } }
    expect(prepareHeadline(bad, null, false)).toBe('No sign that anything here fits.')
  })

  it('says that an empty category injects nothing', () => {
    const cold = { ...input, hits: [], verdict: { ...verdict, word: 'cold' as const, asHighCount: null } }
    expect(prepareHeadline(cold, null, false)).toBe('Nothing: REPRODUCE has no entry in service.')
  })

  it('says which minimum score keeps the best from being injected', () => {
    expect(prepareHeadline({ ...input, abstained: 'floor' }, 0.75, false)).toBe(
      'Nothing is injected: 0.718342 is below the minimum score of 0.75.',
    )
  })

  it('says that only what fits may be injected', () => {
    expect(prepareHeadline({ ...input, abstained: 'unfit' }, null, false)).toMatch(/only what fits/)
  })
})

it('says in how many unrelated questions something scores as high', () => {
  expect(asHighWords({ ...verdict, asHighCount: 3 })).toBe('as high in 3 of 60 unrelated questions')
  expect(asHighWords({ ...verdict, asHighCount: null })).toBeNull()
})

it('names what stands open against an entry', () => {
  expect(flagsWords({ openFindings: ['too-long', 'leak'], flags: ['vague'] })).toBe(
    'open findings: too long, leak; flag: vague',
  )
  expect(flagsWords({ openFindings: [], flags: [] })).toBeNull()
  expect(flagsWords({ openFindings: [], flags: ['empty-check'] })).toBe('flag: empty-check')
  expect(doubtWords({ openFindings: [], flags: ['empty-check'] })).toBeNull()
  expect(doubtWords({ openFindings: [], flags: ['vague', 'empty-check'] })).toBe('flag: vague')
})
