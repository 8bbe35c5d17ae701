import type { MemoryEntry } from '@/lib/memory/entry.ts'
import type { EntryEdit } from '@/lib/memory/views.ts'

/** The text of an entry as it is typed; keywords with commas. */
export type EntryDraft = {
  objective: string
  keywords: string
  title: string
  when: string
  do: string
  because: string
  check: string
}

export function draftOf({
  description,
  experience,
}: Pick<MemoryEntry, 'description' | 'experience'>): EntryDraft {
  const { title, when, do: act, because, check } = experience
  return {
    objective: description.objective,
    keywords: description.keywords.join(', '),
    title,
    when,
    do: act,
    because,
    check,
  }
}

/** Only what differs goes to the store, so that an unchanged description is not embedded anew. */
export function editOf(before: EntryDraft, draft: EntryDraft): Omit<EntryEdit, 'entryId' | 'revision'> {
  const { keywords, ...texts } = draft
  const changed = Object.fromEntries(
    Object.entries(texts)
      .map(([field, text]) => [field, text.trim()] as const)
      .filter(([field, text]) => text !== before[field as keyof EntryDraft]),
  )
  if (keywords === before.keywords) return changed
  return {
    ...changed,
    keywords: keywords
      .split(',')
      .map((keyword) => keyword.trim().toLowerCase())
      .filter(Boolean),
  }
}
