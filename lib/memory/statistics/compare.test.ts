import { expect, it } from 'vitest'
import { compareRuns, repositoryOf } from './compare.ts'

const run = (entries: Record<string, boolean>) => new Map(Object.entries(entries))

it('compares over the common instances and names those that only one side knows', () => {
  const base = run({ 'a__a-1': true, 'a__a-2': false, 'b__b-1': false, 'b__b-9': true })
  const variant = run({ 'a__a-1': true, 'a__a-2': true, 'b__b-1': false, 'c__c-1': true })
  const result = compareRuns(base, variant, { seed: 1, resamples: 500 })
  expect(result).toMatchObject({
    n: 3,
    both: 1,
    onlyBase: 0,
    onlyVariant: 1,
    neither: 1,
    netResolved: 1,
    onlyInBase: ['b__b-9'],
    onlyInVariant: ['c__c-1'],
    clusteredPp: { clusters: 2 },
    noiseFloor: null,
  })
  expect(result).toEqual(compareRuns(base, variant, { seed: 1, resamples: 500 }))
})

it('says null without a common instance', () => {
  expect(compareRuns(run({ a: true }), run({ b: true }), { seed: 1 })).toBeNull()
})

it('takes the noise floor from reruns of the base, over what all of them know', () => {
  const base = run({ a: true, b: false, c: true })
  const { noiseFloor } = compareRuns(base, run({ a: true, b: true, c: true }), {
    seed: 1,
    resamples: 100,
    reruns: [run({ a: true, b: true })],
  }) ?? { noiseFloor: null }
  expect(noiseFloor).toMatchObject({ reruns: 2, n: 2, disagreementShare: 0.5, largestNetPp: 50 })
})

it('reads the repository from the id', () => {
  expect(repositoryOf('scikit-learn__scikit-learn-10297')).toBe('scikit-learn__scikit-learn')
  expect(repositoryOf('plain')).toBe('plain')
})
