import { z } from 'zod'
import { deleteNote as dropNote, addNote as storeNote } from '../db/entries/notes.ts'
import { labelSubtask as storeLabel } from '../db/episodes/subtask-labels.ts'
import { stageSchema } from '../memory/entry.ts'
import { command } from '../memory/operation.ts'
import { type Curates, idSchema, signed } from './curation.ts'

export const addNote = command(
  z.strictObject({ entryId: idSchema, text: z.string().trim().min(1).max(5_000), ...signed }),
  async (input, { curation }: Curates) => {
    const { store, by, requireClean } = curation.as(input.by)
    requireClean(input.text, 'note')
    return await storeNote(store, { ...input, by })
  },
)

export const deleteNote = command(
  z.strictObject({ id: idSchema }),
  async ({ id }, { curation }: Curates): Promise<null> => {
    await dropNote(curation.as().store, id)
    return null
  },
)

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
