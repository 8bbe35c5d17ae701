import { z } from 'zod'
import { labelSubtask as storeLabel } from '../db/episodes/subtask-labels.ts'
import { stageSchema } from '../memory/entry.ts'
import { command } from '../memory/operation.ts'
import { type Curates, idSchema, signed } from './curation.ts'

/** What a person says a subtask is; null takes this person's own word back. */
export const labelSubtask = command(
  z.strictObject({
    subtaskId: idSchema,
    category: stageSchema.nullable(),
    blind: z.boolean().default(false),
    ...signed,
  }),
  async (input, { curation }: Curates): Promise<null> => {
    const { store, by } = curation.as(input.by)
    await storeLabel(store, { ...input, by })
    return null
  },
)
