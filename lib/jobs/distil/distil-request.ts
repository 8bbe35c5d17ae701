import { z } from 'zod'
import { capsSchema } from '../../memory/distil/distil.ts'
import { ANSWER_WAYS } from '../../memory/distil/distil-words.ts'

/** Kind of the jobs in which a model goes over stages, or over whole runs. */
export const DISTIL = 'distil'

/** What a job of this kind was ordered with. */
export const distilRequestSchema = z.object({
  with: z.enum(ANSWER_WAYS),
  /** Those that somebody named; see `capsInForce` for the others. */
  caps: capsSchema.partial().default({}),
  /** What one call will cost, US dollars, where the price is known; null = unknown. */
  expectedUsd: z.number().nullable().default(null),
})
export type DistilRequest = z.infer<typeof distilRequestSchema>
