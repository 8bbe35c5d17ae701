import { UserError } from '../../memory/errors.ts'
import { withHolm } from '../../memory/statistics/compare.ts'
import { holm, mean, seedFrom } from '../../memory/statistics.ts'
import { isLabelled, type Question } from '../../memory/studies/question.ts'
import type {
  BatchReport,
  BatchRow,
  KindReport,
  MetricsRow,
  PairRow,
  QuestionKind,
  RetrievalPlan,
  Shown,
  TunedRow,
} from '../../memory/studies/retrieval.ts'
import { COMPARED_METRICS } from '../../memory/studies/retrieval-terms.ts'
import { getStrategy } from '../../retrieval/strategies/all-strategies.ts'
import { createHybrid } from '../../retrieval/strategies/hybrid.ts'
import { createSoft } from '../../retrieval/strategies/soft.ts'
import type { Strategy } from '../../retrieval/strategies/strategy.ts'
import type { Piece } from '../study.ts'
import { comparisonsOf, type MetricDrawing, metricsOf, type StrategyRun } from './figures.ts'

// A batch in pieces that need nothing of each other but what they left behind, so that it may stop after any of them.
// The primary pair is declared in the request; parameters are chosen on one half and nothing of that half is reported.

/** What a batch asks for beside its questions. */
export type BatchSettings = Pick<RetrievalPlan, 'strategies' | 'primary' | 'tune' | 'seed' | 'resamples'>

/** Reciprocal ranks of the tuning half by value tried, in the order of the questions. */
export type Tried = { strategy: string; mrr: { value: number; each: number[] }[] }

/** What a weighing leaves behind. */
export type Weighed = Figures & { kinds?: Record<QuestionKind, Figures> }

type Figures = { metrics: MetricsRow[]; paired: PairRow[] }

const KINDS: readonly QuestionKind[] = ['stage', 'task']

/** What a question asks: a category is named for what an agent is about to do. */
function kindOf({ category }: Pick<Question, 'category'>): QuestionKind {
  return category ? 'stage' : 'task'
}

/** Questions of one piece: a fraction of a second on a memory of hundreds, some seconds on one of ten thousands. Ours. */
const QUERIES_PER_PIECE = 50
/** Numbers drawn by one piece of weighing: about a second. Ours. */
const DRAWS_PER_PIECE = 100_000_000

/** What can be tuned: the values tried for each parameter, all looked at on one half only. */
const TUNABLE: Record<
  string,
  { parameter: string; usual: number; values: number[]; make: (value: number) => Strategy }
> = {
  hybrid: { parameter: 'w', usual: 0.2, values: [0, 0.1, 0.2, 0.3, 0.5, 0.7], make: createHybrid },
  soft: { parameter: 'τ', usual: 0.1, values: [0.02, 0.05, 0.1, 0.2, 0.5], make: createSoft },
}

/** The half of a query, by its id alone, so that it never changes with the file: 0 to tune on, 1 to report on. */
export function halfOf(id: string): 0 | 1 {
  return (seedFrom(id, 7) >>> 8) % 2 === 0 ? 0 : 1
}

/** True for a question that a parameter is chosen on. */
export function isForTuning(query: Question): boolean {
  return isLabelled(query) && halfOf(query.id) === 0
}

/** The settings with the declared pair spelt out and no strategy twice. Throws UserError for a strategy or a pair that is not there. */
export function settleBatch<Settings extends BatchSettings>(settings: Settings): Settings {
  const strategies = [...new Set(settings.strategies)]
  for (const name of strategies) getStrategy(name)
  const [a, b] = settings.primary ?? [strategies[0], strategies[1]]
  if (a === undefined || b === undefined) return { ...settings, strategies, primary: null }
  if (a !== b && strategies.includes(a) && strategies.includes(b))
    return { ...settings, strategies, primary: [a, b] }
  throw new UserError('bad-primary', 'The declared pair is not two of the strategies.', {
    hint: `Choose two of ${strategies.join(', ')}.`,
    place: 'primary',
  })
}

/** The pieces of a batch, in order. Throws UserError `too-few-labels` when there is nothing to tune on. */
export function planBatch(settings: BatchSettings, queries: readonly Question[]): Piece[] {
  if (settings.tune) requireHalves(queries)
  const parts = partsOf(queries.length, QUERIES_PER_PIECE)
  const labelled = queries.filter((query) => isReported(query, settings) && isLabelled(query)).length
  const tuning = tunedNames(settings).flatMap((what) =>
    parts.map((part) => ({ ...piece('prepare', `tune ${what} on questions`, part), what })),
  )
  const asking = parts.map((part) => ({
    ...piece('measure', 'questions', part),
    size: part.upto - part.from,
  }))
  return [...tuning, ...asking, ...(labelled === 0 ? [] : weighingPieces(settings, labelled))]
}

type Part = Pick<Piece, 'from' | 'upto'>

function piece(step: Piece['step'], words: string, { from, upto }: Part): Piece {
  return { step, label: `${words} ${from + 1} to ${upto}`, from, upto, size: 0 }
}

function partsOf(count: number, size: number): Part[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, i) => ({
    from: i * size,
    upto: Math.min(count, (i + 1) * size),
  }))
}

/** Of the strategies (metrics with intervals), then of their pairs. */
function weighingPieces(settings: BatchSettings, labelled: number): Piece[] {
  // A pair is drawn for three metrics and a strategy for six: at most six.
  const draws = 2 * COMPARED_METRICS.length * labelled * settings.resamples
  const size = Math.max(1, Math.floor(DRAWS_PER_PIECE / draws))
  return partsOf(unitsOf(settings.strategies).length, size).map((part) => piece('weigh', 'intervals', part))
}

/** Every strategy alone, then every pair of them. */
export function unitsOf(names: readonly string[]): ([string] | [string, string])[] {
  const pairs = names.flatMap((a, i) => names.slice(i + 1).map((b): [string, string] => [a, b]))
  return [...names.map((name): [string] => [name]), ...pairs]
}

function tunedNames({ tune, strategies }: BatchSettings): string[] {
  return tune ? strategies.filter((name) => TUNABLE[name]) : []
}

function requireHalves(queries: readonly Question[]): void {
  const labelled = queries.filter(isLabelled)
  const half = labelled.filter(({ id }) => halfOf(id) === 0).length
  const rest = labelled.length - half
  if (half < 2 || rest < 2)
    throw new UserError(
      'too-few-labels',
      `Tuning needs two labelled queries in each half; there are ${half} and ${rest}.`,
      { hint: 'Give more labelled queries, or leave tuning off.', place: 'tune' },
    )
}

/** False for questions that metrics leave out because a parameter may have been chosen on them. */
export function isReported({ id }: Pick<Question, 'id'>, settings: BatchSettings): boolean {
  return tunedNames(settings).length === 0 || halfOf(id) === 1
}

/** A strategy at each value that is tried. */
export function tunings(name: string): { value: number; strategy: Strategy }[] {
  const { values = [], make = () => getStrategy(name) } = TUNABLE[name] ?? {}
  return values.map((value) => ({ value, strategy: make(value) }))
}

/** The values chosen by MRR; of equal ones the nearest to the usual. */
export function chooseTuned(settings: BatchSettings, tried: readonly Tried[]): TunedRow[] {
  return tunedNames(settings).flatMap((strategy) => {
    const tunable = TUNABLE[strategy]
    if (!tunable) return []
    const { parameter, usual, values } = tunable
    const own = tried.filter((part) => part.strategy === strategy).flatMap(({ mrr }) => mrr)
    const each = (value: number) => own.filter((one) => one.value === value).flatMap((one) => one.each)
    const rows = values.map((value) => ({ value, mrr: mean(each(value)) ?? 0 }))
    const best = rows.toSorted(
      (a, b) => b.mrr - a.mrr || Math.abs(a.value - usual) - Math.abs(b.value - usual),
    )[0]
    const tuneN = each(usual).length
    return [{ strategy, parameter, chosen: best?.value ?? usual, usual, tried: rows, tuneN }]
  })
}

/** A strategy as the batch asks it: with its chosen parameter where one was chosen. */
export function strategyOf(name: string, tuned: readonly TunedRow[]): Strategy {
  const chosen = tuned.find(({ strategy }) => strategy === name)?.chosen
  return (chosen === undefined ? undefined : TUNABLE[name]?.make(chosen)) ?? getStrategy(name)
}

/** Metrics and comparisons of some units. `pause` is awaited between them, so that a server can answer others. */
export async function weigh(
  { from, upto }: { from: number; upto: number },
  settings: BatchSettings,
  rows: readonly BatchRow[],
  pause: () => Promise<void>,
): Promise<Weighed> {
  const reported = rows.filter(({ query }) => isReported(query, settings))
  const units = unitsOf(settings.strategies).slice(from, upto)
  const { seed, resamples, primary } = settings
  const figures = (some: readonly BatchRow[]) => figuresOf(units, { seed, resamples, primary }, some, pause)
  const [stage, task] = KINDS.map((kind) => reported.filter(({ query }) => kindOf(query) === kind))
  const hasBoth = [stage, task].every((some) => some?.some(({ query }) => isLabelled(query)))
  const pooled = await figures(reported)
  if (!hasBoth) return pooled
  return { ...pooled, kinds: { stage: await figures(stage ?? []), task: await figures(task ?? []) } }
}

/** Metrics of single strategies, comparisons of pairs. `drawn`: metrics whose intervals are drawn; all when absent. */
export async function figuresOf(
  units: ReturnType<typeof unitsOf>,
  settings: Pick<BatchSettings, 'seed' | 'resamples' | 'primary'> & Pick<MetricDrawing, 'drawn'>,
  rows: readonly BatchRow[],
  pause: () => Promise<void>,
): Promise<Figures> {
  const runOf = (strategy: string): StrategyRun => ({
    strategy,
    outcomes: rows.flatMap(({ winners }) => winners[strategy] ?? []),
  })
  const clusters = rows.filter(({ query }) => isLabelled(query)).map(({ query }) => query.id)
  const { primary, ...drawing } = settings
  const bootstrap = { ...drawing, clusters }
  const figures: Figures = { metrics: [], paired: [] }
  for (const [a, b] of units) {
    await pause()
    if (b === undefined) figures.metrics.push(metricsOf(runOf(a), bootstrap))
    else figures.paired.push(...comparisonsOf(runOf(a), runOf(b), bootstrap, primary))
  }
  return figures
}

/** The report of a batch whose every question was asked and weighed. */
export function reportBatch(
  settings: BatchSettings,
  rows: readonly BatchRow[],
  weighed: readonly Weighed[],
  tuned: TunedRow[],
): BatchReport {
  const metrics = weighed.flatMap((part) => part.metrics)
  return {
    strategies: settings.strategies,
    primary: settings.primary,
    queryCount: rows.length,
    disputedCount: rows.filter(isDisputed).length,
    agreement: agreementOf(settings.strategies, rows),
    metrics: metrics.length === 0 ? null : metrics,
    paired: withHolm(weighed.flatMap((part) => part.paired)),
    labelledCount: metrics[0]?.n ?? 0,
    tuned,
    isHalf: tuned.length > 0,
    ...(weighed.some(({ kinds }) => kinds)
      ? { kinds: decidedByKind(KINDS.map((kind) => kindReport(kind, weighed))) }
      : {}),
  }
}

function kindReport(kind: QuestionKind, weighed: readonly Weighed[]): KindReport {
  const parts = weighed.flatMap(({ kinds }) => kinds?.[kind] ?? [])
  const metrics = parts.flatMap((part) => part.metrics)
  return {
    kind,
    labelledCount: metrics[0]?.n ?? 0,
    metrics,
    paired: withHolm(parts.flatMap(({ paired }) => paired)),
  }
}

/** The head says the declared comparison of each kind: two looks, so that Holm is taken over the two. */
function decidedByKind(kinds: readonly KindReport[]): KindReport[] {
  const declared = kinds.flatMap(({ kind, paired }) =>
    paired.filter(({ primary }) => primary).map(({ p }) => ({ kind, p })),
  )
  const adjusted = holm(declared.map(({ p }) => p))
  return kinds.map((report) => {
    const pHolm = adjusted[declared.findIndex(({ kind }) => kind === report.kind)] ?? null
    return { ...report, paired: report.paired.map((row) => (row.primary ? { ...row, pHolm } : row)) }
  })
}

function agreementOf(names: readonly string[], rows: readonly BatchRow[]): BatchReport['agreement'] {
  return unitsOf(names).flatMap(([a, b]) => {
    if (b === undefined) return []
    const same = rows.filter((row) => winnerOf(row, a) === winnerOf(row, b)).length
    return [{ a, b, share: same / rows.length, n: rows.length }]
  })
}

function winnerOf({ winners }: BatchRow, strategy: string): string | null {
  return winners[strategy]?.entryIds[0] ?? null
}

/** True when not all strategies have the same winner. */
export function isDisputed(row: BatchRow): boolean {
  return new Set(Object.keys(row.winners).map((strategy) => winnerOf(row, strategy))).size > 1
}

/** Whether a question is one of those that a figure of the report is made of. */
export function isShown(
  row: BatchRow,
  { show, a, b, metric, kind }: Shown,
  settings: BatchSettings,
): boolean {
  if (kind !== null && kindOf(row.query) !== kind) return false
  if (show === 'all') return true
  if (show === 'disputed') return isDisputed(row)
  if (show === 'differ') return winnerOf(row, a ?? '') !== winnerOf(row, b ?? '')
  const [ofA, ofB] = [row.winners[a ?? '']?.values, row.winners[b ?? '']?.values]
  if (!ofA || !isReported(row.query, settings)) return false
  return show === 'miss' ? ofA.hitAt1 === 0 : ofB != null && ofA[metric] > ofB[metric]
}
