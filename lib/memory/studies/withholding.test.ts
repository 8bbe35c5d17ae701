import { expect, it } from 'vitest'
import { createRandom } from '../statistics.ts'
import { type AssignedUse, episodesNeeded, estimateEffect } from './withholding.ts'

const use = (episodeId: string, change: Partial<AssignedUse> = {}): AssignedUse => ({
  episodeId,
  withheld: false,
  propensity: 0.9,
  outcome: 'resolved',
  ...change,
})
const none = { withheld: true, propensity: 0.1 }
const many = (count: number, name: string, resolved: number, change: Partial<AssignedUse> = {}) =>
  Array.from({ length: count }, (_, i) =>
    use(`${name}${i}`, { outcome: i < resolved ? 'resolved' : 'unresolved', ...change }),
  )

it('says nothing while nothing was assigned at random, and counts an episode once', () => {
  expect(estimateEffect([use('a', { propensity: 1 }), use('b', { propensity: 1 })])).toBeNull()
  expect(estimateEffect([use('a'), use('a'), use('b', { ...none, outcome: null })])).toEqual({
    share: 0.1,
    served: { episodes: 1, known: 1, resolved: 1 },
    withheld: { episodes: 1, known: 0, resolved: 0 },
    mixed: 0,
    otherShare: 0,
    difference: null,
  })
})

it('gives the difference of the rates with Newcombe’s interval, from ten known outcomes on each side', () => {
  // Newcombe 1998, table II (a): 56 of 70 against 48 of 80 is 0.0524 to 0.3339.
  const report = estimateEffect([...many(70, 's', 56), ...many(80, 'w', 48, none)])
  expect(report?.difference?.pp).toBeCloseTo(20, 10)
  expect(report?.difference?.low).toBeCloseTo(5.24, 2)
  expect(report?.difference?.high).toBeCloseTo(33.39, 2)
  expect(estimateEffect([...many(70, 's', 56), ...many(9, 'w', 0, none)])?.difference).toBeNull()
})

it('leaves out episodes under which the share was changed, and those of another share', () => {
  const report = estimateEffect([
    ...many(12, 's', 6),
    ...many(12, 'w', 6, none),
    // Served before it was switched on, withheld after.
    use('turned', { propensity: 1 }),
    use('turned', none),
    use('both'),
    use('both', none),
    use('earlier', { propensity: 0.95 }),
  ])
  expect(report).toMatchObject({
    share: 0.1,
    mixed: 2,
    otherShare: 1,
    served: { episodes: 12 },
    withheld: { episodes: 12 },
  })
})

it('when memory does nothing, the interval holds 0 in about 95 of 100 trials', () => {
  const random = createRandom(3)
  let held = 0
  const trials = 1_000
  for (let trial = 0; trial < trials; trial++) {
    const uses = Array.from({ length: 600 }, (_, i) =>
      use(`e${i}`, {
        ...(random() < 0.1 ? none : {}),
        outcome: random() < 0.4 ? 'resolved' : 'unresolved',
      }),
    )
    const difference = estimateEffect(uses)?.difference
    if (difference && difference.low <= 0 && difference.high >= 0) held++
  }
  expect(held / trials).toBeGreaterThan(0.93)
  expect(held / trials).toBeLessThan(0.98)
})

it('says how many episodes a difference needs: as many as have that power', () => {
  const n = episodesNeeded(0.1, 10)
  expect(n).toBe(2_181)
  // By simulation: 90 % at 0.55, 10 % at 0.45.
  const random = createRandom(5)
  let found = 0
  const trials = 400
  for (let trial = 0; trial < trials; trial++) {
    const uses = Array.from({ length: n }, (_, i) => {
      const isNone = i % 10 === 0
      return use(`e${i}`, {
        ...(isNone ? none : {}),
        outcome: random() < (isNone ? 0.45 : 0.55) ? 'resolved' : 'unresolved',
      })
    })
    if ((estimateEffect(uses)?.difference?.low ?? 0) > 0) found++
  }
  expect(found / trials).toBeGreaterThan(0.74)
  expect(found / trials).toBeLessThan(0.86)
})
