import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compareRuns, isSignificant } from '../../statistics/compare.ts'
import { workbenchRunSchema } from '../ladder/workbench-file.ts'
import { compareTwo } from './compare-two.ts'
import { runOf as run } from './fixtures/run.ts'
import { reportExperiments } from './report.ts'
import { type ExperimentRun, type FrozenPlan, knownOutcomes } from './run.ts'
import { twoVerdict } from './words.ts'

it('pairs an arm with the mean of all its vanilla runs, names what only one side knows, and counts an unknown for nothing', () => {
  const runs = [
    run({ seed: '1' }, { 'r__r-1': true, 'r__r-2': false, 'r__r-3': false }),
    run({ seed: '2' }, { 'r__r-1': true, 'r__r-2': true, 'r__r-3': false }),
    run({ arm: 'subtask', seed: '1' }, { 'r__r-1': true, 'r__r-2': true, 'r__r-3': null, 'q__q-9': true }),
    run({ arm: 'subtask', backbone: 'other' }, { 'r__r-1': true }),
  ]
  const report = reportExperiments(runs, { resamples: 200 })
  expect(report.twins).toHaveLength(1)
  // Over r-1 and r-2: (1 + 1) / 2 less (1 + 0.5) / 2.
  expect(report.twins[0]).toMatchObject({
    arm: 'subtask',
    n: 2,
    runs: 1,
    vanillaRuns: 2,
    gainPp: 25,
    onlyArm: ['q__q-9'],
    onlyVanilla: ['r__r-3'],
  })
  expect(report.withoutTwin).toEqual([{ setting: 'other · s 1', arm: 'subtask', runs: 1 }])
  expect(report.runs[2]).toMatchObject({ known: 3, unknown: 1, resolved: 3, share: 1, costUsd: null })
  expect(
    report.arms.find(({ arm, setting }) => arm === 'vanilla' && setting === 'm · s 1')?.pass.mean,
  ).toBeCloseTo(0.5, 12)
  expect(reportExperiments(runs, { resamples: 200 })).toEqual(report)
})

it('flips two runs, says what else differs than memory, and what an additional solve costs', () => {
  const base = run({}, { 'a__a-1': true, 'a__a-2': false, 'b__b-1': false, 'b__b-2': true }, { cost: 1 })
  const variant = run(
    { backbone: 'n' },
    { 'a__a-1': true, 'a__a-2': true, 'b__b-1': true, 'b__b-2': false },
    { cost: 1.5 },
  )
  const two = compareTwo(base, variant, [])
  expect(two).toMatchObject({
    differs: ['model'],
    comparison: { n: 4, onlyVariant: 2, onlyBase: 1, gainPp: 25 },
    flips: [
      { instanceId: 'a__a-2', gained: true },
      { instanceId: 'b__b-1', gained: true },
      { instanceId: 'b__b-2', gained: false },
    ],
    cost: { n: 4, baseUsd: 4, variantUsd: 6, netResolved: 1, perSolveUsd: 2 },
    tiers: null,
  })
  expect(two?.repositories[0]).toEqual({ name: 'b__b', n: 2, gained: 1, lost: 1 })
  // The other way round there is no additional solve, so that it has no price.
  expect(compareTwo(variant, base, [])?.cost?.perSolveUsd).toBeNull()
  expect(compareTwo(base, run({}, { z: true }), [])).toBeNull()
})

it('cuts tiers by the steps of the base, as the paper does, and never by a run of the variant', () => {
  const ids = Array.from({ length: 12 }, (_, i) => `a__a-${i}`)
  const all = (value: (i: number) => boolean) => Object.fromEntries(ids.map((id, i) => [id, value(i)]))
  const base = run(
    {},
    all(() => false),
    { steps: ids.map((_, i) => i + 1) },
  )
  const variant = run(
    { arm: 'subtask' },
    all((i) => i >= 8),
  )
  const again = run(
    { arm: 'subtask', seed: '2' },
    all(() => true),
    { steps: ids.map((_, i) => 12 - i) },
  )
  const two = compareTwo(base, variant, [again])
  expect(two?.tiers).toMatchObject({
    by: 'vanilla · m · s 1',
    cuts: [4, 8],
    tiers: [
      { name: 'easy', n: 4, difference: 0 },
      { name: 'medium', n: 4, difference: 0 },
      { name: 'hard', n: 4, difference: 1 },
    ],
  })
  expect(two?.tiers?.p).toBeLessThan(0.05)
  const withoutSteps = run(
    {},
    all(() => false),
  )
  expect(compareTwo(withoutSteps, variant, [again])?.tiers).toBeNull()
})

it('one comparison has one interval and one p: in the list of arms, of two runs, of the plan and of the command', () => {
  const ids = Array.from({ length: 60 }, (_, i) => `r${i % 9}__r-${i}`)
  const outcomes = (each: number) => Object.fromEntries(ids.map((id, i) => [id, i % each === 0]))
  const [base, variant] = [run({}, outcomes(4)), run({ arm: 'structure-only' }, outcomes(3))]
  const third = run({ arm: 'subtask' }, outcomes(2))
  const plan: FrozenPlan = {
    ...{ arm: 'structure-only', base: 'vanilla', metric: 'resolved', instances: 60, runs: 1, alpha: 0.05 },
    ...{ backbone: base.backbone, scaffold: base.scaffold, version: base.version, stopRule: 'none' },
    ...{ id: 'p', standing: 'plan', frozenAt: '', by: 'Mara', hash: '', isUnchanged: true, takenOutCount: 0 },
  }
  const { twins, plans, waterfalls } = reportExperiments([base, variant, third], { plans: [plan] })
  const two = compareTwo(base, variant, [])?.comparison
  const command = compareRuns(knownOutcomes(base), knownOutcomes(variant), { seed: 1 })
  const told = { gainPp: command?.gainPp, low: command?.ciLowPp, high: command?.ciHighPp }
  expect(twins[0]).toMatchObject({ ...told, p: command?.mcnemarP, permutationP: null })
  expect(plans[0]?.result).toMatchObject({ ...told, p: command?.mcnemarP, clustered: twins[0]?.clustered })
  expect({ gainPp: two?.gainPp, low: two?.ciLowPp, high: two?.ciHighPp }).toEqual(told)
  expect(two?.clusteredPp).toMatchObject(twins[0]?.clustered ?? {})
  expect(waterfalls[0]?.steps[1]?.change).toEqual({ pp: told.gainPp, low: told.low, high: told.high })
})

it('one comparison of several runs a side has one interval and one p: in the list of arms, of the plan and of the steps', () => {
  const ids = Array.from({ length: 60 }, (_, i) => `r${i % 9}__r-${i}`)
  const of = (arm: string, seed: string, each: number) =>
    run({ arm, seed }, Object.fromEntries(ids.map((id, i) => [id, (i * 7 + Number(seed)) % each === 0])))
  const runs = [of('vanilla', '1', 4), of('vanilla', '2', 4), of('instance', '1', 3), of('instance', '2', 3)]
  const [{ backbone, scaffold, version }] = runs as [ExperimentRun]
  const plan: FrozenPlan = {
    ...{ arm: 'instance', base: 'vanilla', metric: 'resolved', instances: 60, runs: 2, alpha: 0.05 },
    ...{ backbone, scaffold, version, stopRule: 'none', id: 'p', standing: 'plan', frozenAt: '', by: 'Mara' },
    ...{ hash: '', isUnchanged: true, takenOutCount: 0 },
  }
  const third = of('subtask', '1', 2)
  const { twins, plans, waterfalls } = reportExperiments([...runs, third], { plans: [plan] })
  const { gainPp, low, high, p, clustered } = twins[0] ?? {}
  expect(low).toBeLessThan(high ?? 0)
  expect(plans[0]?.result).toEqual({ gainPp, low, high, p, clustered })
  expect(waterfalls[0]?.steps[1]?.change).toEqual({ pp: gainPp, low, high })
})

it('tells nothing apart over a handful of instances, however alike they went, and prices no solve of theirs', () => {
  const ids = (n: number) => Array.from({ length: n }, (_, i) => `r__r-${i}`)
  const all = (n: number, isResolved: boolean) => Object.fromEntries(ids(n).map((id) => [id, isResolved]))
  const of = (n: number) => {
    const base = run({}, all(n, false), { cost: 1 })
    const variant = run({ arm: 'subtask' }, all(n, true), { cost: 2 })
    return { twin: reportExperiments([base, variant]).twins[0], two: compareTwo(base, variant, []) }
  }
  for (const n of [2, 3, 4, 5]) {
    const { twin, two } = of(n)
    // Exact McNemar: all of n the same way has the chance 2 · 2⁻ⁿ.
    expect(twin?.p).toBeCloseTo(2 * 2 ** -n, 12)
    expect(twin?.perSolveUsd).toBeNull()
    expect(twin && isSignificant(twin)).toBe(false)
    expect(two && twoVerdict(two)).toMatch(/^Cannot tell: \+100\.0/)
  }
  const { twin, two } = of(6)
  expect(twin && isSignificant(twin)).toBe(true)
  expect(twin?.perSolveUsd).toBeCloseTo(1, 12)
  expect(two && twoVerdict(two)).toMatch(/^Better/)
})

it('compares runs over the instances that both sides know: an arm that knows the easy half only is no better for it', () => {
  const outcomes = (ids: number[]) => Object.fromEntries(ids.map((i) => [`r__r-${i}`, i % 10 !== 0]))
  const easy = Array.from({ length: 20 }, (_, i) => i)
  const hard = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`h__h-${i}`, false]))
  const noisy = (names: Partial<ExperimentRun>, flipped: number, more = {}) =>
    run(names, { ...outcomes(easy), [`r__r-${flipped}`]: false, ...more })
  const [twin] = reportExperiments([
    noisy({ seed: '1' }, 1, hard),
    noisy({ seed: '2' }, 0, hard),
    noisy({ arm: 'subtask', seed: '1' }, 2),
    noisy({ arm: 'subtask', seed: '2' }, 0),
  ]).twins
  expect(twin?.gainPp).toBeCloseTo(0, 9)
  expect(twin?.welch?.difference).toBeCloseTo(0, 9)
})

it('a rerun that names no seed is a rerun', () => {
  const base = run({}, { 'a__a-1': true, 'a__a-2': false })
  const again = run({}, { 'a__a-1': true, 'a__a-2': true })
  const variant = run({ arm: 'subtask' }, { 'a__a-1': true, 'a__a-2': true })
  expect(compareTwo(base, variant, [base, again, variant])?.comparison.noiseFloor).toMatchObject({
    reruns: 2,
    disagreementShare: 0.5,
  })
})

it('a workbench task is of the library it was made from: 120 tasks of the shipped ladder are of 8', () => {
  const { tasks } = workbenchRunSchema.parse(JSON.parse(readFileSync('prisma/workbench/ladder.json', 'utf8')))
  const outcomes = (isResolved: (i: number) => boolean) =>
    Object.fromEntries(tasks.map(({ id }, i) => [id, isResolved(i)]))
  const scaffold = 'workbench recurring'
  const two = compareTwo(
    run(
      { scaffold },
      outcomes(() => false),
    ),
    run(
      { scaffold, arm: 'subtask' },
      outcomes((i) => i % 2 === 0),
    ),
    [],
  )
  expect(two?.comparison.clusteredPp?.clusters).toBe(8)
  expect(two?.repositories.map(({ name }) => name).sort()).toEqual(
    [...new Set(tasks.map(({ id }) => id.split('-')[0]))].sort(),
  )
})
