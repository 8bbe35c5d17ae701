import { z } from 'zod'
import { deleteNote as dropNote, addNote as storeNote } from '../db/entries/notes.ts'
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
