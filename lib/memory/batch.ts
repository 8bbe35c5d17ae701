import { categorySchema } from './category.ts'
import { seedFrom } from './statistics.ts'
import { z } from './zod.ts'

/** One query of a batch: with labels (`relevant`, `grades` by instance) or without. */
export const batchQuerySchema = z.object({
  id: z.string().min(1).max(200),
  text: z.string().trim().min(1).max(20_000),
  category: categorySchema.optional(),
  before: z.union([z.number().int().min(0), z.string().min(1).max(200)]).nullish(),
  relevant: z.array(z.string()).default([]),
  grades: z.record(z.string(), z.number().min(0).max(4)).optional(),
})
export type BatchQuery = z.infer<typeof batchQuerySchema>

/** Name of a question among judgements: its id and its words, since several questions may ask about one instance. */
export function questionKey({ id, text }: Pick<BatchQuery, 'id' | 'text'>): string {
  return `${id} ${seedFrom(text).toString(36)}`
}

/** What a batch asks for; the primary pair is declared before anything is looked at. */
export const batchRequestSchema = z.object({
  project: z.string().min(1).max(200),
  name: z.string().trim().min(1).max(120),
  by: z.string().trim().min(1).max(60).default('person'),
  queries: z.array(batchQuerySchema).min(1).max(2_000),
  strategies: z.array(z.string().min(1).max(40)).min(1).max(12),
  primary: z.tuple([z.string(), z.string()]).nullable().default(null),
  /** Choose w of `hybrid` and τ of `soft` on one half of the labelled queries, report every metric on the other. */
  tune: z.boolean().default(false),
  seed: z.number().int().min(0).max(0xffff_ffff).default(1),
  resamples: z.number().int().min(100).max(20_000).default(2_000),
})
export type BatchRequest = z.infer<typeof batchRequestSchema>

export const BATCH_METRICS = ['hitAt1', 'hitAt3', 'hitAt5', 'hitAt10', 'mrr', 'ndcgAt10'] as const
export type BatchMetric = (typeof BATCH_METRICS)[number]

/** What one strategy found for one query. */
export type BatchWinner = {
  /** Entries that would be injected, then those ranked after them, at most 10; empty = nothing. */
  entryIds: string[]
  instanceId: string | null
  score: number | null
  /** Metrics of this query; null without labels. */
  values: Partial<Record<BatchMetric, number>> | null
}

export type BatchRow = {
  query: BatchQuery
  /** By strategy. */
  winners: Record<string, BatchWinner>
}

export type MetricsRow = Record<BatchMetric, number | null> & {
  strategy: string
  n: number
  crossPhaseRate: number | null
  coverage: number | null
  p50Ms: number | null
  ci: Record<BatchMetric, [low: number, high: number] | null>
}

export type PairRow = {
  a: string
  b: string
  metric: string
  difference: number
  low: number
  high: number
  primary: boolean
  p: number
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

export type BatchReport = {
  strategies: string[]
  primary: [string, string] | null
  rows: BatchRow[]
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
}

/** A kept batch with what it found. */
export type BatchRunView = {
  id: string
  name: string
  by: string
  createdAt: string
  storeRevision: number
  embedder: string
  request: Omit<BatchRequest, 'queries'>
  report: BatchReport
  /** What was found, in words, by entry id; an entry that is gone is missing. */
  objectives: Record<string, { objective: string; category: z.infer<typeof categorySchema> }>
  judged: JudgedReport | null
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
