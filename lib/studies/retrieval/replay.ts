import { z } from 'zod'
import type { LessonPair, LessonRow } from '../../memory/studies/category-filter.ts'
import type { BatchWinner, MetricsRow, PairRow } from '../../memory/studies/retrieval.ts'
import { BATCH_METRICS, type BatchMetric } from '../../memory/studies/retrieval-terms.ts'
import type { Corpus, Strategy } from '../../retrieval/strategies/strategy.ts'
import { withHolm } from '../compare.ts'
import { prepareAsk } from './ask.ts'
import { comparisonsOf, metricsOf, type StrategyRun } from './figures.ts'
import { gradeFirstLessons, type LessonGrade, type LessonName, lessonGradeSchema } from './lesson-grades.ts'
import { momentOf } from './query-moment.ts'
import { isLabelled, type ReplayQuery, replayQuerySchema } from './replay-query.ts'

/** What is taken for one replay. */
export const replayRequestSchema = z.strictObject({
  project: z.string().min(1).max(200),
  queries: z.array(replayQuerySchema).min(1).max(20_000),
  /** Names, or `name;embedder=ID` for the same entries embedded anew with another embedder. */
  strategies: z.array(z.string().min(1).max(240)).min(1).max(20),
  seed: z.number().int().min(0).max(0xffff_ffff).default(1),
  /** Bootstrap draws. */
  resamples: z.number().int().min(100).max(100_000).default(10_000),
  /** The declared primary pair; null = the first two strategies. */
  primary: z.tuple([z.string(), z.string()]).nullable().default(null),
  /** Graded lessons, by question id. */
  grades: z.array(lessonGradeSchema).max(100_000).default([]),
  /** Only the questions that a language model has read; the others are left out. */
  onlyRead: z.boolean().default(false),
})
export type ReplayRequest = z.infer<typeof replayRequestSchema>

export interface ReplayReport {
  strategies: MetricsRow[]
  paired: PairRow[]
  /** Lines read. */
  queries: number
  /** Lines with nothing relevant: run and counted in coverage, left out of every other metric. */
  oneOffs: number
  seed: number
  resamples: number
  /** First lessons held against graded ones; null when none were given. */
  lessons: { rows: LessonRow[]; paired: LessonPair[] } | null
}

export interface ReplayOptions {
  projectIds: readonly string[]
  seed?: number
  resamples?: number
  /** The declared pair; null = the first two strategies. */
  primary?: readonly [string, string] | null
  /** Metrics whose intervals are drawn; all when absent. */
  drawn?: readonly BatchMetric[] | undefined
  /** Graded lessons, and what names the entries of these ids as grades do. */
  grades?: { given: readonly LessonGrade[]; namesOf: NamesOf } | null
  /** Milliseconds of a clock that only moves forward. */
  now: () => number
}

/** What names entries as grades do, by id. */
export type NamesOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, LessonName>>

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
  const counts = { queries: queries.length, oneOffs: oneOffCount(queries) }
  return {
    ...reportRuns(queries, runs, options),
    ...counts,
    lessons: await gradeRuns(queries, runs, options),
  }
}

/** Ways that rank whole runs inject what is kept of the run; the others their first entry. */
async function gradeRuns(
  queries: readonly ReplayQuery[],
  runs: readonly FullRun[],
  { grades, seed = 1, resamples = 10_000 }: ReplayOptions,
): Promise<ReplayReport['lessons']> {
  if (!grades || grades.given.length === 0) return null
  const firsts = runs.flatMap(({ outcomes }) => outcomes.flatMap(({ entryIds }) => entryIds.slice(0, 1)))
  const names = await grades.namesOf([...new Set(firsts)])
  const named = runs.map(({ strategy, ranksRuns, outcomes }) => ({
    strategy,
    lessons: outcomes.map(({ entryIds: [first], instanceId }): LessonName | null => {
      if (ranksRuns) return instanceId === null ? null : { extractor: WHOLE_RUN, instanceId }
      return names.get(first ?? '') ?? null
    }),
  }))
  const ids = queries.map(({ id }) => id)
  return gradeFirstLessons(ids, named, grades.given, { seed, resamples })
}

/** Who wrote what is kept of whole runs, as grades name it. */
const WHOLE_RUN = 'instance@1'

type FullRun = { strategy: string; ranksRuns: boolean; outcomes: BatchWinner[] }

/** Every query through every strategy, in the order given. */
async function runQueries(
  queries: readonly ReplayQuery[],
  strategies: readonly Strategy[],
  corpus: Corpus,
  options: ReplayOptions,
): Promise<FullRun[]> {
  for (const query of queries) momentOf(query, corpus.episodes) // at fault before any work is done
  const runs: FullRun[] = []
  for (const strategy of strategies) {
    const ask = await prepareAsk(strategy, corpus, options)
    const outcomes: BatchWinner[] = []
    for (const query of queries) outcomes.push(await ask(query))
    runs.push({ strategy: strategy.name, ranksRuns: strategy.unit === 'episode', outcomes })
  }
  return runs
}

/** Metrics and paired differences of runs over the same queries. */
function reportRuns(
  queries: readonly ReplayQuery[],
  runs: readonly StrategyRun[],
  options: Pick<ReplayOptions, 'seed' | 'resamples' | 'primary' | 'drawn'>,
): Pick<ReplayReport, 'strategies' | 'paired' | 'seed' | 'resamples'> {
  const { seed = 1, resamples = 10_000, primary = null, drawn = BATCH_METRICS } = options
  const clusters = queries.filter(isLabelled).map(({ id }) => id)
  const bootstrap = { seed, resamples, clusters, drawn }
  const [first, second] = runs
  const declared = primary ?? (first && second ? ([first.strategy, second.strategy] as const) : null)
  const paired = runs.flatMap((a, i) =>
    runs.slice(i + 1).flatMap((b) => comparisonsOf(a, b, bootstrap, declared)),
  )
  return {
    strategies: runs.map((run) => metricsOf(run, bootstrap)),
    paired: withHolm(paired),
    seed,
    resamples,
  }
}

/** Queries with nothing relevant. */
function oneOffCount(queries: readonly ReplayQuery[]): number {
  return queries.filter((query) => !isLabelled(query)).length
}
