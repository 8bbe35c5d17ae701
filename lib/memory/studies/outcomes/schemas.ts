import { z } from 'zod'
import { categorySchema } from '../../entry.ts'
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

const maybeSchema = nameSchema.nullable().transform((name) => name || null)

/** What a person decides of a comparison before its results are there, as it arrives. */
export const comparisonTermsSchema = z.strictObject({
  arm: nameSchema.min(1).meta({ title: 'Arm', description: 'as its runs name it' }),
  /** The arm it is held against. */
  base: nameSchema.min(1).default('vanilla').meta({ title: 'Against' }),
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
