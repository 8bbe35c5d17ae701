import { z } from 'zod'
import { idSchema, idsSchema, signed } from '../curate/fields.ts'
import { COLUMN_FIELDS } from '../memory/experiments/columns.ts'
import { comparisonTermsSchema } from '../memory/experiments/plan-schema.ts'
import { RUN_NAMES } from '../memory/experiments/run.ts'
import { command, query } from '../memory/operation.ts'
import type { Core } from './core.ts'

const mappingSchema = z.strictObject({
  columns: z.partialRecord(z.enum(COLUMN_FIELDS), z.string().max(200).nullable()),
  names: z.partialRecord(z.enum(RUN_NAMES), z.string().max(120).nullable()),
})
const setSchema = z.strictObject({
  setId: z.string().min(1).max(60),
  mappings: z.array(mappingSchema.nullable()).max(1_000).optional(),
})

export const experimentsCommands = {
  previewRuns: query(setSchema, (input, { services: { experiments } }: Core) => experiments.preview(input)),
  addRuns: command(setSchema.extend(signed), (input, { services: { experiments } }: Core) =>
    experiments.add(input),
  ),
  removeRuns: command(
    z.strictObject({ ids: idsSchema, ...signed }),
    (input, { services: { experiments } }: Core) => experiments.remove(input),
  ),
  /** Undo of `removeRuns`. */
  restoreRuns: command(
    z.strictObject({ ids: idsSchema, ...signed }),
    (input, { services: { experiments } }: Core) => experiments.restore(input),
  ),
  /** What is decided of a comparison before its results are there. */
  planComparison: command(
    comparisonTermsSchema.extend(signed),
    ({ by, ...terms }, { services: { experiments } }: Core) => experiments.plan({ terms, by }),
  ),
  /** Undo of `planComparison`, until results come in. */
  withdrawPlan: command(
    z.strictObject({ id: idSchema, ...signed }),
    (input, { services: { experiments } }: Core) => experiments.withdraw(input),
  ),
  /** Undo of `withdrawPlan`. */
  restorePlan: command(
    z.strictObject({ id: idSchema, ...signed }),
    (input, { services: { experiments } }: Core) => experiments.replan(input),
  ),
}
