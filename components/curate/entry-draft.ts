import type { MemoryEntry } from '@/lib/memory/entry.ts'
import type { InputOf } from '@/lib/memory/operation.ts'
import type { EntryEdit } from '@/lib/memory/views/curation.ts'

/** A lesson as a person writes it. */
export type LessonDraft = Omit<InputOf<'store'>, 'project' | 'requestId'>

/** Taken whole from one of the entries, or composed. */
export type MergeText = NonNullable<InputOf<'merge'>['text']>

/** The text of an entry as it is typed; keywords with commas. */
export type EntryDraft = Record<Exclude<keyof EntryEdit, 'entryId' | 'revision'>, string>

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
    keywords: keywordsOf(keywords),
  }
}

/** Keywords as they are typed, with commas. */
export function keywordsOf(text: string): string[] {
  return text
    .split(',')
    .map((keyword) => keyword.trim().toLowerCase())
    .filter(Boolean)
}

/** What is typed, as a whole lesson. */
export function lessonOf(
  draft: EntryDraft,
  { category, kind }: Pick<LessonDraft, 'category' | 'kind'>,
): LessonDraft {
  const texts = Object.fromEntries(Object.entries(draft).map(([field, text]) => [field, text.trim()]))
  return { ...(texts as EntryDraft), keywords: keywordsOf(draft.keywords), category, kind }
}
