import { describe, expect, it } from 'vitest'
import { runOf } from './fixtures/run.ts'
import { type PlanOutcome, reportExperiments } from './report.ts'
import { type ExperimentRun, type FrozenPlan, plannedRuns, planOf, planTitle, sideOf } from './run.ts'
import { comparisonTermsSchema } from './schemas.ts'
import { decidedWords, plansVerdict, planWords, termsWords } from './words.ts'

const SETTING = { backbone: 'm', scaffold: 's', version: '1' }
const planWith = (more: Partial<FrozenPlan> = {}): FrozenPlan => ({
  ...{ ...SETTING, arm: 'subtask', base: 'vanilla', metric: 'resolved', instances: 6, runs: 1, alpha: 0.05 },
  ...{ stopRule: 'after one run each', id: 'plan_1', standing: 'plan', frozenAt: '2026-03-12T14:05:00.000Z' },
  ...{ by: 'Mara', hash: 'h', isUnchanged: true, takenOutCount: 0 },
  ...more,
})

/** A run of so many instances of which the first `solved` are resolved. */
const run = (arm: string, solved: number, of = 6, more: Partial<ExperimentRun> = {}) =>
  runOf({ arm, ...more }, Object.fromEntries(Array.from({ length: of }, (_, i) => [`r__r-${i}`, i < solved])))

function outcomeOf(plan: FrozenPlan, runs: readonly ExperimentRun[]): PlanOutcome {
  const [outcome] = reportExperiments(runs, { plans: [plan], resamples: 200 }).plans
  if (!outcome) throw new Error('a plan has an outcome')
  return outcome
}

describe('the runs a plan is about', () => {
  it('are the first that came of each side in its setting, as many as it names', () => {
    const [first, second, third] = [run('subtask', 1), run('subtask', 2), run('subtask', 3)]
    const base = run('vanilla', 0)
    const others = [
      run('instance', 6),
      run('vanilla', 6, 6, { backbone: 'other' }),
      run('subtask', 6, 6, { version: null }),
    ]
    const found = plannedRuns(planWith({ runs: 2 }), [...others, third, base, second, first])
    expect(found).toEqual({ arm: [first, second], base: [base] })
  })

  it.each([
    [{}, 'arm'],
    [{ arm: 'vanilla' }, 'base'],
    [{ arm: 'instance' }, null],
    [{ backbone: 'n' }, null],
    [{ scaffold: null }, null],
    [{ version: '2' }, null],
  ] as const)('%j is %s', (names, side) => {
    expect(sideOf(planWith(), { arm: 'subtask', ...SETTING, ...names })).toBe(side)
  })
})

describe('what came of a plan', () => {
  it('waits while one side has no run', () => {
    const outcome = outcomeOf(planWith(), [run('subtask', 6)])
    expect(outcome).toMatchObject({ state: 'waiting', n: 0, result: null, isSignificant: null })
    expect(planWords(outcome)).toBe(
      'Planned (frozen 2026-03-12 14:05 UTC, before the results). Waits for results: 1 of 1 runs of subtask, 0 of 1 of vanilla.',
    )
  })

  it('is short while instances or runs are missing, and then decides nothing, whatever the difference', () => {
    const few = outcomeOf(planWith({ instances: 7 }), [run('subtask', 6), run('vanilla', 0)])
    expect(few).toMatchObject({ state: 'short', n: 6, isSignificant: null })
    expect(planWords(few)).toContain('Not whole: 6 of 7 instances')
    const oneRun = outcomeOf(planWith({ runs: 2 }), [run('subtask', 6), run('subtask', 6), run('vanilla', 0)])
    expect(oneRun).toMatchObject({ state: 'short', isSignificant: null })
    expect(planWords(oneRun)).toContain(
      '2 of 2 runs of subtask, 1 of 2 of vanilla; until then it is exploratory',
    )
  })

  it('decides at its own alpha, by the exact test over instances', () => {
    // Six of six the one way: p 2 · 2⁻⁶.
    const runs = [run('subtask', 6), run('vanilla', 0)]
    const told = outcomeOf(planWith(), runs)
    expect(told).toMatchObject({
      state: 'whole',
      n: 6,
      isSignificant: true,
      result: { gainPp: 100, p: expect.closeTo(2 / 64, 12) },
    })
    expect(planWords(told)).toMatch(
      /^Planned \(.*\)\. subtask is better: \+100\.0 points \(95 % .* to \+100\.0\) over 6 instances, p \.031 at alpha 0\.05\.$/,
    )
    const strict = outcomeOf(planWith({ alpha: 0.01 }), runs)
    expect(strict.isSignificant).toBe(false)
    expect(planWords(strict)).toContain('Cannot tell: +100.0 points (99 % ')
    // The interval is of the plan's level: a smaller alpha makes it wider.
    expect(strict.result?.low).toBeLessThan(told.result?.low ?? 0)
    const worse = outcomeOf(planWith(), [run('subtask', 0), run('vanilla', 6)])
    expect(planWords(worse)).toContain('subtask is worse: −100.0')
    expect(plansVerdict([told, strict, worse])).toBe(
      'As planned: subtask +100.0 pp over vanilla, and 2 more plans.',
    )
    expect(plansVerdict([strict])).toBe('Cannot tell, as planned: subtask +100.0 pp over vanilla.')
    expect(plansVerdict([worse])).toBe('As planned: subtask −100.0 pp over vanilla.')
  })

  it('decides nothing as a note, and nothing once its terms give another hash; a verdict speaks of neither', () => {
    const runs = [run('subtask', 6), run('vanilla', 0)]
    const note = outcomeOf(planWith({ standing: 'note' }), runs)
    const changed = outcomeOf(planWith({ isUnchanged: false }), runs)
    expect([note.isSignificant, changed.isSignificant]).toEqual([null, null])
    expect(planWords(note)).toMatch(/^A note \(.*\): results of both sides were there already/)
    expect(planWords(changed)).toContain('no longer give the hash')
    expect(plansVerdict([note, changed])).toBe('')
  })

  it('looks at the runs it named and no later one, and says how many were taken out since', () => {
    const runs = [run('subtask', 6), run('vanilla', 0), run('vanilla', 6), run('subtask', 0)]
    const outcome = outcomeOf(planWith({ takenOutCount: 2 }), runs)
    expect(outcome.armIds).toEqual([runs[0]?.id])
    expect(outcome.baseIds).toEqual([runs[1]?.id])
    expect(outcome.result?.gainPp).toBe(100)
    expect(planWords(outcome)).toMatch(/ 2 that fit were taken out since\.$/)
  })
})

describe('a comparison', () => {
  it('was planned where a whole plan is of just its runs; else it was exploratory', () => {
    const plan = planWith()
    const outcome = { plan, armIds: ['a', 'b'], baseIds: ['c'], state: 'whole' }
    const ids = { arm: ['b', 'a'], base: ['c'] }
    expect(planOf([outcome], ids)).toBe(plan)
    for (const other of [
      { ...outcome, state: 'short' },
      { ...outcome, plan: planWith({ standing: 'note' }) },
      { ...outcome, armIds: ['a'] },
      { ...outcome, baseIds: ['d'] },
    ])
      expect(planOf([other], ids)).toBeNull()
    expect(decidedWords(plan)).toBe('Planned (frozen 2026-03-12 14:05 UTC, before the results).')
    expect(decidedWords(null)).toBe('Exploratory: no pre-registered plan.')
  })

  it('names what was decided of it', () => {
    expect(planTitle(planWith({ version: null }))).toBe('subtask against vanilla, m · s')
    expect(termsWords(planWith({ runs: 3 }))).toBe(
      'Share resolved over 6 instances, 3 runs of each side, alpha 0.05. Ends: after one run each',
    )
    expect(termsWords(planWith())).toContain('1 run of each side')
  })

  it('arrives with its names trimmed, nothing for an empty one, and within its limits', () => {
    const terms = { arm: ' subtask ', base: 'vanilla', backbone: ' ', scaffold: null, version: '1' }
    const whole = { ...terms, instances: 2, runs: 1, alpha: 0.5, stopRule: ' then ' }
    expect(comparisonTermsSchema.parse(whole)).toEqual({
      ...{ arm: 'subtask', base: 'vanilla', backbone: null, scaffold: null, version: '1' },
      ...{ metric: 'resolved', instances: 2, runs: 1, alpha: 0.5, stopRule: 'then' },
    })
    for (const wrong of [
      { alpha: 0 },
      { alpha: 0.51 },
      { instances: 1 },
      { runs: 0 },
      { stopRule: ' ' },
      { arm: ' ' },
    ])
      expect(comparisonTermsSchema.safeParse({ ...whole, ...wrong }).success).toBe(false)
  })
})
