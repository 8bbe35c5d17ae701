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
    [{}, 'Same model, agent and version: they differ in arm or seed alone.'],
    [{ backbone: 'n' }, 'Another model: this is no comparison of memory.'],
    [{ backbone: 'n', version: '2' }, 'Another model and version: this is no comparison of memory.'],
    [
      { backbone: null, scaffold: 't', version: '2' },
      'Another model, agent and version: this is no comparison of memory.',
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
      /^Better: \+26\.7 points \(\+.* to \+.*\) over 30 instances, subtask · m · s 1 against vanilla/,
    )
    expect(gains(0, 8)).toMatch(/^Worse: −26\.7 points/)
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
    expect(gains(0)).toMatch(/^Cannot tell: 0\.0 points/)
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
    expect(costWords(cost(0, 2))).toMatch(
      /^No additional solve, so none has a price: \$8\.00 against \$4\.00/,
    )
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

  it('have tiers by the third run that knows the most steps, from nine in ten of them on', () => {
    const third = (n: number, names: Partial<ExperimentRun> = {}) =>
      runOf(
        { backbone: 'third', ...names },
        ids(n, () => true),
        { steps: Array.from({ length: n }, (_, i) => i + 1) },
      )
    const [a, b] = [
      runOf(
        {},
        ids(20, () => false),
      ),
      runOf(
        { arm: 'subtask' },
        ids(20, (i) => i >= 14),
      ),
    ]
    expect(two(a, b, [third(17)]).tiers).toBeNull()
    expect(two(a, b, [third(18), third(19, { seed: 'most' })]).tiers).toMatchObject({
      by: 'vanilla · third · s 1 · seed most',
      cuts: [7, 13],
    })
    expect(tierWords(two(a, b, [third(20)]))).toBe(
      'By the steps of vanilla · third · s 1 (to 7, to 13, above): easy 0.0 of 7, medium 0.0 of 6, hard +85.7 of 7. The tiers differ (permutation p 0.0010).',
    )
    expect(tierWords(two(a, b))).toMatch(/^Tiers of difficulty: no third run/)
    expect(
      tierWords(
        two(
          a,
          runOf(
            {},
            ids(20, () => false),
          ),
          [third(20)],
        ),
      ),
    ).toMatch(/Cannot tell that the tiers differ/)
    // What the base solved and the variant did not is a loss.
    const [solves, loses] = [
      runOf(
        {},
        ids(20, (i) => i < 5),
      ),
      runOf(
        {},
        ids(20, () => false),
      ),
    ]
    expect(tierWords(two(solves, loses, [third(20)]))).toContain(
      'easy −71.4 of 7, medium 0.0 of 6, hard 0.0 of 7',
    )
    // Fewer than nine instances have no thirds.
    expect(
      two(
        runOf(
          {},
          ids(8, () => false),
        ),
        runOf(
          {},
          ids(8, () => true),
        ),
        [third(8)],
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
    expect(verdict([])).toBe(
      'No run was brought in yet; no arm is paired with no memory, so nothing here speaks of memory.',
    )
    expect(verdict([{ ...vanilla, source: 'simulated' }])).toMatch(/^No run was brought in yet/)
    expect(
      verdict([
        vanilla,
        runOf(
          { arm: 'subtask' },
          ids(20, (i) => i < 2),
        ),
      ]),
    ).toBe('2 runs brought in; of 1 arms paired with no memory none can be told from it.')
    expect(
      verdict([
        vanilla,
        runOf(
          { arm: 'subtask' },
          ids(20, (i) => i < 12),
        ),
      ]),
    ).toBe('2 runs brought in; of 1 arms paired with no memory 1 can be told from it: subtask +60.0.')
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
