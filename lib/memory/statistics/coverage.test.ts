import { expect, it } from 'vitest'
import { simulateCoverage } from './coverage.ts'

it('intervals hold the truth 93 to 97 times in 100 at n = 500, and a dip is called in at most 5 of 100 streams without one', () => {
  const rows = [...simulateCoverage({ seed: 1, trials: 300, resamples: 200, promisedOnly: true })]
  expect(rows.map(({ what, n }) => `${what}, ${n}`)).toEqual([
    'Newcombe, paired: holds the true difference, 500',
    'paired bootstrap: holds the true difference, 500',
    'Newcombe, unpaired: holds the true difference, 500',
    'ladder, functions differ: holds the true difference, 28',
    'dip: false alarm, when memory does nothing, 300',
    'band: holds the whole curve, when memory does nothing, 300',
  ])
  for (const { what, share, monteCarloSe, promised: limits } of rows) {
    // Two Monte Carlo errors of room; `npm run coverage` has enough trials to do without.
    expect(share, what).toBeGreaterThanOrEqual((limits?.low ?? 0) - 2 * monteCarloSe)
    expect(share, what).toBeLessThanOrEqual((limits?.high ?? 1) + 2 * monteCarloSe)
  }
})
