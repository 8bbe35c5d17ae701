import { z } from 'zod'
import { categorySchema } from '../category-schema.ts'
import { sourceSchema } from '../source.ts'
import { STREAM_STRATEGIES } from './stream-strategies.ts'

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
