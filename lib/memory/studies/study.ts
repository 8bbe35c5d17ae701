import type { JudgedReport } from './retrieval.ts'

/** Anything that is measured: what was ordered and frozen before results, and what came of it. */
export type Study = {
  id: string
  /** Null for what is of no project. */
  projectId: string | null
  design: string
  name: string
  by: string
  plan: unknown
  /** Null while it is being made. */
  report: unknown
  /** The memory that was measured; null for what measures none. */
  storeRevision: number | null
  embedder: string | null
  createdAt: string
}

/** A study in a list; its state is null where no work of it is left. */
export type StudyHead = Omit<Study, 'projectId' | 'plan' | 'report'> & {
  state: StudyProgress['state'] | null
}

/** What a design is called. */
export type StudyWords = {
  title: string
  /** What its studies answer. */
  question: string
  /** Last part of the address of its page, below /audit. */
  slug: string
  /** What is measured, in the plural. */
  units: string
}

/** A study as a screen shows it: its plan and report as its design makes them. */
export type StudyView<Plan = unknown, Report = unknown> = Omit<Study, 'plan' | 'report'> & {
  plan: Plan
  /** Of what was measured so far, where the design says something of a part; null before that. */
  report: Report | null
  progress: StudyProgress | null
  words: StudyWords
  /** What persons judged blind of what was found; null where nobody judged anything, or nothing can be judged. */
  judged: JudgedReport | null
}

/** How far a study is. */
export type StudyProgress = {
  jobId: string
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  /** Measurements that were made, and all there are. */
  doneCount: number
  totalCount: number
  /** Share of the whole work that is done, 0..1: measuring, and then the intervals. */
  share: number
  remainingMs: number | null
  /** Why it failed, in words. */
  reason: string | null
  /** Work that goes first; null when this study is at work or nothing is before it. */
  waitsFor: string | null
}

/** One field of an order form, derived from the schema of a design's order. */
export type FormField = {
  name: string
  kind: 'text' | 'lines' | 'number' | 'numbers' | 'check' | 'choices' | 'pair'
  label: string
  hint?: string
  usual?: unknown
  /** Of a list: how many at most; of a text: how long. */
  most?: number
  /** Of choices, and of a pair that is taken from another field's choices. */
  options?: { value: string; label: string; title?: string }[]
  /** The field of choices that a pair, or a check that only then is asked, belongs to. */
  of?: string
}

/** What there is to measure in a project, in words, and what cannot be chosen there. */
export type StudyBasis = {
  words: string
  canOrder: boolean
  /** Options that cannot be chosen here, with why. */
  without: Record<string, string>
  /** Lines to take into the field of lines; null where there are none. */
  example: string | null
}

/** An order form of a design. */
export type StudyForm = {
  design: string
  words: StudyWords
  button: string
  fields: FormField[]
  basis: StudyBasis
}
