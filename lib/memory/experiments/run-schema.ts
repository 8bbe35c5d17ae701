import { z } from 'zod'
import { categorySchema } from '../category-schema.ts'
import { sourceSchema } from '../source.ts'
import type { ExperimentRun, InstanceResult, RunNames } from './run.ts'

const instanceResultSchema: z.ZodType<InstanceResult> = z.object({
  instanceId: z.string().min(1).max(300),
  resolved: z.boolean().nullable(),
  position: z.number().int().min(0).nullable(),
  steps: z.number().min(0).nullable(),
  tokens: z.number().min(0).nullable(),
  costUsd: z.number().min(0).nullable(),
  storeSizes: z.partialRecord(categorySchema, z.number().int().min(0)).nullable(),
})

const nameSchema = z.string().trim().max(120)
const names = {
  arm: nameSchema.min(1),
  backbone: nameSchema.nullable(),
  scaffold: nameSchema.nullable(),
  version: nameSchema.nullable(),
  seed: nameSchema.nullable(),
} satisfies Record<keyof RunNames, z.ZodType>

/** A run as a row holds it. */
export const experimentRunSchema: z.ZodType<ExperimentRun> = z.object({
  ...names,
  id: z.string(),
  source: sourceSchema,
  fileName: z.string(),
  warnings: z.array(z.string()),
  results: z.array(instanceResultSchema),
})
