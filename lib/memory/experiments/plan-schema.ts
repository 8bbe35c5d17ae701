import { z } from 'zod'
import type { ComparisonTerms } from './plan.ts'

const nameSchema = z.string().trim().min(1).max(120)
const maybeSchema = z
  .string()
  .trim()
  .max(120)
  .nullable()
  .transform((name) => name || null)

/** What a person decides of a comparison, as it arrives. */
export const comparisonTermsSchema = z.strictObject({
  arm: nameSchema,
  base: nameSchema,
  backbone: maybeSchema,
  scaffold: maybeSchema,
  version: maybeSchema,
  metric: z.literal('resolved').default('resolved'),
  instances: z.number().int().min(2).max(1_000_000),
  runs: z.number().int().min(1).max(1_000),
  alpha: z.number().gt(0).max(0.5),
  stopRule: z.string().trim().min(1, 'Say when the runs end.').max(2_000),
}) satisfies z.ZodType<ComparisonTerms, unknown>
