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
  arm: nameSchema.meta({ title: 'Arm', description: 'as its runs name it' }),
  /** The arm it is held against. */
  base: nameSchema.default('vanilla').meta({ title: 'Against' }),
  backbone: maybeSchema.meta({ title: 'Model', description: 'empty: not reported' }),
  scaffold: maybeSchema.meta({ title: 'Agent' }),
  version: maybeSchema.meta({ title: 'Version' }),
  /** Share of instances resolved, paired by instance. */
  metric: z.literal('resolved').default('resolved'),
  /** Instances that both sides shall know, and runs of each side. */
  instances: z.number().int().min(2).max(1_000_000).meta({ title: 'Instances' }),
  runs: z.number().int().min(1).max(1_000).default(1).meta({ title: 'Runs of each side' }),
  alpha: z.number().gt(0).max(0.5).default(0.05).meta({ title: 'Alpha' }),
  /** When the runs end, in words. */
  stopRule: z
    .string()
    .trim()
    .min(1, 'Say when the runs end.')
    .max(2_000)
    .meta({ title: 'Stop rule', description: 'when the runs end, whatever they show' }),
})
