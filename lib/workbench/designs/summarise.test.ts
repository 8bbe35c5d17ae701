import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRandom, quantile, seedFrom } from '../../memory/statistics.ts'
import type { WorkbenchPlan } from '../../memory/studies/ladder/workbench-file.ts'
import { type PointOutcomes, packSteps } from './points.ts'
import { summarise } from './summarise.ts'

const PLAN: WorkbenchPlan = {
  world: 'w',
  worldHash: 'h',
  design: 'ladder',
  seed: 7,
  arms: ['vanilla', 'global', 'subtask'],
  sizes: [0, 5],
  budgets: [40],
  mispredictions: [0],
  draws: 2,
  tasks: 4,
  primary: { a: 'subtask', b: 'vanilla', size: 5 },
  agent: 'search-v1',
  extractor: 'workbench-v1',
  embedder: 'local-v1',
}
const TASKS = ['f', 'f', 'g', 'h'].map((cluster) => ({ cluster }))
const point = (
  arm: PointOutcomes['arm'],
  resolved: string[],
  at: Partial<PointOutcomes> = {},
): PointOutcomes => ({
  arm,
  size: 0,
  budget: 40,
  misprediction: 0,
  resolved,
  steps: resolved.map((marks) => [...marks].map((mark) => (mark === '.' ? '..' : packSteps(10))).join('')),
  ...at,
})
const pairsOf = (outcomes: PointOutcomes[], plan: Partial<WorkbenchPlan> = {}) =>
  summarise({ ...PLAN, ...plan }, TASKS, outcomes).paired

it('counts attempts that were made, of those made: a task outside a point is none', () => {
  const [cell] = summarise(PLAN, TASKS, [
    point('subtask', ['11.0', '1.00'], { size: 5, steps: ['0a0b..28', '01..0210'] }),
  ]).cells
  expect(cell).toMatchObject({ draws: 2, tasks: 3, resolved: 3, resolvedShare: 0.5, size: 5, budget: 40 })
  expect(cell?.steps).toBeCloseTo((10 + 11 + 80 + 1 + 2 + 36) / 6, 12)
})

it('gives no interval where all tasks are of one function: nothing can be drawn again', () => {
  const [cell] = summarise(PLAN, [{ cluster: 'f' }, { cluster: 'f' }], [point('vanilla', ['10'])]).cells
  expect([cell?.low, cell?.high]).toEqual([null, null])
})

it.each<[string, Partial<WorkbenchPlan>, PointOutcomes[], string[]]>([
  [
    'the ladder: each arm against vanilla, which has no size, and the plan’s arm against each at its own size',
    {},
    [
      point('vanilla', ['0000']),
      point('global', ['0001'], { size: 5 }),
      point('subtask', ['0011'], { size: 1 }),
      point('subtask', ['0111'], { size: 5 }),
    ],
    [
      'global-vanilla at 5: 25',
      'subtask-vanilla at 1: 50',
      'subtask-vanilla at 5: 75',
      'subtask-global at 5: 50',
    ],
  ],
  [
    'the stream: block by block, vanilla too',
    { design: 'stream' },
    [
      point('vanilla', ['10..']),
      point('vanilla', ['..11'], { size: 2 }),
      point('subtask', ['11..']),
      point('subtask', ['..01'], { size: 2 }),
    ],
    ['subtask-vanilla at 0: 50', 'subtask-vanilla at 2: -50'],
  ],
  [
    'misprediction: an arm that asks by no category stands for every probability',
    { design: 'misprediction', mispredictions: [0, 1] },
    [
      point('vanilla', ['0000']),
      point('global', ['0001'], { size: 5 }),
      point('subtask', ['0111'], { size: 5 }),
      point('subtask', ['0011'], { size: 5, misprediction: 1 }),
    ],
    [
      'global-vanilla at 5: 25',
      'subtask-vanilla at 5: 75',
      'subtask-global at 5: 50',
      'subtask-vanilla at 5 p 1: 50',
      'subtask-global at 5 p 1: 25',
    ],
  ],
  [
    'budgets: never across two of them',
    { design: 'budget', budgets: [10, 40] },
    [
      point('vanilla', ['0000'], { budget: 10 }),
      point('vanilla', ['0001']),
      point('subtask', ['0011'], { size: 5, budget: 10 }),
      point('subtask', ['0011'], { size: 5 }),
    ],
    ['subtask-vanilla at 5 for 10: 50', 'subtask-vanilla at 5: 25'],
  ],
])('compares in %s', (_, plan, outcomes, expected) => {
  const told = pairsOf(outcomes, plan).map(
    ({ a, b, size, misprediction, budget, differencePp }) =>
      `${a}-${b} at ${size}${misprediction ? ` p ${misprediction}` : ''}${budget === 40 ? '' : ` for ${budget}`}: ${differencePp}`,
  )
  expect(told.sort()).toEqual([...expected].sort())
})

it('two arms that ended alike differ by nothing, with an interval of nothing', () => {
  const marks = ['1010', '0110']
  const paired = pairsOf([point('vanilla', marks), point('subtask', marks, { size: 5 })])
  expect(paired).toMatchObject([{ differencePp: 0, low: 0, high: 0 }])
})

/** The same interval over plain rows: functions and stores are drawn, and every row of both goes on a pile. */
function naiveInterval(sides: readonly (readonly string[])[], seed: number): [number, number] {
  const clusters = [...new Set(TASKS.map(({ cluster }) => cluster))]
  const draws = Math.max(...sides.map(({ length }) => length))
  const random = createRandom(seed)
  const values = Array.from({ length: 2_000 }, () => {
    const drawn = clusters.map(() => clusters[Math.floor(random() * clusters.length)])
    const stores = Array.from({ length: draws }, () => Math.floor(random() * draws))
    const [left = 0, right = 0] = sides.map((marks) => {
      const pile = stores.flatMap((store) =>
        drawn.flatMap((cluster) =>
          [...(marks[store % marks.length] ?? '')].filter(
            (mark, task) => mark !== '.' && TASKS[task]?.cluster === cluster,
          ),
        ),
      )
      return pile.length === 0 ? 0 : pile.filter((mark) => mark === '1').length / pile.length
    })
    return left - right
  }).sort((a, b) => a - b)
  return [quantile(values, 0.025) ?? 0, quantile(values, 0.975) ?? 0]
}

it('the intervals are those of a second computation that piles up rows, whatever came out', () => {
  const marksOf = (length: number) =>
    fc.array(fc.array(fc.constantFrom('0', '1', '.'), { minLength: 4, maxLength: 4 }), {
      minLength: length,
      maxLength: length,
    })
  fc.assert(
    fc.property(marksOf(1), marksOf(3), (vanilla, subtask) => {
      const [left, right] = [subtask, vanilla].map((rows) => rows.map((row) => row.join('')))
      const { cells, paired } = summarise(PLAN, TASKS, [
        point('vanilla', right ?? []),
        point('subtask', left ?? [], { size: 5 }),
      ])
      const [low, high] = naiveInterval([left ?? []], seedFrom('share', 7))
      expect(cells[1]?.low).toBeCloseTo(low, 12)
      expect(cells[1]?.high).toBeCloseTo(high, 12)
      const [below, above] = naiveInterval([left ?? [], right ?? []], seedFrom('difference', 7))
      expect(paired[0]?.low).toBeCloseTo(100 * below, 10)
      expect(paired[0]?.high).toBeCloseTo(100 * above, 10)
    }),
    { seed: 7, numRuns: 8 },
  )
})
