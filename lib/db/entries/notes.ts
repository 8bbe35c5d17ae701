import { UserError } from '../../memory/errors.ts'
import type { NoteView } from '../../memory/views/entries.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'

export async function listNotes(store: Store, entryId: string): Promise<NoteView[]> {
  const rows = await tables(store).note.findMany({ where: { entryId }, orderBy: { id: 'asc' } })
  return rows.map(({ id, by, text, createdAt }) => ({ id, by, text, createdAt: createdAt.toISOString() }))
}

/**
 * Adds a note; not a revision, since it is never injected. The same words by the same person are one note, however often
 * they are sent. Throws UserError `no-such-entry`.
 */
export async function addNote(
  store: Store,
  { entryId, text, by }: { entryId: string; text: string; by: string },
): Promise<NoteView> {
  return await store.record(async (tx) => {
    if ((await tables(tx).entry.count({ where: { id: entryId } })) === 0)
      throw new UserError('no-such-entry', `There is no entry ${entryId}.`, {
        hint: 'It may have been purged; copy your note before you reload.',
        status: 404,
      })
    const same = await tables(tx).note.findFirst({ where: { entryId, by, text } })
    if (same) return { id: same.id, by, text, createdAt: same.createdAt.toISOString() }
    const row = { id: store.nextId('n'), entryId, by, text, createdAt: store.now() }
    await tables(tx).note.create({ data: row })
    return { id: row.id, by, text, createdAt: row.createdAt.toISOString() }
  })
}

/** Removes a note for good; nothing happens when it is gone already. */
export async function deleteNote(store: Store, id: string): Promise<void> {
  await store.record((tx) => tables(tx).note.deleteMany({ where: { id } }))
}
