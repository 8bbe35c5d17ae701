import type { Category } from '../../memory/category.ts'
import type { Intent } from '../../memory/entry.ts'

/** When something is put before the agent: with the task, after the first output of a stage, or after every output. */
type Placement = 'task' | 'stage' | 'action'

/** What memory gave: the text as the agent is shown it, and the entries in it. */
export type Given = { text: string; entries: string[]; strategy: string; score: number | null }

/** What an arm's memory is asked with: a stage, or at the start of a task its text alone. */
export type Question = { intent: Intent | null; task: string; seed: number }

/** One condition of an experiment: what differs between it and the others, and nothing else. */
export interface Arm {
  name: string
  /** What it is, in one line. */
  what: string
  isStaged: boolean
  placement: Placement | null
  /** A strategy of lib/retrieval by which its memory is asked; null = it has none. */
  strategy: string | null
  /** Of which episodes it keeps lessons. */
  learns: 'all' | 'resolved' | 'none'
  /** Puts something else in the place of what memory gave, or of nothing. */
  instead?(given: Given | null, category: Category | null): Given | null
}
