import { z } from 'zod'
import type { Category } from './category.ts'
import type { BlindView, MakerHead } from './findings/blind.ts'
import type { FindingSpan } from './findings/finding.ts'
import type { SampleReport, SampleView, Share, Trust } from './findings/quality.ts'
import type { PairReach, TriageEntry } from './findings/worklist.ts'

/** Which queue of a project, and which page of it. */
export const queueSchema = z.strictObject({
  projectId: z.string().min(1).max(60),
  /** A file of lib/review/tasks. */
  task: z.string().min(1).max(40),
  /** A detector, a sample, a reading, a study; '' where a project has one queue of the task. */
  queue: z.string().max(60).default(''),
  /** `clusters`: near-duplicates that pairs join; `dismissed`: what persons said is no fault. */
  view: z.enum(['open', 'clusters', 'dismissed']).default('open'),
  /** Lowest score shown; null = what the detector keeps. */
  minScore: z.number().min(0).max(1).nullable().default(null),
  /** Who reviews; '' while nobody said. */
  by: z.string().trim().max(80).default(''),
  offset: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(1_000).default(100),
})
export type QueueQuery = z.output<typeof queueSchema>

/** A question and a lesson to judge, without a word about who found it. */
export type ReviewPair = {
  queryId: string
  queryText: string
  category: Category | null
  entryId: string
}

/** What is asked before a verdict is kept. */
export type Asks =
  | { kind: 'reason'; words: string; isNeeded: boolean }
  | { kind: 'merge' }
  | { kind: 'mend' }
  | { kind: 'answer' }

/** One verdict that an item can get, with its key. */
export type VerdictKey = {
  name: string
  key: string
  label: string
  /** Its label where several entries stand side by side. */
  ofSeveral?: string
  isDanger?: boolean
  /** Message once it is kept; `#` stands for the entries that leave. Absent: the next item says enough. */
  said?: string
  /** It changes entries: one revision, undone like any other. */
  isChange?: boolean
  asks?: Asks
}

/** A part of a card: a lesson, a question, steps, a prompt. */
export type Pane = {
  title: string
  head?: string
  keywords?: string[]
  parts?: { name: string; text: string; code?: string }[]
  /** Long text as it is. */
  code?: string
  link?: { path: string; step: number; label: string }
}

/** Entries side by side, or panes of text. `titles` names two entries; null: one of several is chosen to stay. */
export type Card =
  | { kind: 'entries'; entries: TriageEntry[]; spans: FindingSpan[]; titles: [string, string] | null }
  | { kind: 'panes'; panes: Pane[] }

export type ReviewItem = {
  id: string
  /** What a verdict is kept of; absent: of the item. */
  subjects?: string[]
  /** Beside its line in the list. */
  mark?: string
  claimedBy?: string | null
  /** Why it is here. */
  why?: string
  /** The reason that most likely fits. */
  firstReason?: string
  card: Card
}

/** A random sample as its judge sees it: what it says so far, without the entries. */
export type SampleSoFar = Pick<SampleView, 'asked' | 'population'> & { report: SampleReport }

/** A blind reading that is read to its end, with who made what. */
export type ReadBlind = Pick<BlindView, 'items' | 'verdicts'> & {
  revealed: NonNullable<BlindView['revealed']>
}

/** Something drawn before: a sample, a reading, a study. */
export type EarlierQueue = { id: string; createdAt: string; words: string; share: number | null }

/** A queue as one reviewer sees it. */
export type ReviewQueue = {
  title: string
  question: string
  noun: [one: string, many: string]
  /** What it rests on, a phrase each. */
  basis?: string[]
  /** The rule by which items come in. */
  rule?: string
  verdicts: VerdictKey[]
  items: ReviewItem[]
  /** Items left for this reviewer; null = unknown. */
  left: number | null
  /** Items that others claimed; absent where several shall judge the same. */
  taken?: number
  /** Items this reviewer decided, of a closed set. */
  done?: number
  total?: number
  /** Why nothing is left. */
  empty: { title: string; words: string }
  /** One item at a time, without a list: neither the maker, nor what was predicted, nor a score is sent. */
  isBlind: boolean
  /** Clusters of near-duplicates and dismissed findings can be shown. */
  views?: ('clusters' | 'dismissed')[]
  /** How often persons said that a finding of the detector is a fault. */
  precision?: Share
  dismissed?: number
  reach?: PairReach
  /** Its entries as a filter of the list. */
  filter?: Record<string, string>
  /** What a queue is drawn from, where it has to be drawn. */
  draws?: 'entries' | 'extractors'
  sample?: SampleSoFar
  reading?: ReadBlind
  /** Extractors that a blind reading can be drawn from. */
  makers?: MakerHead[]
  /** Queues of the task to choose from, where none is named. */
  earlier?: EarlierQueue[]
  /** Page of what the verdicts come to. */
  outcome?: string
}

/** A queue in a line of the list of queues. */
export type QueueHead = {
  task: string
  queue: string
  title: string
  question: string
  rule: string
  /** Items left; null = unknown. */
  left: number | null
  /** There may be more than were found. */
  isLeast?: boolean
  dismissed?: number
  precision?: Share
  trust?: Trust
  /** Why the detector could not look, or stopped. */
  warning?: string | null
}
