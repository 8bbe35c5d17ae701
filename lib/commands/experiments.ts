import { z } from 'zod'
import { idSchema, idsSchema, signed } from '../curate/fields.ts'
import { command } from '../memory/command.ts'
import { COLUMN_FIELDS } from '../memory/experiments/columns.ts'
import { comparisonTermsSchema } from '../memory/experiments/plan-schema.ts'
import { RUN_NAMES } from '../memory/experiments/run.ts'
import type { Services } from '../services/services.ts'

type Asks = Pick<Services, 'experiments'>

const mappingSchema = z.strictObject({
  columns: z.partialRecord(z.enum(COLUMN_FIELDS), z.string().max(200).nullable()),
  names: z.partialRecord(z.enum(RUN_NAMES), z.string().max(120).nullable()),
})
const setSchema = z.strictObject({
  setId: z.string().min(1).max(60),
  mappings: z.array(mappingSchema.nullable()).max(1_000).optional(),
})

export const experimentsCommands = {
  previewRuns: command(setSchema, (input, { experiments }: Asks) => experiments.preview(input)),
  addRuns: command(setSchema.extend(signed), (input, { experiments }: Asks) => experiments.add(input)),
  removeRuns: command(z.strictObject({ ids: idsSchema, ...signed }), (input, { experiments }: Asks) =>
    experiments.remove(input),
  ),
  /** Undo of `removeRuns`. */
  restoreRuns: command(z.strictObject({ ids: idsSchema, ...signed }), (input, { experiments }: Asks) =>
    experiments.restore(input),
  ),
  /** What is decided of a comparison before its results are there. */
  planComparison: command(comparisonTermsSchema.extend(signed), ({ by, ...terms }, { experiments }: Asks) =>
    experiments.plan({ terms, by }),
  ),
  /** Undo of `planComparison`, until results come in. */
  withdrawPlan: command(z.strictObject({ id: idSchema, ...signed }), (input, { experiments }: Asks) =>
    experiments.withdraw(input),
  ),
  /** Undo of `withdrawPlan`. */
  restorePlan: command(z.strictObject({ id: idSchema, ...signed }), (input, { experiments }: Asks) =>
    experiments.replan(input),
  ),
}
