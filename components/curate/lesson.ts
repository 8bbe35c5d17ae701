import type { InputOf } from '@/lib/memory/operation.ts'

/** A lesson as a person writes it. */
export type LessonDraft = Omit<InputOf<'store'>, 'project' | 'requestId'>

/** Taken whole from one of the entries, or composed. */
export type MergeText = NonNullable<InputOf<'merge'>['text']>
