import { expect, it } from 'vitest'
import { isKept, simulateCoverage } from './coverage.ts'

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
  expect(rows.filter((row) => !isKept(row))).toEqual([])
})

it('a few trials miss no promise by chance, and many say when an interval holds the truth too seldom or too often', () => {
  const promised = { low: 0.93, high: 0.97 }
  expect(isKept({ share: 1, trials: 20, promised })).toBe(true)
  expect(isKept({ share: 0.9, trials: 300, promised })).toBe(true)
  expect(isKept({ share: 0.9, trials: 2000, promised })).toBe(false)
  expect(isKept({ share: 0.99, trials: 2000, promised })).toBe(false)
  expect(isKept({ share: 0.09, trials: 2000, promised: { low: 0, high: 0.05 } })).toBe(false)
  expect(isKept({ share: 0.1, trials: 10, promised: null })).toBe(true)
})
