import { z } from 'zod'
import { replaceEntries } from '../db/entries/entry-writes.ts'
import { extractedBySubtask, ofPersons } from '../db/entries/extracted.ts'
import { getProject } from '../db/projects.ts'
import { findServing, putServing } from '../db/serving.ts'
import { isExtracted, type MemoryEntry } from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import type { ChangeReceipt } from '../memory/views/curation.ts'
import type { CurateDeps } from './change-entries.ts'

export const serveExtractorSchema = z.strictObject({
  project: z.string().min(1).max(80),
  /** Name of an extractor, e.g. `model-v1`. */
  extractor: z.string().min(1).max(80),
})

/**
 * Puts one extractor's entries in service and the others' beside them, in one transaction and one revision; undo turns both back.
 * Where a person wrote, edited or accepted an entry of a subtask, that subtask stays as it is. Throws UserError `no-such-project`,
 * `already-serving`, `nothing-to-serve`.
 */
export async function serveExtractor(
  { project: name, extractor: wanted }: z.infer<typeof serveExtractorSchema>,
  { store, by }: Pick<CurateDeps, 'store' | 'by'>,
): Promise<ChangeReceipt> {
  const { id: projectId } = await getProject(store, name)
  const note = { by, verb: 'serve', reason: `${wanted} in service`, projectId }
  return await store.write(note, async (tx, revise) => {
    const before = await findServing(tx, projectId)
    if (before === wanted)
      throw new UserError('already-serving', `${wanted} is in service in ${name} already.`, {
        hint: 'Nothing was changed.',
        status: 409,
      })
    const bySubtask = await extractedBySubtask(tx, projectId)
    const all = [...bySubtask.values()].flat()
    if (!all.some((entry) => entry.extractor === wanted && isExtracted(entry)))
      throw new UserError('nothing-to-serve', `${name} has no entry made by ${wanted}.`, {
        hint: 'Let it go over the subtasks first: npm run distil, or the page Distil.',
        status: 409,
      })
    const persons = await ofPersons(tx, all)
    const updatedAt = store.now().toISOString()
    const changes = [...bySubtask.values()].flatMap((entries) => turned(entries, wanted, persons, updatedAt))
    const revision = await revise()
    await replaceEntries(tx, revision, changes)
    await putServing(tx, { projectId, revision, before, after: wanted })
    return { revision, entryCount: changes.length, entryIds: changes.map(({ after }) => after.id) }
  })
}

/** What becomes of the entries of one subtask. */
function turned(
  entries: readonly MemoryEntry[],
  wanted: string,
  persons: ReadonlySet<string>,
  updatedAt: string,
): { before: MemoryEntry; after: MemoryEntry }[] {
  const isSettled = entries.some(
    ({ id, beside, lifecycle }) => persons.has(id) && !beside && lifecycle !== 'retired',
  )
  if (isSettled) return []
  return entries.flatMap((before) => {
    const beside = before.extractor !== wanted
    if ((before.beside ?? false) === beside) return []
    return [{ before, after: { ...before, beside, updatedAt } }]
  })
}
