import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Chance, ENOUGH_QUESTIONS, NO_CHANCE } from './chance.ts'
import { judge, unjudged, type VerdictInput } from './verdict.ts'

/** A hundred unrelated questions that reach 0.00, 0.01 .. 0.99. */
const HUNDRED: Chance = {
  source: 'other-projects',
  scores: Float64Array.from({ length: 100 }, (_, n) => n / 100),
}
const at = (score: number, change: Partial<VerdictInput> = {}) =>
  judge({
    ...{ category: 'EDIT', kept: 12_345, chance: HUNDRED, margin: 0.25, tossUp: 0.01, readsWords: false },
    ...change,
    best: change.best === undefined ? { score, title: 'A lesson', doubts: [] } : change.best,
  })

describe('the word', () => {
  it('follows the limits, which themselves are not above chance', () => {
    const { weakFrom, fitsFrom } = at(0.5)
    expect([weakFrom, fitsFrom]).toEqual([0.8, 0.95])
    expect([0, 0.8, 0.801, 0.95, 0.951, 1].map((score) => at(score).word)).toEqual([
      ...['nothing-fits', 'nothing-fits', 'weak', 'weak', 'fits', 'fits'],
    ])
  })

  it('keeps its claim for any chance: of unrelated questions at most a fifth is weak or better and a twentieth fits', () => {
    const scores = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 40, maxLength: 120 })
    fc.assert(
      fc.property(scores, (list) => {
        const chance: Chance = { source: 'lessons', scores: Float64Array.from(list).sort() }
        const words = list.map((score) => at(score, { chance }).word)
        const share = (...some: string[]) => words.filter((word) => some.includes(word)).length / list.length
        expect(share('fits')).toBeLessThanOrEqual(0.05)
        expect(share('fits', 'weak')).toBeLessThanOrEqual(0.2)
      }),
      { seed: 7 },
    )
  })

  it('a better score never gets a lesser word', () => {
    const rank = { cold: 0, unknown: 0, 'nothing-fits': 1, weak: 2, fits: 3 }
    const score = fc.double({ min: -1, max: 1, noNaN: true })
    fc.assert(
      fc.property(score, score, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        expect(rank[at(high).word]).toBeGreaterThanOrEqual(rank[at(low).word])
        expect(at(high).asHighCount ?? 0).toBeLessThanOrEqual(at(low).asHighCount ?? 0)
      }),
      { seed: 8 },
    )
  })

  it('is never that it fits where something open speaks against it, however high', () => {
    const best = { score: 1, title: 'A lesson', doubts: ['vague', 'near-duplicate'] }
    expect(at(1, { best })).toMatchObject({
      word: 'weak',
      sentence:
        'It would fit, but something open speaks against the lesson (vague, near-duplicate); as high as this in 0 of 100 unrelated questions to this pool.',
    })
    // Lower down the score alone makes it weak, and is what is said.
    expect(at(0.9, { best: { ...best, score: 0.9 } }).sentence).toMatch(/^Weak: as high as this in 10 of 100/)
  })

  it.each([
    [ENOUGH_QUESTIONS - 1, 'unknown'],
    [ENOUGH_QUESTIONS, 'fits'],
  ])('of %d unrelated questions it says %s', (length, word) => {
    const chance: Chance = { source: 'lessons', scores: new Float64Array(length) }
    expect(at(0.5, { chance }).word).toBe(word)
  })
})

describe('the sentence', () => {
  it.each<[string, number, Partial<VerdictInput>, string]>([
    [
      'fits, with its lead',
      0.99,
      {},
      'It fits: “A lesson”, ahead of the next by 0.250000; as high as this in 1 of 100 unrelated questions to this pool.',
    ],
    [
      'fits and is alone',
      0.99,
      { margin: null },
      'It fits: “A lesson”, the only one in its category; as high as this in 1 of 100 unrelated questions to this pool.',
    ],
    [
      'is weak with the next far behind',
      0.9,
      {},
      'Weak: as high as this in 10 of 100 unrelated questions to this pool, with the next 0.250000 behind.',
    ],
    [
      'is weak and a toss-up',
      0.9,
      { margin: 0.009 },
      'Weak: as high as this in 10 of 100 unrelated questions to this pool, and the two best are 0.009000 apart.',
    ],
    [
      'is weak at exactly the toss-up',
      0.9,
      { margin: 0.01 },
      'Weak: as high as this in 10 of 100 unrelated questions to this pool, with the next 0.010000 behind.',
    ],
    [
      'is weak and alone',
      0.9,
      { margin: null },
      'Weak: as high as this in 10 of 100 unrelated questions to this pool.',
    ],
    [
      'does not stand out',
      0.5,
      {},
      'No sign that anything here fits: the best of 12,345 is as high as this in 50 of 100 unrelated questions to this pool.',
    ],
    [
      'was read by words',
      0.5,
      { readsWords: true, kept: 999 },
      'No sign that anything here fits: the best of 999 is as high as this in 50 of 100 unrelated questions to this pool. Read by words, not by meaning.',
    ],
    [
      'cannot be judged, below 0',
      -0.5,
      { chance: NO_CHANCE, kept: 1_000_000 },
      'Cannot judge yet: 0 unrelated questions, 40 are needed. The best of 1,000,000 scores −0.500000.',
    ],
  ])('for a best that %s', (_what, score, change, sentence) => {
    expect(at(score, change).sentence).toBe(sentence)
  })
})

it('an empty pool is cold, whatever chance says', () => {
  expect(at(0, { best: null, kept: 0 })).toMatchObject({
    ...{ word: 'cold', asHighCount: null, questionCount: 100 },
    sentence: 'Cold: EDIT is empty in this scope, so the agent works without memory.',
  })
})

it('scores that are no cosines are not judged, and none is cold', () => {
  const nothing = { asHighCount: null, weakFrom: null, fitsFrom: null, questionCount: 0 }
  expect(unjudged('bm25', 1_500)).toEqual({
    ...{ ...nothing, word: 'unknown' },
    sentence: 'Cannot judge: the scores of bm25 are not cosines of descriptions. It ranked 1,500.',
  })
  expect(unjudged('none', 0)).toEqual({
    ...{ ...nothing, word: 'cold' },
    sentence: 'Cold: none ranks nothing for this text, so the agent works without memory.',
  })
})
