import { z } from 'zod'

const nameSchema = z.string().trim().min(1).max(120)
const maybeSchema = z
  .string()
  .trim()
  .max(120)
  .nullable()
  .transform((name) => name || null)

/** What a person decides of a comparison before its results are there, as it arrives. */
export const comparisonTermsSchema = z.strictObject({
  arm: nameSchema,
  /** The arm it is held against. */
  base: nameSchema,
  backbone: maybeSchema,
  scaffold: maybeSchema,
  version: maybeSchema,
  /** Share of instances resolved, paired by instance. */
  metric: z.literal('resolved').default('resolved'),
  /** Instances that both sides shall know, and runs of each side. */
  instances: z.number().int().min(2).max(1_000_000),
  runs: z.number().int().min(1).max(1_000),
  alpha: z.number().gt(0).max(0.5),
  /** When the runs end, in words. */
  stopRule: z.string().trim().min(1, 'Say when the runs end.').max(2_000),
})
