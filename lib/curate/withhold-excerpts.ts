import { z } from 'zod'
import { replaceEntries } from '../db/entries/entry-writes.ts'
import { extractedBySubtask, ofPersons } from '../db/entries/extracted.ts'
import { findServing, findWithheld, putWithheld } from '../db/serving.ts'
import { isExtracted, type MemoryEntry } from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import { command } from '../memory/operation.ts'
import { calledBy } from '../memory/text/excerpt.ts'
import type { ChangeReceipt } from '../memory/views/curation.ts'
import type { CurateDeps } from './change-entries.ts'
import type { Curates } from './curation.ts'
import { idSchema, signed } from './fields.ts'

export const withholdExcerpts = command(
  z.strictObject({ projectId: idSchema, on: z.boolean(), ...signed }),
  ({ by, ...input }, { curation }: Curates) => setWithheld(input, curation.as(by)),
)

/**
 * Says whether a project serves excerpts: what rules took out of runs and nobody has made his own. Withheld ones are kept beside
 * what serves, those of later imports too; one transaction, one revision, and undo turns it back. Throws UserError `no-such-project`,
 * `nothing-to-change`.
 */
export async function setWithheld(
  { projectId, on }: { projectId: string; on: boolean },
  { store, by }: Pick<CurateDeps, 'store' | 'by'>,
): Promise<ChangeReceipt> {
  const reason = on ? 'excerpts are not served' : 'excerpts are served'
  return await store.write({ by, verb: 'withhold', reason, projectId }, async (tx, revise) => {
    const before = await findWithheld(tx, projectId)
    if (before === on)
      throw new UserError('nothing-to-change', `It is so already: ${reason}.`, {
        hint: 'Nothing was changed.',
        status: 409,
      })
    const serving = await findServing(tx, projectId)
    const bySubtask = await extractedBySubtask(tx, projectId)
    const persons = await ofPersons(tx, [...bySubtask.values()].flat())
    const updatedAt = store.now().toISOString()
    const changes = [...bySubtask.values()]
      .flatMap((entries) => (on ? toWithhold(entries, persons) : toServe(entries, persons, serving)))
      .map((entry) => ({ before: entry, after: { ...entry, beside: on, updatedAt } }))
    const revision = await revise()
    await replaceEntries(tx, revision, changes)
    await putWithheld(tx, { projectId, revision, before, after: on })
    return { revision, entryCount: changes.length, entryIds: changes.map(({ after }) => after.id) }
  })
}

type Persons = ReadonlySet<string>

const isExcerpt = (entry: MemoryEntry, persons: Persons) =>
  isExtracted(entry) && calledBy(entry.extractor) === 'excerpt' && !persons.has(entry.id)

function toWithhold(entries: readonly MemoryEntry[], persons: Persons): MemoryEntry[] {
  return entries.filter((entry) => !entry.beside && isExcerpt(entry, persons))
}

/** Only where nothing else serves, and where it is the rules that serve. */
function toServe(entries: readonly MemoryEntry[], persons: Persons, serving: string | null): MemoryEntry[] {
  if (entries.some(({ beside, lifecycle }) => !beside && lifecycle !== 'retired')) return []
  return entries.filter(
    (entry) => isExcerpt(entry, persons) && (serving === null || serving === entry.extractor),
  )
}
