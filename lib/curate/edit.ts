import { z } from 'zod'
import { descriptionSchema, experienceSchema, saysTheSame } from '../memory/entry.ts'
import { command } from '../memory/operation.ts'
import type { ChangeReceipt, EntryEdit } from '../memory/views/curation.ts'
import { type CurateDeps, changeEntries, checkWritten } from './change-entries.ts'
import { type Curates, idSchema, reasonSchema, revisionSchema, signed } from './curation.ts'

export const editSchema = z
  .strictObject({ entryId: idSchema, revision: revisionSchema, reason: reasonSchema })
  .extend(descriptionSchema.partial().shape)
  .extend(experienceSchema.omit({ kind: true }).partial().shape)

export const edit = command(editSchema.extend(signed), ({ by, ...input }, { curation }: Curates) =>
  editEntry(input, curation.as(by)),
)

/** Changes the text of an entry. A changed description is embedded anew; a changed experience is not. */
export async function editEntry(
  edit: EntryEdit & { reason?: string | undefined },
  deps: CurateDeps,
): Promise<ChangeReceipt> {
  return await changeEntries(
    {
      verb: 'edit',
      reason: edit.reason ?? null,
      entryIds: [edit.entryId],
      expectedRevision: edit.revision,
      become: (entry) => {
        const description = descriptionSchema.parse({
          objective: edit.objective ?? entry.description.objective,
          keywords: edit.keywords ?? entry.description.keywords,
        })
        const experience = experienceSchema.parse({
          ...entry.experience,
          ...pick(edit, ['title', 'when', 'do', 'because', 'check']),
        })
        if (saysTheSame(entry, { description, experience })) return entry
        const flags = checkWritten(description, experience, entry.repo, deps)
        // A part that a person rewrote does not rest on the steps its old text cited; version 1 keeps those.
        const citations = entry.citations.filter(({ part }) => experience[part] === entry.experience[part])
        return { ...entry, description, experience, flags, citations }
      },
    },
    deps,
  )
}

function pick<T extends object, K extends keyof T>(from: T, keys: K[]): Partial<Pick<T, K>> {
  return Object.fromEntries(
    keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]]),
  ) as Partial<Pick<T, K>>
}
