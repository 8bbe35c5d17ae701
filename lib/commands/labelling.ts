import { z } from 'zod'
import { idSchema } from '../curate/fields.ts'
import { command } from '../memory/command.ts'
import type { Services } from '../services/services.ts'

export const labellingCommands = {
  /** What a person has still to label of a project, the next ones whole. */
  nextToLabel: command(
    z.strictObject({
      projectId: idSchema,
      by: z.string().trim().min(1).max(80),
      limit: z.number().int().min(1).max(20).default(8),
    }),
    (input, { audit }: Pick<Services, 'audit'>) => audit.toLabel(input),
  ),
}
