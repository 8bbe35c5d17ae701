import { z } from 'zod'
import { categorySchema } from '../../category-schema.ts'
import { sourceSchema } from '../../source.ts'

/** What one run says of one instance. Null is unknown, never failed and never 0. */
export const instanceResultSchema = z.object({
  instanceId: z.string().min(1).max(300),
  resolved: z.boolean().nullable(),
  /** Place in the stream, from 0. */
  position: z.number().int().min(0).nullable(),
  steps: z.number().min(0).nullable(),
  tokens: z.number().min(0).nullable(),
  costUsd: z.number().min(0).nullable(),
  /** Entries in the store when the instance began, by category. */
  storeSizes: z.partialRecord(categorySchema, z.number().int().min(0)).nullable(),
})

const nameSchema = z.string().trim().max(120)
/** What makes two runs comparable or not, as the person who brought them in says. */
export const runNamesSchema = z.object({
  /** Condition: `vanilla` for no memory, `instance`, `subtask`, … */
  arm: nameSchema.min(1),
  /** The model; null when nobody said. */
  backbone: nameSchema.nullable(),
  scaffold: nameSchema.nullable(),
  version: nameSchema.nullable(),
  seed: nameSchema.nullable(),
})

/** One pass of an arm over a set of instances, as a row holds it. */
export const experimentRunSchema = runNamesSchema.extend({
  id: z.string(),
  source: sourceSchema,
  fileName: z.string(),
  warnings: z.array(z.string()),
  results: z.array(instanceResultSchema),
})
