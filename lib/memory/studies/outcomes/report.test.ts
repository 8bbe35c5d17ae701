import { describe, expect, it } from 'vitest'
import { holm } from '../../statistics.ts'
import { runOf } from './fixtures/run.ts'
import { reportExperiments } from './report.ts'
import type { ExperimentRun, FrozenPlan } from './run.ts'

/** Outcomes of as many instances as there are signs: 1 resolved, 0 not, ? unknown, a blank is not there. */
const outcomes = (signs: string, repo = 'r__r') =>
  Object.fromEntries(
    [...signs].flatMap((sign, i) =>
      sign === ' ' ? [] : [[`${repo}-${i}`, sign === '?' ? null : sign === '1']],
    ),
  )
const run = (signs: string, names: Partial<ExperimentRun> = {}, cost?: number) =>
  runOf(names, outcomes(signs), cost === undefined ? {} : { cost })
const report = (runs: ExperimentRun[], plans: FrozenPlan[] = []) =>
  reportExperiments(runs, { resamples: 200, plans })
const arm = 'subtask'

describe('a run in the list', () => {
  it.each<[string, object]>([
    ['11?0', { known: 3, unknown: 1, resolved: 2, share: 2 / 3 }],
    ['00', { known: 2, unknown: 0, resolved: 0, share: 0 }],
    ['??', { known: 0, unknown: 2, resolved: 0, share: null }],
    ['', { known: 0, unknown: 0, resolved: 0, share: null, costUsd: null, steps: null }],
  ])('of %o says %o', (signs, row) => {
    expect(report([run(signs)]).runs[0]).toMatchObject(row)
  })

  it('has a sum of cost and a mean of steps only where every instance has one, and 0 counts as known', () => {
    const of = (costs: (number | null)[], steps: (number | null)[]) => {
      const one = run('1'.repeat(costs.length))
      const results = one.results.map((result, i) => ({
        ...result,
        costUsd: costs[i] ?? null,
        steps: steps[i] ?? null,
      }))
      const [row] = report([{ ...one, results }]).runs
      return [row?.costUsd, row?.steps]
    }
    expect(of([0.5, 0.25], [3, 4])).toEqual([0.75, 3.5])
    expect(of([0.5, null], [3, null])).toEqual([null, null])
    expect(of([0, 0], [0, 2])).toEqual([0, 1])
  })

  it('keeps its names and warnings, and no results', () => {
    const [row] = report([run('1', { seed: '7', fileName: 'a.csv', warnings: ['w'] })]).runs
    expect(row).toMatchObject({
      seed: '7',
      fileName: 'a.csv',
      warnings: ['w'],
      setting: 'm · s 1',
      source: 'imported',
    })
    expect(row).not.toHaveProperty('results')
  })
})

describe('an arm', () => {
  it('has the mean of its runs, its best run and the union of all, over what all of them know', () => {
    const [row] = report([run('1100?'), run('0110'), run('1000')]).arms
    expect(row?.runs.map(({ share }) => share)).toEqual([0.5, 0.5, 0.25])
    expect(row?.pass.mean).toBeCloseTo(1.25 / 3, 12)
    expect(row?.reach).toEqual({ best: 2, union: 3, of: 4 })
  })

  it('takes a run without any verdict for no run: neither its share nor the reach of the others hangs on it', () => {
    const [row] = report([run('110'), run('???')]).arms
    expect(row?.runs).toHaveLength(1)
    expect(row?.pass.runs).toBe(1)
    expect(row?.reach).toEqual({ best: 2, union: 2, of: 3 })
    expect(report([run('??')]).arms).toEqual([])
  })

  it('of runs over different instances reaches nothing in common', () => {
    const [row] = report([runOf({}, { a: true }), runOf({}, { b: true })]).arms
    expect(row?.reach).toEqual({ best: 0, union: 0, of: 0 })
  })

  it('stands apart in each setting, in the order in which it came', () => {
    const runs = [run('1', { backbone: 'z' }), run('1', { backbone: 'a', arm }), run('0', { backbone: 'a' })]
    expect(report(runs).arms.map(({ setting, arm }) => `${setting}: ${arm}`)).toEqual([
      'z · s 1: vanilla',
      'a · s 1: subtask',
      'a · s 1: vanilla',
    ])
  })
})

describe('an arm beside its twins', () => {
  it('has an adjusted p that is Holm’s over all arms of the report', () => {
    const few = ['111111', '111110', '000011'].map((signs, i) => run(signs, { arm: `arm ${i}` }))
    const { twins } = report([run('000000'), ...few])
    expect(twins.map(({ adjustedP }) => adjustedP)).toEqual(holm(twins.map(({ p }) => p)))
    expect(twins.map(({ p }) => p.toFixed(9))).toEqual(['0.031250000', '0.062500000', '0.500000000'])
    expect(twins[0]?.adjustedP).toBeCloseTo(6 / 64, 12)
  })

  it('names its runs and theirs, and what only one side knows', () => {
    const [a, b, c] = [run('10 '), run('1  1'), run('011', { arm })] as const
    const [twin] = report([a, b, c]).twins
    expect(twin?.ids).toEqual({ arm: [c.id], base: [a.id, b.id] })
    expect(twin).toMatchObject({ n: 2, onlyArm: ['r__r-2'], onlyVanilla: ['r__r-3'], setting: 'm · s 1' })
    // (0 + 1) / 2 less (1 + 0) / 2.
    expect(twin?.gainPp).toBe(0)
  })

  it('is one without a twin where no vanilla run shares an instance, and where none is in its setting', () => {
    const apart = report([runOf({}, { a: true }), runOf({ arm }, { b: true })])
    expect([apart.twins, apart.withoutTwin]).toEqual([[], [{ setting: 'm · s 1', arm, runs: 1 }]])
    const other = report([run('1'), run('1', { arm, version: '2' }), run('0', { arm, version: '2' })])
    expect(other.withoutTwin).toEqual([{ setting: 'm · s 2', arm, runs: 2 }])
  })

  it('has no interval by repository where all instances are of one, and one where there are several', () => {
    const two = (repo: string) => [
      runOf({}, { ...outcomes('0000'), ...outcomes('0000', repo) }),
      runOf({ arm }, { ...outcomes('1100'), ...outcomes('1110', repo) }),
    ]
    expect(report(two('r__r')).twins[0]?.clustered).toBeNull()
    const twin = report(two('q__q')).twins[0]
    expect(twin?.clustered?.low).toBeGreaterThanOrEqual(50 - 1e-9)
    expect(twin?.clustered?.high).toBeLessThanOrEqual(75 + 1e-9)
  })

  it('tests splits of runs up to twenty of them, and leaves more than that alone', () => {
    const many = (vanilla: number) => [
      ...Array.from({ length: vanilla }, () => run('10')),
      run('11', { arm }),
    ]
    expect(report(many(19)).twins[0]?.permutationP).toBeCloseTo(1 / 20, 12)
    expect(report(many(20)).twins[0]?.permutationP).toBeNull()
    expect(report(many(1)).twins[0]?.welch).toBeNull()
  })

  it.each<[string, string, string, number | null, number | null, number | null]>([
    ['six of six more for a dollar each', '000000', '111111', 1, 2, 1],
    ['six of twelve more for two each', '000000111111', '111111111111', 1, 3, 4],
    ['cheaper and better', '000000', '111111', 2, 1, -1],
    ['without a cost on one side', '000000', '111111', null, 2, null],
    ['worse', '111111', '000000', 1, 2, null],
    ['a gain that is not told apart', '0000', '1100', 1, 2, null],
  ])('%s: what an instance more costs', (_, base, variant, baseCost, cost, perSolve) => {
    const of = (signs: string, names: Partial<ExperimentRun>, usd: number | null) =>
      run(signs, names, usd ?? undefined)
    const [twin] = report([of(base, {}, baseCost), of(variant, { arm }, cost)]).twins
    if (perSolve === null) expect(twin?.perSolveUsd).toBeNull()
    else expect(twin?.perSolveUsd).toBeCloseTo(perSolve, 12)
  })

  it('gives the same figures whatever order its runs come in', () => {
    const runs = [run('1010'), run('0110'), run('1110', { arm }), run('1111', { arm })]
    const [here] = report(runs).twins
    const [there] = report([runs[2], runs[0], runs[3], runs[1]] as ExperimentRun[]).twins
    expect(there).toMatchObject({ gainPp: here?.gainPp, low: here?.low, high: here?.high, p: here?.p })
  })
})

describe('a planned comparison', () => {
  const plan: FrozenPlan = {
    ...{
      id: 'p',
      standing: 'plan',
      frozenAt: '2026-01-01T00:00:00.000Z',
      by: 'a',
      hash: 'h',
      isUnchanged: true,
    },
    ...{ takenOutCount: 0, arm, base: 'vanilla', backbone: 'm', scaffold: 's', version: '1' },
    ...{ metric: 'resolved', instances: 6, runs: 1, alpha: 0.05, stopRule: 'all' },
  }
  const whole = [run('000000'), run('111111', { arm })]
  const outcome = (runs: ExperimentRun[], terms: Partial<FrozenPlan> = {}) =>
    report(runs, [{ ...plan, ...terms }]).plans[0]

  it('waits for a side, is short of instances or runs, and is whole at exactly what was decided', () => {
    expect(outcome([])?.state).toBe('waiting')
    expect(outcome(whole.slice(0, 1))?.state).toBe('waiting')
    expect(outcome(whole)?.state).toBe('whole')
    expect(outcome(whole, { instances: 7 })?.state).toBe('short')
    expect(outcome(whole, { runs: 2 })?.state).toBe('short')
    expect(outcome([...whole, run('111111')], { runs: 2 })?.state).toBe('short')
  })

  it('is told at its own alpha, with p as it is, and nothing where it decides nothing', () => {
    expect(outcome(whole)).toMatchObject({ n: 6, isSignificant: true, result: { gainPp: 100 } })
    expect(outcome(whole)?.result?.p).toBeCloseTo(2 / 64, 12)
    expect(outcome(whole, { alpha: 0.0313 })?.isSignificant).toBe(true)
    expect(outcome(whole, { alpha: 0.0312 })?.isSignificant).toBe(false)
    expect(outcome(whole, { standing: 'note' })?.isSignificant).toBeNull()
    expect(outcome(whole, { isUnchanged: false })?.isSignificant).toBeNull()
    expect(outcome(whole, { instances: 7 })?.isSignificant).toBeNull()
  })

  it('has an interval as wide as its alpha is small', () => {
    const mixed = [run('0101010101'), run('1101110011', { arm })]
    const width = (alpha: number) => {
      const result = outcome(mixed, { alpha, instances: 10 })?.result
      return (result?.high ?? 0) - (result?.low ?? 0)
    }
    expect(width(0.01)).toBeGreaterThan(width(0.2))
  })

  it('takes the first runs that came of each side, and says which', () => {
    const late = run('000000', { arm })
    const found = outcome([late, ...whole, run('111111')])
    expect(found?.baseIds).toEqual([whole[0]?.id])
    expect(found?.armIds).toEqual([whole[1]?.id])
  })

  it('has no result where nothing is paired', () => {
    const found = outcome([runOf({}, { a: true }), runOf({ arm }, { b: true })])
    expect(found).toMatchObject({ state: 'short', n: 0, result: null, isSignificant: null })
  })
})

it('says nothing of no runs', () => {
  expect(report([])).toEqual({ plans: [], runs: [], arms: [], twins: [], withoutTwin: [], waterfalls: [] })
})
