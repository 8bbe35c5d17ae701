import { z } from 'zod'
import { categorySchema } from '../entry.ts'
import type { Source } from '../source.ts'
import { orderHeadSchema } from './order-head.ts'
import { STREAM_STRATEGIES, STREAM_STRATEGY_WORDS } from './stream-strategies.ts'

const namedOnce = (names: readonly unknown[]) => new Set(names).size === names.length
export const streamOrderSchema = orderHeadSchema.extend({
  strategies: z
    .array(z.enum(STREAM_STRATEGIES))
    .min(1)
    .max(4)
    .refine(namedOnce, 'A strategy is named twice.')
    .default(['subtask', 'global', 'instance', 'random'])
    .meta({ title: 'Strategies', words: STREAM_STRATEGY_WORDS }),
  seeds: z
    .array(z.number().int().min(0).max(1_000_000))
    .min(1)
    .max(8)
    .refine(namedOnce, 'A seed is named twice.')
    .default([0, 1, 2])
    .meta({ title: 'Orders', description: '0 = as stored; any other number a shuffle of its own' }),
})

/** What an order is frozen into. */
export type StreamPlan = Pick<z.output<typeof streamOrderSchema>, 'seeds' | 'strategies'> & {
  episodes: number
  questions: number
  /** Where relevance comes from; null = nobody says what is relevant. */
  labels: { source: Source; what: string } | null
}

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
const givenSchema = z.object({
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
