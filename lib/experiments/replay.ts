import { z } from 'zod'
import { coverage, crossPhaseShare, hitAt, ndcgAt, reciprocalRank } from '../memory/metrics.ts'
import {
  bootstrapInterval,
  createRandom,
  holm,
  mean,
  pairedBootstrap,
  quantile,
  seedFrom,
} from '../memory/statistics.ts'
import {
  type Corpus,
  ITEMS_PER_EPISODE,
  type Ranked,
  type Strategy,
} from '../retrieval/strategies/strategy.ts'
import { momentOf, repoOf } from './query-moment.ts'
import { type ReplayQuery, replayQuerySchema } from './replay-query.ts'

/** What a door takes for one replay. */
export const replayRequestSchema = z.object({
  project: z.string().min(1).max(200),
  queries: z.array(replayQuerySchema).min(1).max(20_000),
  strategies: z.array(z.string().min(1).max(40)).min(1).max(20),
  seed: z.number().int().min(0).max(0xffff_ffff).default(1),
  /** Bootstrap draws. */
  resamples: z.number().int().min(100).max(100_000).default(10_000),
  /** The declared primary pair; null = the first two strategies. */
  primary: z.tuple([z.string(), z.string()]).nullable().default(null),
})
export type ReplayRequest = z.infer<typeof replayRequestSchema>

const METRICS = ['hitAt1', 'hitAt3', 'hitAt5', 'hitAt10', 'mrr', 'ndcgAt10'] as const
type Metric = (typeof METRICS)[number]
/** Entries kept of one ranking. */
const SHOWN = 10
/** What pairs of strategies are compared on; hit@3, 5 and 10 are shown but not tested. */
const COMPARED: readonly Metric[] = ['mrr', 'hitAt1', 'ndcgAt10']

export interface StrategyReport extends Record<Metric, number | null> {
  strategy: string
  /** Queries with something relevant: the n of every metric but coverage. */
  n: number
  /** Mean share of what would be injected that is of another category than the query's; null without categories. */
  crossPhaseRate: number | null
  /** Share of all queries, one-offs included, for which there was anything to rank. */
  coverage: number | null
  /** Median time of one ranking, the embedding of the query included. */
  p50Ms: number | null
  /** 95 % percentile bootstrap over instances (a query's `id`), whose questions are drawn together; null below two queries. */
  ci: Record<Metric, [low: number, high: number] | null>
}

export interface PairReport {
  a: string
  b: string
  metric: Metric
  /** Mean of a − b over the same queries, with its 95 % paired bootstrap interval, unadjusted. */
  difference: number
  low: number
  high: number
  /** The one comparison declared before looking: the named pair, else the first two strategies, on MRR. */
  primary: boolean
  p: number
  /** Holm over all comparisons but the primary one; null for the primary. */
  pHolm: number | null
}

export interface ReplayReport {
  strategies: StrategyReport[]
  paired: PairReport[]
  /** Lines read. */
  queries: number
  /** Lines with nothing relevant: run and counted in coverage, left out of every other metric. */
  oneOffs: number
  seed: number
  resamples: number
}

export interface ReplayOptions {
  projectIds: readonly string[]
  seed?: number
  resamples?: number
  /** The declared pair; null = the first two strategies. */
  primary?: readonly [string, string] | null
  /** Milliseconds of a clock that only moves forward. */
  now: () => number
  /** Called before each query, so that a server can answer others in between. */
  pause?: () => Promise<void>
}

/**
 * Replays labelled queries through strategies; without a declared primary pair the first two are it.
 * Before ranking, the query's own instance and everything from its future are taken out; after ranking, entries are
 * collapsed to instances (first occurrence). Without a category a query runs as `retrieve` does. Same input and seed,
 * same numbers, times apart.
 */
export async function replay(
  queries: readonly ReplayQuery[],
  strategies: readonly Strategy[],
  corpus: Corpus,
  options: ReplayOptions,
): Promise<ReplayReport> {
  const runs = await runQueries(queries, strategies, corpus, options)
  return { ...reportRuns(queries, runs, options), queries: queries.length, oneOffs: oneOffCount(queries) }
}

/** Every query through every strategy, in the order given: what `replay` measures, and a batch shows. */
export async function runQueries(
  queries: readonly ReplayQuery[],
  strategies: readonly Strategy[],
  corpus: Corpus,
  { projectIds, seed = 1, now, pause }: ReplayOptions,
): Promise<StrategyRun[]> {
  const moments = queries.map((query) => momentOf(query, corpus.episodes))
  const runs: StrategyRun[] = []
  for (const strategy of strategies) {
    const rank = await strategy.prepare(corpus)
    const outcomes: Outcome[] = []
    for (const [i, query] of queries.entries()) {
      await pause?.()
      const startedAt = now()
      const ranking = await rank({
        text: query.text,
        category: query.category ?? null,
        repo: repoOf(query.id, corpus.episodes),
        scope: { projectIds, withoutInstance: query.id, before: moments[i] ?? null },
        seed,
        limit: null,
      })
      outcomes.push(measure(query, ranking, now() - startedAt, corpus))
    }
    runs.push({ strategy: strategy.name, outcomes })
  }
  return runs
}

/** Metrics and paired differences of runs over the same queries. */
export function reportRuns(
  queries: readonly ReplayQuery[],
  runs: readonly StrategyRun[],
  { seed = 1, resamples = 10_000, primary = null }: Pick<ReplayOptions, 'seed' | 'resamples' | 'primary'>,
): Pick<ReplayReport, 'strategies' | 'paired' | 'seed' | 'resamples'> {
  const labelled = queries.filter((query) => gradesOf(query).size > 0)
  const bootstrap = { seed, resamples, clusters: labelled.map((query) => query.id) }
  return {
    strategies: runs.map((run) => reportOf(run, bootstrap)),
    paired: pairsOf(runs, bootstrap, primary),
    seed,
    resamples,
  }
}

/** Queries with nothing relevant. */
function oneOffCount(queries: readonly ReplayQuery[]): number {
  return queries.filter((query) => gradesOf(query).size === 0).length
}

export interface Outcome {
  /** Null for a one-off. */
  values: Record<Metric, number> | null
  ranking: string[]
  /** Entries that would be injected, then those ranked after them: at most 10. */
  entryIds: string[]
  /** The strategy's own score of the first place; null when it ranks nothing. */
  score: number | null
  crossPhase: number | null
  tookMs: number
}

export interface StrategyRun {
  strategy: string
  outcomes: Outcome[]
}

function measure(query: ReplayQuery, ranked: readonly Ranked[], tookMs: number, corpus: Corpus): Outcome {
  const ranking = instancesOf(ranked)
  const grades = gradesOf(query)
  const relevant = new Set(grades.keys())
  const ndcg = ndcgAt(ranking, grades)
  const values =
    ndcg === null
      ? null
      : {
          hitAt1: hitAt(ranking, relevant, 1),
          hitAt3: hitAt(ranking, relevant, 3),
          hitAt5: hitAt(ranking, relevant, 5),
          hitAt10: hitAt(ranking, relevant, 10),
          mrr: reciprocalRank(ranking, relevant),
          ndcgAt10: ndcg,
        }
  const crossPhase = query.category
    ? crossPhaseShare(injectedCategories(ranked[0], corpus), query.category)
    : null
  const score = ranked[0]?.score ?? null
  return { values, ranking, entryIds: firstEntries(ranked, corpus), score, crossPhase, tookMs }
}

/** Entries of the first places; an episode stands for its first items. */
function firstEntries(ranked: readonly Ranked[], { episodes }: Pick<Corpus, 'episodes'>): string[] {
  const ids: string[] = []
  for (const { entryId, episodeId } of ranked) {
    if (ids.length >= SHOWN) break
    if (entryId !== null) ids.push(entryId)
    else ids.push(...itemsOf(episodeId, episodes))
  }
  return ids.slice(0, SHOWN)
}

/** Instances in order of their first occurrence; what has no instance (made by hand) cannot be labelled and drops out. */
function instancesOf(ranked: readonly Ranked[]): string[] {
  return [...new Set(ranked.flatMap(({ instanceId }) => instanceId ?? []))]
}

/** What is relevant, with its gain: the query's own instance never, a gain of 0 neither. */
function gradesOf({ id, relevant, grades = {} }: ReplayQuery): Map<string, number> {
  const all = new Map<string, number>()
  for (const instanceId of relevant)
    all.set(instanceId, Object.hasOwn(grades, instanceId) ? (grades[instanceId] ?? 1) : 1)
  for (const [instanceId, grade] of Object.entries(grades)) all.set(instanceId, grade)
  all.delete(id)
  for (const [instanceId, grade] of all) if (grade === 0) all.delete(instanceId)
  return all
}

/** Categories of what the first place would inject: one entry, or an episode's first items. */
function injectedCategories(first: Ranked | undefined, { index, episodes }: Corpus): string[] {
  if (!first) return []
  if (first.category !== null) return [first.category]
  return itemsOf(first.episodeId, episodes).flatMap((id) => index.categoryOf(id) ?? [])
}

function itemsOf(episodeId: string | null, episodes: Corpus['episodes']): string[] {
  const items = episodes.find((episode) => episode.episodeId === episodeId)?.entryIds ?? []
  return items.slice(0, ITEMS_PER_EPISODE)
}

interface Bootstrap {
  seed: number
  resamples: number
  /** The instance of each labelled query: questions of one instance are drawn together. */
  clusters: readonly string[]
}

function reportOf({ strategy, outcomes }: StrategyRun, { seed, ...drawing }: Bootstrap): StrategyReport {
  const labelled = outcomes.flatMap(({ values }) => values ?? [])
  const column = (metric: Metric) => labelled.map((values) => values[metric])
  const means = Object.fromEntries(METRICS.map((metric) => [metric, mean(column(metric))]))
  const ci = METRICS.map((metric) => {
    const random = createRandom(seedFrom(`${strategy} ${metric}`, seed))
    const interval = bootstrapInterval(column(metric), { random, ...drawing })
    return [metric, interval && [interval.low, interval.high]]
  })
  const times = Float64Array.from(outcomes.map(({ tookMs }) => tookMs)).sort()
  return {
    strategy,
    n: labelled.length,
    ...(means as Record<Metric, number | null>),
    crossPhaseRate: mean(outcomes.flatMap(({ crossPhase }) => crossPhase ?? [])),
    coverage: coverage(outcomes.map(({ ranking }) => ranking)),
    p50Ms: quantile(times, 0.5),
    ci: Object.fromEntries(ci) as StrategyReport['ci'],
  }
}

function pairsOf(
  runs: readonly StrategyRun[],
  { seed, ...drawing }: Bootstrap,
  primary: ReplayOptions['primary'],
): PairReport[] {
  const [left, right] = primary ?? [runs[0]?.strategy, runs[1]?.strategy]
  const pairs = runs.flatMap((one, i) =>
    runs.slice(i + 1).map((other) => {
      // The declared pair is taken the way round it was declared.
      const [a, b] = one.strategy === right && other.strategy === left ? [other, one] : [one, other]
      return { a, b, first: a.strategy === left && b.strategy === right }
    }),
  )
  const reports = pairs.flatMap(({ a, b, first }) =>
    COMPARED.flatMap((metric): PairReport[] => {
      const random = createRandom(seedFrom(`${a.strategy} ${b.strategy} ${metric}`, seed))
      const compared = pairedBootstrap(labelledColumn(a, metric), labelledColumn(b, metric), {
        random,
        ...drawing,
      })
      if (!compared) return []
      const { difference, low, high, p } = compared
      const primary = first && metric === COMPARED[0]
      return [{ a: a.strategy, b: b.strategy, metric, difference, low, high, primary, p, pHolm: null }]
    }),
  )
  const rest = reports.filter((report) => !report.primary)
  const adjusted = holm(rest.map((report) => report.p))
  rest.forEach((report, i) => {
    report.pHolm = adjusted[i] ?? null
  })
  return reports
}

function labelledColumn({ outcomes }: StrategyRun, metric: Metric): number[] {
  return outcomes.flatMap(({ values }) => values?.[metric] ?? [])
}
