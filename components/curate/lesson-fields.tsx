'use client'

import type { ReactNode } from 'react'
import { Field, Select, TextArea } from '@/components/ui/field.tsx'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import { EXPERIENCE_WORD_LIMIT, experienceWordCount } from '@/lib/memory/experience.ts'
import type { EntryDraft } from './entry-draft.ts'

type LessonField = { name: keyof EntryDraft; label: string; hint?: string; placeholder: string }

/** The texts of an entry in the order in which they are written. */
const LESSON_FIELDS: readonly LessonField[] = [
  {
    name: 'objective',
    label: 'Objective',
    hint: 'what it is found by: one sentence, at most 30 words',
    placeholder: 'construct failing test case for off-by-one in pagination',
  },
  {
    name: 'keywords',
    label: 'Keywords',
    hint: 'mechanisms, with commas; no paths',
    placeholder: 'off-by-one, pagination',
  },
  { name: 'title', label: 'Title', placeholder: 'Ask for exactly one page, then one more' },
  {
    name: 'when',
    label: 'When',
    hint: 'the situation',
    placeholder: 'A list is split into pages and the last page may be full.',
  },
  {
    name: 'do',
    label: 'Do',
    hint: 'the act',
    placeholder: 'Ask for exactly one page of rows, then one more.',
  },
  {
    name: 'because',
    label: 'Because',
    hint: 'the mechanism',
    placeholder: 'The comparison that decides “is there more” is off by one.',
  },
  {
    name: 'check',
    label: 'Check',
    hint: 'how to see that it worked',
    placeholder: 'Every row comes exactly once, in order.',
  },
]

/** What an entry says, field by field; `below` each of them. */
export function LessonFields({
  draft,
  onText,
  isFirst = false,
  hintOf = () => undefined,
  below,
}: {
  draft: EntryDraft
  onText: (text: Partial<EntryDraft>) => void
  /** Typing begins in the first field. */
  isFirst?: boolean
  /** In place of the hint that a field has. */
  hintOf?: (field: keyof EntryDraft) => string | undefined
  below?: (field: keyof EntryDraft) => ReactNode
}) {
  return LESSON_FIELDS.map(({ name, label, hint, placeholder }, k) => (
    <div key={name} className="grid gap-1">
      <Field label={label} hint={hintOf(name) ?? hint}>
        <TextArea
          value={draft[name]}
          maxLength={600}
          placeholder={placeholder}
          data-autofocus={(isFirst && k === 0) || undefined}
          onChange={(event) => onText({ [name]: event.target.value })}
          className="min-h-8!"
        />
      </Field>
      {below?.(name)}
    </div>
  ))
}

/** Which category a lesson is of; '' while nobody has said. */
export function CategoryField({
  category,
  onCategory,
}: {
  category: Category | ''
  onCategory: (category: Category) => void
}) {
  return (
    <Field label="Category">
      <Select value={category} onChange={(event) => onCategory(event.target.value as Category)}>
        {category === '' && <option value="">choose one</option>}
        {CATEGORIES.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Select>
    </Field>
  )
}

/** What of a lesson is still missing, as words: an objective, a title and what to do; null where nothing is. */
export function missingTexts(draft: EntryDraft): string | null {
  const missing = LESSON_FIELDS.filter(({ name }) => ['objective', 'title', 'do'].includes(name)).flatMap(
    ({ name, label }) => (draft[name].trim() === '' ? [label.toLowerCase()] : []),
  )
  return missing.length === 0 ? null : `Still needed: ${missing.join(', ')}.`
}

/** How many words the lesson has of those it may have. */
export function WordCount({ draft }: { draft: EntryDraft }) {
  const words = experienceWordCount(draft)
  return (
    <span className={words > EXPERIENCE_WORD_LIMIT ? 'text-danger text-small' : 'text-ink-3 text-small'}>
      {words} of {EXPERIENCE_WORD_LIMIT} words
    </span>
  )
}

/** Whether a lesson has more words than one may have. */
export function isTooLong(draft: EntryDraft): boolean {
  return experienceWordCount(draft) > EXPERIENCE_WORD_LIMIT
}
