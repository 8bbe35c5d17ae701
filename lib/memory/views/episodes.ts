import type { Stage } from '../category.ts'
import type { Description } from '../entry.ts'
import type { Lifecycle } from '../lifecycle.ts'
import type { Outcome } from '../trajectory.ts'

export type SubtaskView = {
  id: string
  category: Stage
  fromStep: number
  toStep: number
  objective: string
  keywords: string[]
  descriptionAtStart: Description
  judged: 'correct' | 'incorrect' | 'undetermined'
  labelSource: string
  /** Why no entry was made; null when one was. */
  skippedBecause: string | null
  entries: { id: string; title: string; lifecycle: Lifecycle }[]
}

export type LabelView = {
  source: string
  by: string
  blind: boolean
  spans: { fromStep: number; toStep: number; category: Stage }[]
}

export type EpisodeRow = {
  id: string
  instanceId: string
  repo: string | null
  title: string
  agent: string
  backbone: string | null
  outcome: Outcome
  outcomeSource: string | null
  stepCount: number
  subtaskCount: number
  entryCount: number
  /** Subtask spans for the small lane picture. */
  spans: { category: Stage; fromStep: number; toStep: number }[]
  format: string
  createdAt: string
}

export type EpisodeList = { rows: EpisodeRow[]; matchCount: number; totalCount: number }

/** One step as the reader lists it, without its long texts. */
export type StepHead = { n: number; headline: string; exitCode: number | null; stage: Stage }

export type EpisodeDetail = {
  episode: EpisodeRow & {
    projectName: string
    taskTitle: string
    taskText: string
    exitStatus: string | null
    costUsd: number | null
    fileName: string
    submission: string | null
    warnings: string[]
    maskedSecretCount: number
  }
  subtasks: SubtaskView[]
  labels: LabelView[]
  steps: StepHead[]
  /** Failed VERIFY subtasks that were followed by a return to ANALYZE, REPRODUCE or EDIT: [from subtask id, to subtask id]. */
  returns: { from: string; to: string }[]
  attempts: { id: string; outcome: Outcome; stepCount: number }[]
}
