import { describe, expect, it } from 'vitest'
import type { Hit, Verdict } from '@/lib/memory/retrieval.ts'
import { asHighWords, chanceToHelp, doubtWords, flagsWords, prepareHeadline } from './prepare-headline.ts'

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
  probability: 0.72,
  basis: { n: 140, source: 'sample', called: 38, helped: 25 },
  elsewhere: null,
}
const input = {
  verdict,
  hits: [hit],
  abstained: null,
  intent: { category: 'REPRODUCE' as const, description: { objective: 'x', keywords: [] } },
}
const weak = { ...input, verdict: { ...verdict, word: 'weak' as const } }

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

  it('says of a weak one whether it is flagged', () => {
    expect(prepareHeadline(weak, null, true)).toMatch(/^Weak match, and flagged: “construct/)
    expect(prepareHeadline(weak, null, false)).toMatch(/^Weak match: “construct/)
  })

  it('does not praise the best of a pool in which likely nothing fits', () => {
    const bad = { ...verdict, word: 'nothing-fits' as const }
    expect(prepareHeadline({ ...input, verdict: bad }, null, false)).toBe(
      'Nothing here fits, in any category.',
    )
    const elsewhere = { category: 'VERIFY' as const, entryId: 'm_2', title: 't', probability: 0.7 }
    expect(prepareHeadline({ ...input, verdict: { ...bad, elsewhere } }, null, false)).toBe(
      'Nothing in REPRODUCE fits; VERIFY has one that does.',
    )
  })

  it('says that an empty category injects nothing', () => {
    const cold = { ...input, hits: [], verdict: { ...verdict, word: 'cold' as const } }
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

it('says how often lessons like this helped, once, with its n and interval', () => {
  expect(chanceToHelp(verdict)).toBe('25 of 38 like this helped, 66 % (50 to 79)')
  expect(chanceToHelp({ ...verdict, basis: null })).toBeNull()
})

it('says in how many unrelated questions something scores as high', () => {
  const unrelated = { questionCount: 60, source: 'other-tasks', counts: [], binFrom: 0, binWidth: 1 } as const
  const asked = { ...unrelated, counts: [], highFrom: 0.3 }
  expect(asHighWords({ ...asked, asHighCount: 3 })).toBe('as high in 3 of 60 unrelated questions')
  expect(asHighWords({ ...asked, asHighCount: null })).toBeNull()
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
