import type { Category, Stage } from './category.ts'
import type { Lifecycle, MemoryEntry } from './entry.ts'
import type { RetrievalAnswer } from './retrieval.ts'
import type { Source } from './source.ts'
import type { Description } from './subtask.ts'
import type { Outcome, Step } from './trajectory.ts'

/** What pages show. Plain data, so that it crosses from the server to a component unchanged. */

export type ProjectView = {
  id: string
  name: string
  /** `written` for the shipped sample, `imported` for everything people bring. */
  source: Source
  entryCount: number
  episodeCount: number
}

/** What stands in the shell of every page. */
export type ShellView = {
  projects: ProjectView[]
  /** The project being looked at; null when there is none yet. */
  current: ProjectView | null
  embedder: string
  dimension: number
  revision: number
  /** Jobs waiting or running now. */
  activeJobCount: number
}

/** One row of the memories table. */
export type EntryRow = {
  id: string
  category: Category
  objective: string
  keywords: string[]
  title: string
  kind: 'pattern' | 'avoid' | 'undetermined'
  lifecycle: Lifecycle
  pinned: boolean
  flags: string[]
  repo: string | null
  instanceId: string | null
  episodeId: string | null
  extractor: string
  /** Outcome of the episode it came from; null = unknown or no source. */
  outcome: Outcome
  /** How often it won a saved or served retrieval. */
  servedCount: number
  createdAt: string
  /** With a full-text query: the matching fragment as alternating plain and matched pieces; null otherwise. */
  snippet: { text: string; match: boolean }[] | null
}

export const ENTRY_FACETS = [
  'category',
  'lifecycle',
  'outcome',
  'kind',
  'repo',
  'extractor',
  'flag',
  'used',
] as const
export type EntryFacet = (typeof ENTRY_FACETS)[number]

export const ENTRY_SORTS = ['created', 'objective', 'category', 'served', 'repo'] as const
export type EntrySort = (typeof ENTRY_SORTS)[number]

/** Which entries to list. Values within a facet are alternatives; facets and text narrow each other. Without a lifecycle: neither retired nor purged. */
export type EntryQuery = {
  projectId: string
  /** Full-text; empty = no text filter. */
  text: string
  facets: Partial<Record<EntryFacet, string[]>>
  sort: EntrySort
  descending: boolean
  offset: number
  limit: number
}

export type FacetCount = { value: string; count: number }

export type EntryList = {
  rows: EntryRow[]
  /** Rows that match, not only those returned. */
  matchCount: number
  /** Entries of the project that are neither retired nor purged, without any filter. */
  totalCount: number
  /** For each facet the counts given all *other* filters. */
  facets: Record<EntryFacet, FacetCount[]>
}

export type RevisionView = {
  revision: number
  at: string
  by: string
  verb: string
  reason: string | null
  /** Number of entries this revision touched. */
  entryCount: number
  /** Null when it can be undone; else why not. */
  undoneBy: number | null
}

export type EntryVersion = {
  revision: number
  at: string
  by: string
  verb: string
  reason: string | null
  before: MemoryEntry | null
  after: MemoryEntry | null
}

export type Neighbour = {
  entryId: string
  category: Category
  objective: string
  score: number
  repo: string | null
}

export type EntryDetail = {
  entry: MemoryEntry
  projectName: string
  outcome: Outcome
  outcomeSource: string | null
  /** Text injected if this entry won. */
  injected: string
  injectedTokens: number
  /** Description as it could be known when the subtask started; null without a source. */
  descriptionAtStart: Description | null
  judged: 'correct' | 'incorrect' | 'undetermined' | null
  /** The steps of the subtask it came from; empty without a source. */
  steps: Step[]
  versions: EntryVersion[]
  neighbours: { inside: Neighbour[]; outside: Neighbour[] }
  servedCount: number
}

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

export type JobItemView = {
  id: string
  label: string
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  reason: string | null
  attempts: number
  href: string | null
}

export type JobView = {
  id: string
  kind: string
  label: string
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  doneCount: number
  failedCount: number
  totalCount: number
  /** Items a second over the life of the job so far; null before the first. */
  ratePerSecond: number | null
  remainingMs: number | null
  reason: string | null
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
  items: JobItemView[]
}

/** What became of one record of one file. Field names are the `import` command's. */
export type ImportResult = {
  file: string
  format: string | null
  instanceId: string | null
  steps: number | null
  outcome: Outcome
  outcomeSource: string | null
  /** Null until extraction is done, or when there is none. */
  subtasks: number | null
  entries: number | null
  status: 'imported' | 'present' | 'recognised' | 'unsupported' | 'not-a-trajectory' | 'failed'
  warnings: string[]
  parent?: string
  episodeId?: string
  jobId?: string
  /** For `failed`: what, where, what next. */
  error?: { code: string; message: string; place: string | null; hint: string }
}

/** Live entries of a category after each episode, in import order: the growth picture. */
export type GrowthPoint = { episode: number; at: string; counts: Record<Category, number> }

export type CategorySummary = {
  category: Category
  live: number
  approved: number
  held: number
  retired: number
  /** When an entry of it last won a saved or served retrieval; null = never. */
  lastUsedAt: string | null
  /** Share of entries with an earlier neighbour of another instance above the 95 % score of unrelated pairs; null below 1,000 pairs. */
  recurrence: number | null
  recurrenceCount: number
}

export type OverviewView = {
  project: ProjectView
  categories: CategorySummary[]
  growth: GrowthPoint[]
  /** Findings that open a filtered list; only findings that were computed appear. */
  findings: { key: string; label: string; count: number; href: string }[]
  outcomes: { resolved: number; unresolved: number; unknown: number }
  recentRetrievals: {
    id: string
    at: string
    text: string
    category: Category
    score: number | null
    winnerId: string | null
    verdict: string
  }[]
}

export type SavedRetrievalView = { id: string; at: string; answer: RetrievalAnswer }

/** Answer of a server action: a value, or the fault in words. */
export type ActionResult<T> =
  | { ok: true; value: T }
  | {
      ok: false
      error: { code: string; message: string; place: string | null; hint: string; reference: string | null }
    }

/** What an edit may change; `revision` is what the editor had read, for conflict detection. */
export type EntryEdit = {
  entryId: string
  revision: number
  objective?: string
  keywords?: string[]
  title?: string
  when?: string
  do?: string
  because?: string
  check?: string
}

/** Outcome of a change: the store revision to undo and how many entries it touched. */
export type ChangeReceipt = { revision: number; entryCount: number; entryIds: string[] }
