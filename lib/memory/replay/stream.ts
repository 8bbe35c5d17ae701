import { z } from 'zod'
import type { Category } from '../category.ts'
import { categorySchema } from '../category-schema.ts'
import { sourceSchema } from '../source.ts'

/** Ways to retrieve that a stream can be replayed with: what they look at is there before the first question. */
export const STREAM_STRATEGIES = [
  'subtask',
  'subtask-predicted',
  'global',
  'soft',
  'instance',
  'random',
] as const
export type StreamStrategy = (typeof STREAM_STRATEGIES)[number]

/** Those whose score is a cosine of descriptions, so that it can be held against unrelated pairs. */
export const COSINE_STRATEGIES: readonly StreamStrategy[] = ['subtask', 'subtask-predicted', 'global']

const namedOnce = (names: readonly unknown[]) => new Set(names).size === names.length
export const streamOrderSchema = z.strictObject({
  project: z.string().min(1).max(200),
  /** Orders of the stream: 0 = as it is stored, any other number a shuffle. */
  seeds: z
    .array(z.number().int().min(0).max(1_000_000))
    .min(1)
    .max(8)
    .refine(namedOnce, 'A seed is named twice.'),
  strategies: z
    .array(z.enum(STREAM_STRATEGIES))
    .min(1)
    .max(4)
    .refine(namedOnce, 'A strategy is named twice.'),
})
export type StreamOrder = z.output<typeof streamOrderSchema>

/** Frozen when the replay was ordered. */
export const streamPlanSchema = streamOrderSchema.extend({
  projectId: z.string(),
  embedder: z.string(),
  episodes: z.number().int(),
  questions: z.number().int(),
  /** Where relevance comes from; null = nobody says what is relevant. */
  labels: z.object({ source: sourceSchema, what: z.string() }).nullable(),
})
export type StreamPlan = z.output<typeof streamPlanSchema>

/** What was asked at a place of the stream, and what could have been found. */
export const askedSchema = z.object({
  subtaskId: z.string(),
  /** Place of its episode in this order, from 0. */
  position: z.number().int(),
  category: categorySchema,
  /** Entries of the category that were there, those of the own instance left out: the density. */
  pool: z.number().int(),
  /** Entries of all categories that were there. */
  eligible: z.number().int(),
  /** Whether an entry of a relevant instance was there; null without a label. */
  isReachable: z.boolean().nullable(),
})
export type Asked = z.output<typeof askedSchema>

/** The winner: an entry's id, an episode's for `instance`, null where nothing was found; its score; whether it is relevant, null without a label. */
export const givenSchema = z.object({
  id: z.string().nullable(),
  score: z.number().nullable(),
  isRelevant: z.boolean().nullable(),
})
export type Given = z.output<typeof givenSchema>

/** One order of the stream, replayed with every strategy of the plan. */
export const seedReplaySchema = z.object({
  seed: z.number().int(),
  storeRevision: z.number().int(),
  /** Score above which 99.9 % of unrelated pairs do not come; null where they are too few. */
  floor: z.number().nullable(),
  /** Episodes in this order. */
  episodes: z.array(z.object({ episodeId: z.string(), instanceId: z.string() })),
  asked: z.array(askedSchema),
  /** By strategy, in the order of `asked`. */
  given: z.record(z.string(), z.array(givenSchema)),
  tookMs: z.number(),
})
export type SeedReplay = z.output<typeof seedReplaySchema>

/** How far a replay is. */
export interface StreamProgress {
  /** Questions asked of one strategy, over all seeds and strategies. */
  done: number
  total: number
  remainingMs: number | null
}

export interface StreamShare {
  n: number
  share: number | null
  /** Bootstrap over instances, 95 %; null below two of them. */
  low: number | null
  high: number | null
  /** One a seed, in the order of the plan. */
  bySeed: (number | null)[]
}

/** Questions that met a pool of this size. */
export interface DensityBin {
  from: number
  /** Inclusive. */
  to: number
  /** Questions over all seeds. */
  n: number
  /** Share of labelled questions for which a relevant instance was there. */
  reachable: number | null
  /** Share of questions whose best of that many unrelated entries would fit by chance; null without a floor. */
  byChance: number | null
  relevant: Record<string, StreamShare>
  /** For strategies that score by cosine of descriptions. */
  fits: Record<string, StreamShare>
}

/** A place of the stream in one order: what was asked there and how many of the answers were of use. */
export interface StreamPlace {
  episodeId: string
  instanceId: string
  asked: number
  byCategory: Record<Category, number>
  /** Eligible entries, all categories. */
  eligible: number
  /** By strategy: relevant winners, of those labelled. */
  relevant: Record<string, number>
  labelled: number
  fits: Record<string, number>
}

export interface StreamReport {
  bins: DensityBin[]
  /** Over everything asked. */
  all: DensityBin
  labelled: number
  /** Instances asked about, the units of the intervals. */
  instances: number
  seeds: { seed: number; tookMs: number; floor: number | null; places: StreamPlace[] }[]
}

/** A replay as far as it is. */
export interface StreamView {
  id: string
  state: string
  createdAt: string
  plan: StreamPlan
  progress: StreamProgress | null
  reason: string | null
  /** Null until an order is done. */
  report: StreamReport | null
}

export type StreamHead = Pick<StreamView, 'id' | 'state' | 'createdAt' | 'plan'>

/** One question at one place, with what each strategy gave. */
export interface MomentQuestion extends Asked {
  text: string
  given: Record<string, Given & { words: string | null; instanceId: string | null; doesFit: boolean | null }>
}

/** One place of the stream in one order. */
export interface StreamMoment {
  seed: number
  position: number
  episodeId: string
  instanceId: string
  questions: MomentQuestion[]
}
