import { z } from 'zod'
import { categorySchema } from '../category-schema.ts'
import { sourceSchema } from '../source.ts'

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
export type InstanceResult = z.infer<typeof instanceResultSchema>

/** What makes two runs comparable or not, as the person who brought them in says. */
export const RUN_NAMES = ['arm', 'backbone', 'scaffold', 'version', 'seed'] as const
export type RunName = (typeof RUN_NAMES)[number]

const nameSchema = z.string().trim().max(120)
export const runNamesSchema = z.object({
  /** Condition: `vanilla` for no memory, `instance`, `subtask`, … */
  arm: nameSchema.min(1),
  /** The model; null when nobody said. */
  backbone: nameSchema.nullable(),
  scaffold: nameSchema.nullable(),
  version: nameSchema.nullable(),
  seed: nameSchema.nullable(),
})
export type RunNames = z.infer<typeof runNamesSchema>

/** One pass of an arm over a set of instances. */
export const experimentRunSchema = runNamesSchema.extend({
  id: z.string(),
  source: sourceSchema,
  fileName: z.string(),
  warnings: z.array(z.string()),
  results: z.array(instanceResultSchema),
})
export type ExperimentRun = z.infer<typeof experimentRunSchema>

/** The arm that has no memory: the twin of every other. */
export const VANILLA = 'vanilla'

/** Runs that differ in nothing but arm and seed stand in one setting; only there a difference speaks of memory. */
export function settingOf({ backbone, scaffold, version }: RunNames): string {
  return JSON.stringify([backbone, scaffold, version])
}

/** `GPT-5 · mini 1.7.0`, with what is unknown left out. */
export function settingWords({ backbone, scaffold, version }: RunNames): string {
  const words = [backbone, [scaffold, version].filter(Boolean).join(' ')].filter((word) => word)
  return words.length === 0 ? 'setting not reported' : words.join(' · ')
}

/** A run in words, for a list: arm, setting and seed. */
export function runWords(run: RunNames): string {
  return [run.arm, settingWords(run), ...(run.seed === null ? [] : [`seed ${run.seed}`])].join(' · ')
}

/** Outcomes of a run, the unknown ones left out. */
export function knownOutcomes({ results }: Pick<ExperimentRun, 'results'>): Map<string, boolean> {
  return new Map(
    results.flatMap(({ instanceId, resolved }) => (resolved === null ? [] : [[instanceId, resolved]])),
  )
}

/** Share resolved of the known, 0..1; null when nothing is known. */
export function resolvedShare(run: Pick<ExperimentRun, 'results'>): number | null {
  const known = [...knownOutcomes(run).values()]
  return known.length === 0 ? null : known.filter(Boolean).length / known.length
}
