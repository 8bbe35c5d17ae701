import { z } from 'zod'
import type { categorySchema } from '../entry.ts'
import { INTERVAL_DRAWS, seedFrom } from '../statistics.ts'
import { orderHeadSchema } from './order-head.ts'
import type { Question } from './question.ts'
import { type BatchMetric, COMPARED_METRICS } from './retrieval-terms.ts'

/** Name of a question among judgements: its id and its words, since several questions may ask about one instance. */
export function questionKey({ id, text }: Pick<Question, 'id' | 'text'>): string {
  return `${id} ${seedFrom(text).toString(36)}`
}

/** 20,000 questions of 800 characters. */
const MOST_QUESTION_CHARACTERS = 16_000_000

/** What a batch asks for; the primary pair is declared before anything is looked at. */
export const retrievalOrderSchema = orderHeadSchema.extend({
  questions: z
    .string()
    .min(1)
    .max(MOST_QUESTION_CHARACTERS)
    .meta({ title: 'Questions', description: 'lines, JSON Lines or CSV', lines: true }),
  strategies: z
    .array(z.string().min(1).max(40))
    .min(1)
    .max(12)
    .default(['subtask', 'subtask-predicted', 'global', 'hybrid', 'instance', 'tfidf'])
    .meta({ title: 'Strategies' }),
  primary: z.tuple([z.string(), z.string()]).nullable().default(null).meta({
    title: 'Primary comparison',
    description: 'on MRR, declared now; Holm on the rest',
    of: 'strategies',
  }),
  tune: z
    .boolean()
    .default(false)
    .meta({ title: 'Tune w of hybrid and τ of soft on one half, report on the other' }),
  onlyRead: z
    .boolean()
    .default(false)
    .meta({ title: 'Only questions that a model has read; the others are left out' }),
  seed: z.number().int().min(0).max(0xffff_ffff).default(1).meta({ title: 'Seed' }),
  resamples: z.number().int().min(100).max(20_000).default(INTERVAL_DRAWS).meta({ title: 'Bootstrap draws' }),
})

/** What an order is frozen into, its questions apart. */
export type RetrievalPlan = Omit<
  z.output<typeof retrievalOrderSchema>,
  'questions' | 'project' | 'name' | 'by'
>

/** What one strategy found for one query. */
export type BatchWinner = {
  /** Entries that would be injected, then those ranked after them, at most 10; empty = nothing. */
  entryIds: string[]
  /** Of the first place that has one; null when nothing with an instance was ranked. */
  instanceId: string | null
  /** The strategy's own score of the first place; null when it ranks nothing. */
  score: number | null
  /** Metrics of this query; null without labels. */
  values: Record<BatchMetric, number> | null
  /** Share of what would be injected that is of another category than the query's; null without categories. */
  crossPhase: number | null
  /** Of this ranking, the embedding of the query included. */
  tookMs: number
}

export type BatchRow = {
  query: Question
  /** By strategy. */
  winners: Record<string, BatchWinner>
}

/** How one strategy did over labelled queries. */
export type MetricsRow = Record<BatchMetric, number | null> & {
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
  ci: Record<BatchMetric, [low: number, high: number] | null>
}

/** Two strategies over the same labelled queries. */
export type PairRow = {
  a: string
  b: string
  metric: (typeof COMPARED_METRICS)[number]
  /** Mean of a − b over the same queries, with its 95 % paired bootstrap interval, unadjusted. */
  difference: number
  low: number
  high: number
  /** Queries that a does better on than b, and worse; the rest are level. */
  aheadCount: number
  behindCount: number
  /** The one comparison declared before looking: the named pair, else the first two strategies, on MRR. */
  primary: boolean
  p: number
  /** Holm over all comparisons but the primary one, which stands alone (null), or by kind of question over the kinds. */
  pHolm: number | null
}

/** A parameter that was chosen on the half that nothing is reported on. */
export type TunedRow = {
  strategy: string
  parameter: string
  chosen: number
  usual: number
  /** MRR on the tuning half for each value tried. */
  tried: { value: number; mrr: number }[]
  tuneN: number
}

/** What was asked: what an agent is about to do, its category named, or a whole task. */
export type QuestionKind = 'stage' | 'task'

/** The same figures over the questions of one kind. */
export type KindReport = {
  kind: QuestionKind
  labelledCount: number
  metrics: MetricsRow[]
  paired: PairRow[]
}

export type BatchReport = {
  strategies: string[]
  primary: [string, string] | null
  queryCount: number
  /** Queries for which not all strategies have the same winner. */
  disputedCount: number
  /** Share of queries for which two strategies have the same winner; both having none counts as the same. */
  agreement: { a: string; b: string; share: number; n: number }[]
  /** Null without a labelled query. */
  metrics: MetricsRow[] | null
  paired: PairRow[]
  /** Labelled queries with something relevant that the metrics are over. */
  labelledCount: number
  tuned: TunedRow[]
  /** True when metrics are over one half only. */
  isHalf: boolean
  /** By kind of question, where there are both with labels: pooled figures hide reversals. Absent in a batch of an earlier Loupe. */
  kinds?: KindReport[]
}

/** Which questions of a batch are looked at: all, or those a figure is made of. */
export const shownSchema = z.strictObject({
  show: z.enum(['all', 'disputed', 'differ', 'miss', 'ahead']).default('all'),
  /** Strategies that `differ`, `miss` and `ahead` speak of; `ahead` = a does better than b on `metric`. */
  a: z.string().max(40).nullable().default(null),
  b: z.string().max(40).nullable().default(null),
  metric: z.enum(COMPARED_METRICS).default('mrr'),
  /** Questions of one kind only; null = of both. */
  kind: z.enum(['stage', 'task']).nullable().default(null),
})
export type Shown = z.infer<typeof shownSchema>

/** Some questions of a batch, as one page of its table. */
export type BatchRows = {
  rows: BatchRow[]
  shown: Shown
  offset: number
  /** Rows of a whole page. */
  limit: number
  matchCount: number
  /** What was found, in words, by entry id; an entry that is gone is missing. */
  objectives: Record<string, { objective: string; category: z.infer<typeof categorySchema> }>
}

/** Metrics against what persons judged blind. */
export type JudgedReport = {
  judges: string[]
  pairCount: number
  /** Pairs of the pool that nobody has judged; their questions are left out. */
  unjudgedCount: number
  /** Quadratic weighted kappa of the first two judges over the pairs both judged; null below two such pairs. */
  kappa: { value: number | null; n: number; a: string; b: string } | null
  rows: {
    strategy: string
    /** Questions whose whole pool is judged. */
    n: number
    hitAt1: number | null
    mrr: number | null
    ndcgAt5: number | null
    /** Mean grade of the winner, 0..3; null when none was judged. */
    gradeAt1: number | null
    ci: { ndcgAt5: [number, number] | null }
  }[]
}
