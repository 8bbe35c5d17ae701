import { stretchOf } from '../../memory/statistics/distributions.ts'
import { createRandom, type Interval, quantile, seedFrom } from '../../memory/statistics.ts'
import { differenceDraws } from '../../memory/studies/ladder/curve.ts'
import type {
  WorkbenchCell,
  WorkbenchPair,
  WorkbenchPlan,
  WorkbenchResult,
} from '../../memory/studies/ladder/workbench-file.ts'
import type { PointOutcomes } from './points.ts'

/** Bootstrap draws. */
const RESAMPLES = 2_000

/** Cells and paired differences of packed outcomes: every arm against vanilla, and the plan's arm against every other, at each place. */
export function summarise(
  plan: WorkbenchPlan,
  tasks: readonly { cluster: string }[],
  outcomes: readonly PointOutcomes[],
): WorkbenchResult {
  const { world, worldHash, design, seed, primary } = plan
  const tables = outcomes.map((outcome) => tableOf(outcome, tasks))
  const cells = outcomes.map((outcome, i): WorkbenchCell => {
    const { arm, size, budget, misprediction, resolved, steps } = outcome
    const marks = resolved.join('').replaceAll('.', '')
    const solved = marks.replaceAll('0', '').length
    const table = tables[i] as Table
    return {
      arm,
      size,
      draws: resolved.length,
      tasks: Math.round(marks.length / Math.max(1, resolved.length)),
      resolved: solved,
      resolvedShare: solved / Math.max(1, marks.length),
      ...intervalOf(table, null, createRandom(seedFrom('share', seed))),
      steps: meanSteps(steps),
      budget,
      misprediction,
      ...keyOf(outcome),
    }
  })
  const paired = outcomes.flatMap((a, i) => {
    const against = a.arm === primary.a ? [...new Set(outcomes.map(({ arm }) => arm))] : ['vanilla' as const]
    return against.flatMap((name): WorkbenchPair[] => {
      const at = outcomes.findIndex(
        (b) =>
          b.arm === name &&
          b.budget === a.budget &&
          (b.size === a.size || (name === 'vanilla' && design !== 'stream')) &&
          (b.misprediction === a.misprediction ||
            !outcomes.some((c) => c.arm === name && c.misprediction === a.misprediction)),
      )
      const [left, right] = [tables[i], tables[at]]
      if (!left || !right || a.arm === name) return []
      const { low, high } = intervalOf(left, right, differenceDraws(seed))
      return [
        {
          a: a.arm,
          b: name,
          size: a.size,
          differencePp: 100 * (shareOf(left) - shareOf(right)),
          low: low === null ? null : 100 * low,
          high: high === null ? null : 100 * high,
          budget: a.budget,
          misprediction: a.misprediction,
        },
      ]
    })
  })
  return { world, worldHash, design, seed, cells, paired }
}

/** How good the key of EDIT was over all draws; nothing where no question was asked. */
function keyOf({ told = [], pairs = [], nearer = [] }: PointOutcomes): Pick<WorkbenchCell, 'key'> {
  const marks = told.join('')
  const count = (wanted: RegExp) => marks.match(wanted)?.length ?? 0
  if (count(/[rws]/g) === 0) return {}
  const compared = pairs.reduce((sum, one) => sum + one, 0)
  const won = nearer.reduce((sum, one) => sum + one, 0)
  return {
    key: {
      asked: count(/[rws]/g),
      told: count(/[rw]/g),
      right: count(/r/g),
      auc: compared === 0 ? null : won / compared,
    },
  }
}

/** Solved and tried tasks by draw and cluster. */
interface Table {
  solved: number[][]
  tried: number[][]
}

function tableOf({ resolved }: PointOutcomes, tasks: readonly { cluster: string }[]): Table {
  const clusters = [...new Set(tasks.map(({ cluster }) => cluster))]
  const place = tasks.map(({ cluster }) => clusters.indexOf(cluster))
  const count = (marks: string, wanted: string) => {
    const row = clusters.map(() => 0)
    for (let i = 0; i < marks.length; i++) {
      const cluster = place[i] ?? 0
      if (wanted.includes(marks[i] ?? '')) row[cluster] = (row[cluster] ?? 0) + 1
    }
    return row
  }
  return {
    solved: resolved.map((marks) => count(marks, '1')),
    tried: resolved.map((marks) => count(marks, '01')),
  }
}

function shareOf({ solved, tried }: Table): number {
  return total(solved) / Math.max(1, total(tried))
}

function total(rows: readonly (readonly number[])[]): number {
  let sum = 0
  for (const row of rows) for (const value of row) sum += value
  return sum
}

/**
 * 95 % percentile interval of a share, or of the difference of two, stretched by `stretchOf`: functions are drawn again and, at the same time, stores
 * (Owen 2007, a bootstrap of rows and columns), because attempts at one function, or with one store, are not independent. The
 * same functions and stores for both sides. Null with a single function.
 */
function intervalOf(
  left: Table,
  right: Table | null,
  random: () => number,
): Interval | { low: null; high: null } {
  const clusters = left.solved[0]?.length ?? 0
  if (clusters < 2) return { low: null, high: null }
  const draws = Math.max(left.solved.length, right?.solved.length ?? 1)
  const stretch = stretchOf(clusters, 1)
  const difference = right && shareOf(left) - shareOf(right)
  const values = new Float64Array(RESAMPLES)
  for (let n = 0; n < RESAMPLES; n++) {
    const weights = weightsOf(clusters, random)
    const stores = Array.from({ length: draws }, () => Math.floor(random() * draws))
    const own = weightedShare(left, weights, stores)
    values[n] =
      right && difference !== null ? stretch(own - weightedShare(right, weights, stores), difference) : own
  }
  values.sort()
  return { low: quantile(values, 0.025) ?? 0, high: quantile(values, 0.975) ?? 0 }
}

/** How often each of n is drawn in n draws with replacement. */
function weightsOf(n: number, random: () => number): Float64Array {
  const weights = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    const drawn = Math.floor(random() * n)
    weights[drawn] = (weights[drawn] ?? 0) + 1
  }
  return weights
}

function weightedShare({ solved, tried }: Table, weights: Float64Array, stores: readonly number[]): number {
  let [sum, count] = [0, 0]
  for (const drawn of stores) {
    const at = drawn % solved.length // an arm without a store was run once
    const [solvedRow, triedRow] = [solved[at] ?? [], tried[at] ?? []]
    for (let cluster = 0; cluster < weights.length; cluster++) {
      const weight = weights[cluster] ?? 0
      sum += weight * (solvedRow[cluster] ?? 0)
      count += weight * (triedRow[cluster] ?? 0)
    }
  }
  return count === 0 ? 0 : sum / count
}

function meanSteps(steps: readonly string[]): number {
  let [sum, count] = [0, 0]
  for (const row of steps)
    for (let i = 0; i < row.length; i += 2) {
      if (row[i] === '.') continue
      sum += Number.parseInt(row.slice(i, i + 2), 36)
      count++
    }
  return count === 0 ? 0 : sum / count
}
