import type { Category } from '../memory/category.ts'
import { UserError } from '../memory/errors.ts'
import { descriptionSchema, experienceSchema, experienceWordCount } from '../memory/subtask.ts'
import type { ChangeReceipt, EntryEdit } from '../memory/views.ts'
import { type CurateDeps, changeEntries } from './change-entries.ts'

/** Longest experience, words (paper.md §6, ours). */
export const EXPERIENCE_WORD_LIMIT = 120

/** Changes the text of an entry. A changed description is embedded anew; a changed experience is not. */
export async function editEntry(
  edit: EntryEdit & { reason?: string },
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
        const words = experienceWordCount(experience)
        if (words > EXPERIENCE_WORD_LIMIT)
          throw new UserError(
            'too-long',
            `The lesson has ${words} words; the limit is ${EXPERIENCE_WORD_LIMIT}.`,
            {
              hint: 'Keep what a later agent can act on.',
            },
          )
        const same =
          JSON.stringify([description, experience]) === JSON.stringify([entry.description, entry.experience])
        // What the extractor cited and removed belongs to the text it wrote, so both stay as provenance of version 1.
        return same
          ? entry
          : {
              ...entry,
              description,
              experience,
              flags: entry.flags.filter((flag) => !flag.startsWith('leak')),
            }
      },
    },
    deps,
  )
}

/** Moves an entry to another category: from now on it is found behind the other wall. */
export async function recategoriseEntry(
  input: { entryId: string; revision: number; category: Category; reason?: string },
  deps: CurateDeps,
): Promise<ChangeReceipt> {
  return await changeEntries(
    {
      verb: 'recategorise',
      reason: input.reason ?? null,
      entryIds: [input.entryId],
      expectedRevision: input.revision,
      become: (entry) => (entry.category === input.category ? entry : { ...entry, category: input.category }),
    },
    deps,
  )
}

function pick<T extends object, K extends keyof T>(from: T, keys: K[]): Partial<Pick<T, K>> {
  return Object.fromEntries(
    keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]]),
  ) as Partial<Pick<T, K>>
}
