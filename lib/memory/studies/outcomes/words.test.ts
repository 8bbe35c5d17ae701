import { describe, expect, it } from 'vitest'
import { compareTwo, type TwoRuns } from './compare-two.ts'
import { runOf } from './fixtures/run.ts'
import { reportExperiments } from './report.ts'
import type { ExperimentRun } from './run.ts'
import { costWords, differsWords, reportVerdict, tierWords, twoVerdict } from './words.ts'

const ids = (n: number, isResolved: (i: number) => boolean | null) =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`r__r-${i}`, isResolved(i)]))
const two = (base: ExperimentRun, variant: ExperimentRun, others: ExperimentRun[] = []): TwoRuns => {
  const found = compareTwo(base, variant, others)
  if (!found) throw new Error('the runs share instances')
  return found
}

describe('two runs in words', () => {
  const base = (n = 10) =>
    runOf(
      {},
      ids(n, () => false),
    )

  it.each([
    [{}, 'Same model, agent and version.'],
    [{ backbone: 'n' }, 'Another model: not a comparison of memory.'],
    [{ backbone: 'n', version: '2' }, 'Another model and version: not a comparison of memory.'],
    [
      { backbone: null, scaffold: 't', version: '2' },
      'Another model, agent and version: not a comparison of memory.',
    ],
  ])('%j: %s', (names, words) => {
    expect(
      differsWords(
        two(
          base(),
          runOf(
            { arm: 'subtask', ...names },
            ids(10, () => true),
          ),
        ),
      ),
    ).toBe(words)
  })

  it('are better or worse only where interval and exact test agree', () => {
    const gains = (solved: number, lost = 0) =>
      twoVerdict(
        two(
          runOf(
            {},
            ids(30, (i) => i >= 30 - lost),
          ),
          runOf(
            { arm: 'subtask' },
            ids(30, (i) => i < solved),
          ),
        ),
      )
    expect(gains(8)).toMatch(
      /^Better: \+26\.7 pp \(95 % CI \+.* to \+.*\) over 30 instances, subtask · m · s 1 against vanilla/,
    )
    expect(gains(0, 8)).toMatch(/^Worse: −26\.7 pp/)
    // Five the one way: the interval leaves 0 out, the exact p is 0.0625.
    expect(
      two(
        runOf(
          {},
          ids(30, () => false),
        ),
        runOf(
          {},
          ids(30, (i) => i < 5),
        ),
      ).comparison.ciLowPp,
    ).toBeGreaterThan(0)
    expect(gains(5)).toMatch(/^Cannot tell: \+16\.7/)
    expect(gains(0)).toMatch(/^Cannot tell: 0\.0 pp/)
  })

  it('have a price where both name costs of the same known instances and one more was solved', () => {
    const cost = (solved: number, usd: number | undefined, baseUsd = 1) =>
      two(
        runOf(
          {},
          ids(4, () => false),
          { cost: baseUsd },
        ),
        runOf(
          {},
          ids(4, (i) => i < solved),
          usd === undefined ? {} : { cost: usd },
        ),
      )
    expect(costWords(cost(2, 1.5))).toBe(
      '$1.00 for each of 2 additional solves: $6.00 against $4.00 over 4 instances.',
    )
    expect(costWords(cost(2, 0.5))).toBe(
      '$−1.00 for each of 2 additional solves: $2.00 against $4.00 over 4 instances.',
    )
    expect(costWords(cost(0, 2))).toMatch(/^No additional solve: \$8\.00 against \$4\.00/)
    expect(cost(2, undefined).cost).toBeNull()
    expect(costWords(cost(2, undefined))).toMatch(/^Cost per additional solve: not reported/)
    // What one side does not know the outcome of counts for neither.
    const half = two(
      runOf(
        {},
        ids(4, (i) => (i === 0 ? null : false)),
        { cost: 1 },
      ),
      runOf(
        {},
        ids(4, (i) => (i === 1 ? null : i === 2)),
        { cost: 2 },
      ),
    )
    expect(half.cost).toEqual({ n: 2, baseUsd: 2, variantUsd: 4, netResolved: 1, perSolveUsd: 2 })
  })

  it('list repositories by their flips, and of as many by name', () => {
    const names = ['b__b-1', 'b__b-2', 'c__c-1', 'a__a-1', 'd__d-1']
    const outcomes = (marks: boolean[]) => Object.fromEntries(names.map((id, i) => [id, marks[i] ?? false]))
    const found = two(
      runOf({}, outcomes([true, false, false, true, false])),
      runOf({}, outcomes([false, true, true, false, false])),
    )
    expect(found.repositories).toEqual([
      { name: 'b__b', n: 2, gained: 1, lost: 1 },
      { name: 'a__a', n: 1, gained: 0, lost: 1 },
      { name: 'c__c', n: 1, gained: 1, lost: 0 },
      { name: 'd__d', n: 1, gained: 0, lost: 0 },
    ])
  })

  it('have tiers by the steps of the base, from nine in ten of them on', () => {
    const of = (n: number, isResolved: (i: number) => boolean, steps = n) =>
      runOf({}, ids(n, isResolved), { steps: Array.from({ length: steps }, (_, i) => i + 1) })
    const variant = (isResolved: (i: number) => boolean) => runOf({ arm: 'subtask' }, ids(20, isResolved))
    const [no, late] = [() => false, (i: number) => i >= 14]
    expect(two(of(20, no, 17), variant(late)).tiers).toBeNull()
    expect(two(of(20, no, 18), variant(late)).tiers).not.toBeNull()
    expect(tierWords(two(of(20, no), variant(late)))).toBe(
      'By the steps of vanilla · m · s 1 (to 7, to 13, above): easy 0.0 of 7, medium 0.0 of 6, hard +85.7 of 7. The tiers differ (permutation p < .001).',
    )
    expect(tierWords(two(runOf({}, ids(20, no)), variant(late)))).toBe(
      'Tiers of difficulty: the base names no steps.',
    )
    expect(tierWords(two(of(20, no), variant(no)))).toMatch(/Cannot tell that the tiers differ/)
    // What the base solved and the variant did not is a loss.
    expect(
      tierWords(
        two(
          of(20, (i) => i < 5),
          variant(no),
        ),
      ),
    ).toContain('easy −71.4 of 7, medium 0.0 of 6, hard 0.0 of 7')
    // Fewer than nine instances have no thirds.
    expect(
      two(
        of(8, no),
        runOf(
          {},
          ids(8, () => true),
        ),
      ).tiers,
    ).toBeNull()
  })
})

describe('the first sentence of the page', () => {
  const verdict = (runs: ExperimentRun[]) => reportVerdict(reportExperiments(runs, { resamples: 200 }))
  it('says what was brought in, and what can be told of it', () => {
    const vanilla = runOf(
      {},
      ids(20, () => false),
    )
    const arm = (name: string, solved: number) =>
      runOf(
        { arm: name },
        ids(20, (i) => i < solved),
      )
    expect(verdict([])).toBe('No results imported yet.')
    expect(verdict([arm('subtask', 2)])).toBe('No arm can be compared: no run without memory.')
    expect(verdict([vanilla, arm('subtask', 2)])).toBe('Cannot tell: subtask +10.0 pp over no memory.')
    expect(verdict([vanilla, arm('subtask', 2), arm('raw', 1)])).toBe(
      'Cannot tell any of 2 arms from no memory.',
    )
    expect(verdict([vanilla, arm('subtask', 12)])).toBe('subtask +60.0 pp over no memory.')
    expect(verdict([vanilla, arm('subtask', 12), arm('raw', 10)])).toBe(
      'subtask +60.0 pp over no memory, and 1 more.',
    )
  })

  it('adjusts over the arms: what one alone could tell, one of many cannot', () => {
    const vanilla = runOf(
      {},
      ids(20, () => false),
    )
    const arms = (count: number) =>
      reportExperiments(
        [
          vanilla,
          ...Array.from({ length: count }, (_, i) =>
            runOf(
              { arm: `arm ${i}` },
              ids(20, (k) => k < 6),
            ),
          ),
        ],
        { resamples: 200 },
      ).twins
    // Six the one way: p 0.031.
    expect(arms(1)[0]?.adjustedP).toBeCloseTo(1 / 32, 12)
    expect(arms(2).map(({ adjustedP }) => adjustedP)).toEqual([
      expect.closeTo(2 / 32, 12),
      expect.closeTo(2 / 32, 12),
    ])
  })
})
