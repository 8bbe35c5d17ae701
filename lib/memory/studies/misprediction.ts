import { CATEGORIES, type Category } from '../category.ts'
import { clusteredWilson } from '../statistics/proportion.ts'
import {
  createRandom,
  INTERVAL_DRAWS,
  INTERVAL_SEED,
  type Interval,
  mean,
  type PairedDifference,
  pairedBootstrap,
} from '../statistics.ts'
import { type Calibration, calibration } from './ranking-metrics.ts'

/** A question whose category somebody labelled, with what each category would have given. */
export interface CategoryRow {
  /** Instance of the question: several questions of one are not independent. */
  id: string
  text: string
  label: Category
  predicted: Category
  /** P of the prediction, 0..1. */
  confidence: number
  /** Reciprocal rank by each category, had it been named; null where nothing would help the question. */
  byCategory: Record<Category, number> | null
  /** Reciprocal rank of the soft prior by the predictor, and without a filter; null as above. */
  soft: number | null
  global: number | null
  /** Soft with each category named and the error rate of `STRESS` known, by rate; null as above. */
  softNamed: Record<Category, number[]> | null
  /** Share of the subtask's steps that carry their most common label, 0..1; null where the question is no subtask of a run. */
  purity: number | null
}

/** Whose word the labels are; against rules there is only agreement. */
export type LabelSource = 'written' | 'persons' | 'declared' | 'rules'

export interface CategoryLabels {
  kind: LabelSource
  /** Subtasks of the project that a person labelled. */
  byPersons: number
  /** Labelled, but as none of the four: the predictor knows no fifth. */
  others: number
  /** How the extractor's own label, made with the steps seen, stands against persons'; null without any. */
  stored: { n: number; agreeing: number } | null
}

/** Shares of wrong categories that the stress curve tries, 0..1. */
export const STRESS = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1] as const

export interface ConfusionCell {
  label: Category
  predicted: Category
  count: number
  /** Mean reciprocal rank lost by asking this category instead of the labelled one; null without an answerable question. */
  lost: number | null
  answerable: number
}

interface CategoryScore {
  category: Category
  labelled: number
  predicted: number
  precision: number | null
  recall: number | null
}

/** How the predictor does on subtasks whose steps all carry one label, and on those that mix. */
interface PurityRow {
  kind: 'pure' | 'mixed'
  n: number
  agreeing: number
  /** Wilson, 95 %; null without a subtask. */
  interval: Interval | null
  answerable: number
  /** Mean reciprocal rank lost by the predicted category, over the answerable ones; null without any. */
  lost: number | null
}

/** A way of choosing the category, over the same questions. */
export interface FilterWay {
  way: 'given' | 'predicted' | 'soft' | 'global'
  mrr: number | null
  /** This less the predicted hard filter, paired, clustered by instance; null for itself. */
  overPredicted: PairedDifference | null
}

interface StressPoint {
  wrong: number
  hard: number | null
  soft: number | null
}

export interface MispredictionReport {
  n: number
  agreeing: number
  interval: Interval | null
  answerable: number
  matrix: ConfusionCell[]
  scores: CategoryScore[]
  /** Subtasks of one kind of step, and mixed ones; empty where the questions are no subtasks. */
  purity: PurityRow[]
  calibration: Calibration
  ways: FilterWay[]
  stress: StressPoint[]
  /** Share of wrong categories that the predictor really has; null without a labelled question. */
  observedWrong: number | null
}

/** What labelled questions say of the predictor and of what its mistakes cost. Same rows and seed, same numbers. */
export function reportMisprediction(
  rows: readonly CategoryRow[],
  { seed = INTERVAL_SEED, resamples = INTERVAL_DRAWS } = {},
): MispredictionReport {
  const agreeing = rows.filter(({ label, predicted }) => label === predicted).length
  const answerable = rows.filter(isAnswerable)
  const ways = {
    given: given,
    predicted: byPredicted,
    soft: ({ soft }: Answerable) => soft,
    global: ({ global }: Answerable) => global,
  }
  const clusters = answerable.map(({ id }) => id)
  const shares = new Map(CATEGORIES.map((label) => [label, confusionOf(label, rows)]))
  const stress = STRESS.map((wrong, i) => ({
    wrong,
    hard: mean(answerable.map((row) => expected(row, wrong, shares, (z) => row.byCategory[z]))),
    soft: mean(answerable.map((row) => expected(row, wrong, shares, (z) => row.softNamed[z][i] ?? 0))),
  }))
  const base = answerable.map(byPredicted)
  return {
    n: rows.length,
    agreeing,
    interval: clusteredWilson(
      rows.map(({ label, predicted }) => label === predicted),
      rows.map(({ id }) => id),
    ),
    answerable: answerable.length,
    matrix: CATEGORIES.flatMap((label) =>
      CATEGORIES.map((predicted) =>
        cellOf(
          rows.filter((row) => row.label === label && row.predicted === predicted),
          label,
          predicted,
        ),
      ),
    ),
    scores: CATEGORIES.map((category) => scoreOf(rows, category)),
    purity: purityRows(rows),
    calibration: calibration(
      rows.map(({ confidence, label, predicted }) => ({ confidence, correct: label === predicted })),
    ),
    ways: (['given', 'predicted', 'soft', 'global'] as const).map((way) => {
      const values = answerable.map(ways[way])
      return {
        way,
        mrr: mean(values),
        overPredicted:
          way === 'predicted'
            ? null
            : pairedBootstrap(values, base, { random: createRandom(seed), resamples, clusters }),
      }
    }),
    stress,
    observedWrong: rows.length === 0 ? null : 1 - agreeing / rows.length,
  }
}

function scoreOf(rows: readonly CategoryRow[], category: Category): CategoryScore {
  const labelled = rows.filter(({ label }) => label === category).length
  const predicted = rows.filter((row) => row.predicted === category).length
  const both = rows.filter((row) => row.label === category && row.predicted === category).length
  return {
    category,
    labelled,
    predicted,
    precision: predicted === 0 ? null : both / predicted,
    recall: labelled === 0 ? null : both / labelled,
  }
}

function purityRows(rows: readonly CategoryRow[]): PurityRow[] {
  const known = rows.filter(({ purity }) => purity !== null)
  if (known.length === 0) return []
  return (['pure', 'mixed'] as const).map((kind) => {
    const own = known.filter(({ purity }) => (purity === 1) === (kind === 'pure'))
    const agreeing = own.filter(({ label, predicted }) => label === predicted).length
    const answerable = own.filter(isAnswerable)
    return {
      ...{ kind, agreeing, n: own.length, answerable: answerable.length },
      interval: clusteredWilson(
        own.map(({ label, predicted }) => label === predicted),
        own.map(({ id }) => id),
      ),
      lost: mean(answerable.map((row) => given(row) - byPredicted(row))),
    }
  })
}

type Answerable = CategoryRow & {
  byCategory: Record<Category, number>
  soft: number
  global: number
  softNamed: Record<Category, number[]>
}

function isAnswerable(row: CategoryRow): row is Answerable {
  return row.byCategory !== null && row.soft !== null && row.global !== null && row.softNamed !== null
}

function given({ byCategory, label }: Answerable): number {
  return byCategory[label]
}

function byPredicted({ byCategory, predicted }: Answerable): number {
  return byCategory[predicted]
}

function cellOf(rows: readonly CategoryRow[], label: Category, predicted: Category): ConfusionCell {
  const answerable = rows.filter(isAnswerable)
  const lost = mean(answerable.map((row) => given(row) - byPredicted(row)))
  return {
    label,
    predicted,
    count: rows.length,
    lost: label === predicted ? null : lost,
    answerable: answerable.length,
  }
}

/** Mean over which category is asked when a share of the categories is wrong and mistakes fall as the predictor's do. */
function expected(
  row: Answerable,
  wrong: number,
  shares: ReadonlyMap<Category, Record<Category, number>>,
  valueIn: (category: Category) => number,
): number {
  const others = CATEGORIES.filter((category) => category !== row.label)
  const lost = others.reduce(
    (sum, category) => sum + (shares.get(row.label)?.[category] ?? 0) * valueIn(category),
    0,
  )
  return (1 - wrong) * valueIn(row.label) + wrong * lost
}

/** How the predictor's mistakes on a label are spread over the other categories; evenly where it made none. Sums to 1. */
export function confusionOf(
  label: Category,
  rows: readonly Pick<CategoryRow, 'label' | 'predicted'>[],
): Record<Category, number> {
  const mistakes = rows.filter((row) => row.label === label && row.predicted !== label)
  const share = (category: Category) => {
    if (category === label) return 0
    if (mistakes.length === 0) return 1 / (CATEGORIES.length - 1)
    return mistakes.filter(({ predicted }) => predicted === category).length / mistakes.length
  }
  return Object.fromEntries(CATEGORIES.map((category) => [category, share(category)])) as Record<
    Category,
    number
  >
}
