import type { Stage } from './category.ts'

/** A stretch of a run to be labelled, without a word of what rules called it. */
export interface LabelCard {
  subtaskId: string
  episodeId: string
  task: string
  fromStep: number
  toStep: number
  /** What was thought and done, step by step, each cut to what fits a glance. */
  steps: { n: number; thought: string; action: string }[]
  /** Steps that are not shown. */
  more: number
}

/** What one person has still to label of a project, the next ones whole, in an order of chance so that any prefix is a sample. */
export interface LabelQueue {
  cards: LabelCard[]
  /** Labelled by this person. */
  done: number
  total: number
  /** The last label of this person: what Backspace takes back. */
  last: { subtaskId: string; category: Stage } | null
}

/** So many labels make a share known to about ± 12 points; ours. */
export const ENOUGH_LABELS = 60
