import { describe, expect, it } from 'vitest'
import { meanOutcomes } from '../../statistics/compare.ts'
import { compareTwo } from './compare-two.ts'
import { runOf } from './fixtures/run.ts'
import { type ExperimentRun, knownOutcomes, meanCosts } from './run.ts'

const range = (n: number) => Array.from({ length: n }, (_, i) => i)
const all = (n: number, isResolved: (i: number) => boolean | null) =>
  Object.fromEntries(range(n).map((i) => [`r__r-${String(i).padStart(2, '0')}`, isResolved(i)]))
const no = () => false

describe('flips', () => {
  it('are in the order of their names, and an unknown on either side is none', () => {
    const base = runOf({}, { 'b__b-2': true, 'a__a-1': false, 'a__a-3': null, 'a__a-4': true })
    const variant = runOf({ arm: 'x' }, { 'a__a-1': true, 'a__a-3': true, 'b__b-2': false, 'a__a-4': null })
    expect(compareTwo(base, variant, [])?.flips).toEqual([
      { instanceId: 'a__a-1', gained: true, episodes: null },
      { instanceId: 'b__b-2', gained: false, episodes: null },
    ])
  })

  it('by repository stand most first, of equal ones by name, with all instances that both know', () => {
    const ids = ['c__c-1', 'c__c-2', 'b__b-1', 'b__b-2', 'a__a-1', 'd__d-1', 'd__d-2']
    const of = (resolved: string[]) => Object.fromEntries(ids.map((id) => [id, resolved.includes(id)]))
    const two = compareTwo(
      runOf({}, of(['b__b-1', 'd__d-1'])),
      runOf({ arm: 'x' }, of(['c__c-1', 'd__d-1', 'd__d-2', 'b__b-2'])),
      [],
    )
    expect(two?.repositories).toEqual([
      { name: 'b__b', n: 2, gained: 1, lost: 1 },
      { name: 'c__c', n: 2, gained: 1, lost: 0 },
      { name: 'd__d', n: 2, gained: 1, lost: 0 },
      { name: 'a__a', n: 1, gained: 0, lost: 0 },
    ])
  })

  it.each([
    [{}, []],
    [{ backbone: 'n' }, ['model']],
    [{ scaffold: 't' }, ['agent']],
    [{ version: null }, ['version']],
    [{ backbone: 'n', scaffold: 't', version: '2' }, ['model', 'agent', 'version']],
    [{ arm: 'x', seed: '9' }, []],
  ])('of runs that differ in %o differ by %o besides memory', (names, differs) => {
    expect(compareTwo(runOf({}, { a: true }), runOf(names, { a: true }), [])?.differs).toEqual(differs)
  })
})

describe('what a variant costs', () => {
  const priced = (
    names: Partial<ExperimentRun>,
    outcomes: Record<string, boolean | null>,
    costs: (number | null)[],
  ) => {
    const run = runOf(names, outcomes)
    return { ...run, results: run.results.map((one, i) => ({ ...one, costUsd: costs[i] ?? null })) }
  }

  it('is summed over instances that both sides know by verdict and by cost, 0 among them', () => {
    const base = priced({}, { a: false, b: false, c: null, d: true, e: true }, [1, 0, 5, null, 7])
    const variant = priced({ arm: 'x' }, { a: true, b: true, c: true, d: true, e: null }, [2, 1, 5, 3, 7])
    expect(compareTwo(base, variant, [])?.cost).toEqual({
      n: 2,
      baseUsd: 1,
      variantUsd: 3,
      netResolved: 2,
      perSolveUsd: 1,
    })
  })

  it('has no price for a solve where none is gained, and is unknown where no instance has both costs', () => {
    const of = (base: boolean, variant: boolean) =>
      compareTwo(priced({}, { a: base }, [1]), priced({ arm: 'x' }, { a: variant }, [2]), [])?.cost
    expect([of(true, true)?.perSolveUsd, of(true, false)?.perSolveUsd, of(false, true)?.perSolveUsd]).toEqual(
      [null, null, 1],
    )
    expect(compareTwo(priced({}, { a: true }, [1]), priced({}, { a: true }, [null]), [])?.cost).toBeNull()
  })
})

describe('tiers of difficulty', () => {
  const steps = (n: number, of: (i: number) => number | null) => {
    const run = runOf({}, all(n, no))
    return { ...run, results: run.results.map((one, i) => ({ ...one, steps: of(i) })) }
  }
  const tiers = (base: ExperimentRun, variant: (i: number) => boolean = no) =>
    compareTwo(base, runOf({ arm: 'x' }, all(base.results.length, variant)), [])?.tiers ?? null

  it('need nine instances, and steps of the base for nine in ten of those that both runs know', () => {
    expect(tiers(steps(8, (i) => i))).toBeNull()
    expect(tiers(steps(9, (i) => i))).not.toBeNull()
    expect(tiers(steps(20, (i) => (i < 18 ? i : null)))).not.toBeNull()
    expect(tiers(steps(20, (i) => (i < 17 ? i : null)))).toBeNull()
    expect(tiers(runOf({}, all(9, no)))).toBeNull()
  })

  it('hold at each cut what has exactly as many steps, and stand from easy to hard', () => {
    const found = tiers(
      steps(9, (i) => 9 - i),
      (i) => i < 3,
    )
    expect(found?.cuts).toEqual([3, 6])
    expect(found?.tiers).toEqual([
      { name: 'easy', n: 3, difference: 0 },
      { name: 'medium', n: 3, difference: 0 },
      { name: 'hard', n: 3, difference: 1 },
    ])
  })

  it('are one where every instance took as many steps, and then nothing can be tested', () => {
    expect(tiers(steps(9, () => 5))).toMatchObject({
      cuts: [5, 5],
      tiers: [{ name: 'easy', n: 9 }],
      p: null,
    })
  })
})

describe('reruns of the base', () => {
  const again = (names: Partial<ExperimentRun>) => runOf(names, { a: false, b: true })
  const floor = (other: ExperimentRun) =>
    compareTwo(runOf({}, { a: true, b: true }), runOf({ arm: 'x' }, { a: true, b: true }), [other])
      ?.comparison.noiseFloor

  it('are runs of its arm in its setting, whatever their seed', () => {
    expect(floor(again({}))).toMatchObject({ reruns: 2, disagreementShare: 0.5 })
    expect(floor(again({ seed: '4' }))).toMatchObject({ reruns: 2 })
    expect(floor(again({ arm: 'x' }))).toBeNull()
    expect(floor(again({ backbone: 'n' }))).toBeNull()
  })

  it('do not count the two themselves', () => {
    const base = runOf({}, { a: true })
    const twin = runOf({}, { a: false })
    expect(compareTwo(base, twin, [base, twin])?.comparison.noiseFloor).toBeNull()
  })
})

describe('means over runs', () => {
  it('of outcomes are over the runs that know the instance', () => {
    const runs = [
      runOf({}, { a: true, b: null, c: false }),
      runOf({}, { a: false, b: true }),
      runOf({}, { a: true }),
    ]
    expect(Object.fromEntries(meanOutcomes(runs.map(knownOutcomes)))).toEqual({ a: 2 / 3, b: 1, c: 0 })
    expect(meanOutcomes([]).size).toBe(0)
    expect(meanOutcomes([knownOutcomes(runOf({}, { a: null }))]).size).toBe(0)
  })

  it('of costs are over the runs that report one, and 0 is one', () => {
    const runs = [
      runOf({}, { a: true, b: true }, { cost: 0 }),
      runOf({}, { a: null }, { cost: 3 }),
      runOf({}, { a: true, c: true }),
    ]
    expect(Object.fromEntries(meanCosts(runs))).toEqual({ a: 1.5, b: 0 })
  })
})
