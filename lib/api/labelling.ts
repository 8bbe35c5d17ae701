import { z } from 'zod'
import { idSchema } from '../curate/fields.ts'
import { listToLabel } from '../db/episodes/labelling.ts'
import { query } from '../memory/operation.ts'
import type { Core } from './core.ts'

export const labellingCommands = {
  /** What a person has still to label of a project, the next ones whole. */
  nextToLabel: query(
    z.strictObject({
      projectId: idSchema,
      by: z.string().trim().min(1).max(80),
      limit: z.number().int().min(1).max(20).default(8),
    }),
    (input, { store }: Core) => listToLabel(store, input),
  ),
}
