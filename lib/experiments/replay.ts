import { decodeTime, encodeTime } from 'ulid'
import { z } from 'zod'
import { categorySchema } from '../memory/category.ts'
import { UserError } from '../memory/errors.ts'
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
import type { Before } from '../retrieval/scope.ts'
import {
  type Corpus,
  type EpisodeText,
  ITEMS_PER_EPISODE,
  type Ranked,
  type Strategy,
} from '../retrieval/strategies/strategy.ts'

/** One line of a query file. */
export const replayQuerySchema = z.object({
  /** The query's own instance: its entries are taken out before ranking. */
  id: z.string().min(1).max(200),
  /** A whole task; with a category, what the agent is about to do. */
  text: z.string().trim().min(1).max(200_000),
  category: categorySchema.optional(),
  /** A place in the stream (from 0), an entry id, an instance id (its first episode), or an ISO instant; exclusive. */
  before: z.union([z.number().int().min(0), z.string().min(1).max(200)]).nullish(),
  /** Instances that would help; empty = a one-off, nothing earlier can help. */
  relevant: z.array(z.string()),
  /** Gains for nDCG, 0 to 4; a relevant instance without one counts 1. */
  grades: z.record(z.string(), z.number().min(0).max(4)).optional(),
})
export type ReplayQuery = z.infer<typeof replayQuerySchema>

/** What a door takes for one replay. The first two strategies are the declared primary pair. */
export const replayRequestSchema = z.object({
  project: z.string().min(1).max(200),
  queries: z.array(replayQuerySchema).min(1).max(20_000),
  strategies: z.array(z.string().min(1).max(40)).min(1).max(20),
  seed: z.number().int().min(0).max(0xffff_ffff).default(1),
  /** Bootstrap draws. */
  resamples: z.number().int().min(100).max(100_000).default(10_000),
})
export type ReplayRequest = z.infer<typeof replayRequestSchema>

/** Reads a query file, JSON Lines. Throws a UserError that names the first line at fault. */
export function readReplayQueries(text: string, fileName: string): ReplayQuery[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  return lines.flatMap((line, i) => (line.trim() === '' ? [] : [readQuery(line, `${fileName}:${i + 1}`)]))
}

const QUERY_HINT =
  'A line is {"id", "text", "category"?, "before"?, "relevant": [instance id, ...], "grades"?}.'

function readQuery(line: string, place: string): ReplayQuery {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new UserError('bad-query', `${place} is not JSON.`, { hint: QUERY_HINT, place })
  }
  const parsed = replayQuerySchema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.') ?? ''
  throw new UserError('bad-query', `${place}, ${field || 'line'}: ${issue?.message ?? 'not a query'}.`, {
    hint: QUERY_HINT,
    place,
  })
}

const METRICS = ['hitAt1', 'hitAt3', 'hitAt5', 'hitAt10', 'mrr', 'ndcgAt10'] as const
type Metric = (typeof METRICS)[number]
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
  /** The one comparison declared before looking: the first two strategies named, on MRR. */
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
  /** Milliseconds of a clock that only moves forward. */
  now: () => number
}

/**
 * Replays labelled queries through strategies, in the order given: the first two are the declared primary pair.
 * Before ranking, the query's own instance and everything from its future are taken out; after ranking, entries are
 * collapsed to instances (first occurrence). Without a category a query runs as `retrieve` does. Same input and seed,
 * same numbers, times apart.
 */
export async function replay(
  queries: readonly ReplayQuery[],
  strategies: readonly Strategy[],
  corpus: Corpus,
  { projectIds, seed = 1, resamples = 10_000, now }: ReplayOptions,
): Promise<ReplayReport> {
  const moments = queries.map((query) => momentOf(query, corpus.episodes))
  const runs: StrategyRun[] = []
  for (const strategy of strategies) {
    const rank = await strategy.prepare(corpus)
    const outcomes: Outcome[] = []
    for (const [i, query] of queries.entries()) {
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
  const labelled = queries.filter((query) => gradesOf(query).size > 0)
  const bootstrap = { seed, resamples, clusters: labelled.map((query) => query.id) }
  return {
    strategies: runs.map((run) => reportOf(run, bootstrap)),
    paired: pairsOf(runs, bootstrap),
    queries: queries.length,
    oneOffs: queries.filter((query) => gradesOf(query).size === 0).length,
    seed,
    resamples,
  }
}

interface Outcome {
  /** Null for a one-off. */
  values: Record<Metric, number> | null
  ranking: string[]
  crossPhase: number | null
  tookMs: number
}

interface StrategyRun {
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
  return { values, ranking, crossPhase, tookMs }
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
  const items = episodes.find((episode) => episode.episodeId === first.episodeId)?.entryIds ?? []
  return items.slice(0, ITEMS_PER_EPISODE).flatMap((id) => index.categoryOf(id) ?? [])
}

function repoOf(instanceId: string, episodes: readonly EpisodeText[]): string | null {
  const known = episodes.find((episode) => episode.instanceId === instanceId)?.repo
  if (known) return known
  const parts = /^([\w.-]+?)__([\w.-]+)-\d+$/.exec(instanceId)
  if (!parts) return null
  const repos = [`${parts[1]}/${parts[2]}`, parts[2] ?? '']
  return repos.find((repo) => episodes.some((episode) => episode.repo === repo)) ?? null
}

/** The moment a query was asked at; null = it may see everything. */
function momentOf({ id, before }: ReplayQuery, episodes: readonly EpisodeText[]): Before | null {
  if (before === undefined || before === null) return null
  if (typeof before === 'number') return { position: before }
  if (isEntryId(before)) return { id: before }
  const first = episodes
    .filter((episode) => episode.instanceId === before)
    .sort((a, b) => a.position - b.position)[0]
  if (first) return { position: first.position }
  const atMs = utcMs(before)
  if (Number.isFinite(atMs) && atMs >= 0) return { id: `m_${encodeTime(atMs, 10)}` }
  throw new UserError('unknown-moment', `Query ${id}: "before" is ${JSON.stringify(before).slice(0, 80)}.`, {
    hint: 'Give a place in the stream (a number from 0), an entry id, the id of an instance in the project, or an ISO time.',
    place: `${id}, before`,
  })
}

/** Milliseconds of an ISO date or time, UTC where it names no zone (`Date.parse` would take the machine's); else NaN. */
function utcMs(text: string): number {
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return Number.NaN
  const isZoneless = /^.{10}[T ][\d:.]+$/.test(text)
  return Date.parse(isZoneless ? `${text.replace(' ', 'T')}Z` : text)
}

function isEntryId(text: string): boolean {
  if (!/^m_[0-9A-HJKMNP-TV-Z]{26}$/.test(text)) return false
  return decodeTime(text.slice(2)) >= 0
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

function pairsOf(runs: readonly StrategyRun[], { seed, ...drawing }: Bootstrap): PairReport[] {
  const pairs = runs.flatMap((a, i) =>
    runs.slice(i + 1).map((b) => ({ a, b, first: i === 0 && b === runs[1] })),
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
