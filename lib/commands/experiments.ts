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

export const previewRuns = command({
  name: 'previewRuns',
  input: setSchema,
  run: async (input, { experiments }: Asks) => await experiments.preview(input),
})

export const addRuns = command({
  name: 'addRuns',
  input: setSchema.extend(signed),
  run: async ({ by = 'person', ...input }, { experiments }: Asks) => await experiments.add({ ...input, by }),
})

export const removeRuns = command({
  name: 'removeRuns',
  input: z.strictObject({ ids: idsSchema, ...signed }),
  run: async ({ by = 'person', ids }, { experiments }: Asks) => await experiments.remove({ ids, by }),
})

/** Undo of `removeRuns`. */
export const restoreRuns = command({
  name: 'restoreRuns',
  input: z.strictObject({ ids: idsSchema, ...signed }),
  run: async ({ by = 'person', ids }, { experiments }: Asks) => await experiments.restore({ ids, by }),
})

/** What is decided of a comparison before its results are there. */
export const planComparison = command({
  name: 'planComparison',
  input: comparisonTermsSchema.extend(signed),
  run: async ({ by = 'person', ...terms }, { experiments }: Asks) => await experiments.plan({ terms, by }),
})

/** Undo of `planComparison`, until results come in. */
export const withdrawPlan = command({
  name: 'withdrawPlan',
  input: z.strictObject({ id: idSchema, ...signed }),
  run: async ({ by = 'person', id }, { experiments }: Asks) => await experiments.withdraw({ id, by }),
})

/** Undo of `withdrawPlan`. */
export const restorePlan = command({
  name: 'restorePlan',
  input: z.strictObject({ id: idSchema, ...signed }),
  run: async ({ by = 'person', id }, { experiments }: Asks) => await experiments.replan({ id, by }),
})
