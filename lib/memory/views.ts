import type { Category, Stage } from './category.ts'
import type { MemoryEntry } from './entry.ts'
import type { EntryFacet } from './filter/entry-facet.ts'
import type { EntryFilter } from './filter/entry-filter.ts'
import type { Lifecycle } from './lifecycle.ts'
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
  /** Why nothing can be asked or written at the moment; null when nothing speaks against it. */
  embedderFault: { code: string; message: string; hint: string } | null
  /** Why nothing is written: the database is damaged and only read. Null as a rule. */
  onlyRead: { code: string; message: string; hint: string } | null
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
  /** Detectors with an open finding on it. */
  findings: string[]
  repo: string | null
  instanceId: string | null
  episodeId: string | null
  extractor: string
  /** Outcome of the episode it came from; null = unknown or no source. */
  outcome: Outcome
  /** Model of the agent whose run it came from; null = unknown or no source. */
  backbone: string | null
  scope: MemoryEntry['scope']
  /** Who looked at it last as a reviewer; null = nobody. */
  reviewedBy: string | null
  /** How often it won a saved or served retrieval. */
  servedCount: number
  createdAt: string
  /** With a full-text query: the matching fragment as alternating plain and matched pieces; null otherwise. */
  snippet: { text: string; match: boolean }[] | null
}

export const ENTRY_SORTS = ['created', 'objective', 'category', 'served', 'repo', 'likeness'] as const
export type EntrySort = (typeof ENTRY_SORTS)[number]

/** One page of the entries that a filter means. */
export type EntryQuery = EntryFilter & { sort: EntrySort; descending: boolean; offset: number; limit: number }

export type FacetCount = { value: string; count: number }

export type EntryList = {
  rows: EntryRow[]
  /** Rows that match, not only those returned. */
  matchCount: number
  /** Entries of the project that are neither retired nor purged, without any filter. */
  totalCount: number
  /** For each facet the counts given all *other* filters. */
  facets: Record<EntryFacet, FacetCount[]>
  /** First and last day of the project's entries; null without any. */
  days: { from: string; to: string } | null
}

/** Where an entry stands among those that match, from 1, with the ids before and after it. */
export type EntryPlace = { previous: string | null; next: string | null; position: number; count: number }

/** A view of a page that somebody named; `query` is what stands in its address. */
export type SavedViewView = { id: string; name: string; query: string; by: string }

export type FilterCount = { matchCount: number; pinnedCount: number }

/** What a check of a project's log found. `from` and `to` are its first and last sealed revision, null when none is sealed. */
export type ChainReport = {
  ok: boolean
  from: number | null
  to: number | null
  count: number
  brokenAt: number | null
  why: string | null
}

/** One revision as the activity page lists it. */
export type ActivityRow = {
  revision: number
  at: string
  by: string
  verb: string
  reason: string | null
  batchId: string
  entryCount: number
  /** The revision that takes this one back; null when none does. */
  undoneBy: number | null
  /** The revision that this one takes back; null when it is no undo. */
  undoes: number | null
  hash: string | null
}

export type ActivityList = { rows: ActivityRow[]; matchCount: number }

/** What a project's log can be filtered by. `firstAt` null for an empty log. */
export type ActivityFacets = {
  people: FacetCount[]
  verbs: FacetCount[]
  totalCount: number
  firstAt: string | null
}

/** A page of what a revision changed; both states null where a purge took the texts out. */
export type ActivityChanges = {
  head: ActivityRow
  rows: { entryId: string; before: MemoryEntry | null; after: MemoryEntry | null }[]
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

/** An entry that another was made of, or that was made of it. Title null and state `purged` when it is gone. */
export type OriginView = {
  entryId: string
  how: 'merge' | 'split' | 'copy'
  revision: number
  title: string | null
  lifecycle: Lifecycle
  projectId: string | null
  instanceId: string | null
}

/** What a person wrote beside an entry. */
export type NoteView = { id: string; by: string; text: string; createdAt: string }

/** One label of the subtask an entry came from. */
export type SubtaskLabel = { category: Stage; source: string; by: string; blind: boolean; createdAt: string }

/** A kept or served retrieval that an entry won. */
export type WonRetrieval = {
  id: string
  at: string
  by: string
  purpose: 'saved' | 'served'
  text: string
  category: Category
  score: number | null
  outcome: string | null
}

export type EntryAlone = { entry: MemoryEntry }

export type EntryDetail = EntryAlone & {
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
  /** The latest 20 retrievals it won. */
  won: WonRetrieval[]
  notes: NoteView[]
  origins: { from: OriginView[]; into: OriginView[] }
  /** All labels of its subtask, oldest first; empty without a source. */
  labels: SubtaskLabel[]
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
  /** `held` = it waits for an answer. */
  state: 'waiting' | 'running' | 'held' | 'done' | 'failed' | 'cancelled'
  reason: string | null
  attempts: number
  href: string | null
}

export type JobView = {
  id: string
  kind: string
  projectId: string | null
  label: string
  /** `paused` by a person or a cap; `held` = all that is left waits for answers. */
  state: 'waiting' | 'running' | 'paused' | 'held' | 'done' | 'failed' | 'cancelled'
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
  /** Of an import that has ended: whether an entry from it is still in service or waits. */
  hasEntries: boolean
  items: JobItemView[]
}

/** A look through everything stored for what today's scanner takes for a secret: the job, and what it came to so far. */
export type SecretRescan = {
  job: JobView
  /** Texts that got dots. */
  maskedCount: number
  /** Entries and reasons of the log that hold one: people decide, nothing was changed. */
  entryCount: number
  reasonCount: number
}

/** What became of one record of one file. Field names are the `import` command's. */
export type ImportResult = {
  file: string
  format: string | null
  instanceId: string | null
  /** First line of what the run was to do. */
  taskTitle?: string
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
  /** Of the approved, those that no person has looked at as a reviewer. */
  unreviewed: number
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
  /** Open findings by worklist, what can do harm first; only what was found appears. */
  findings: { key: string; label: string; meaning: string; count: number; href: string }[]
  /** When the detectors last looked; null = never. */
  scannedAt: string | null
  /** Live entries that came or changed since; all of them when the detectors never looked. */
  unseenCount: number
  outcomes: { resolved: number; unresolved: number; unknown: number }
  recentRetrievals: {
    id: string
    at: string
    text: string
    category: Category
    score: number | null
    winnerId: string | null
    verdict: string
    by: string
    purpose: 'saved' | 'served'
  }[]
  /** Answers that programs got in the hour before. */
  servedLastHour: number
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

/** Outcome of a change by rule: how many it touched, and which it left alone and why. */
export type BulkReceipt = {
  revision: number
  entryCount: number
  /** Pinned ones that match: a rule does not touch them. */
  pinnedCount: number
  /** Those that were as asked already. */
  alreadyCount: number
}

/** What a change by rule would do: announce `changeCount`, and hand it back as `expectedCount`. */
export type BulkPreview = {
  matchCount: number
  pinnedCount: number
  alreadyCount: number
  changeCount: number
  /** Up to 5 of those that would change, spread over the whole. */
  sample: SampledEntry[]
}

/** An entry as a dialog names it before a change. */
export type SampledEntry = { id: string; category: Category; title: string; objective: string }

/** What a roll back of one source would retire, and up to 5 of those. */
export type SourceCount = FilterCount & { sample: SampledEntry[] }

/** Outcome of taking everything from one source out of service. */
export type RollbackReceipt = ChangeReceipt & {
  pinnedCount: number
  /** Entries made of these by merge, split or copy: still in service, for a person to judge. */
  madeOfThem: string[]
}

/** Outcome of a purge. Not undoable. */
export type PurgeReceipt = {
  revision: number
  entryCount: number
  /** Kept retrievals and lab runs in which a text was replaced by a marker. */
  retrievalCount: number
  labRunCount: number
  /** Reasons, notes, saved views, samples, judgements and findings of others in which one was replaced. */
  otherCount: number
  /** Entries made of the purged ones: their texts are their own and are still there. */
  madeOfThem: string[]
  /** False when a reader stood in the way of emptying the log file; then restart Loupe. */
  logEmptied: boolean
  /** How many texts were looked for in the bytes of each file, and in how many they were found. */
  searchedTexts: number
  files: { name: string; found: number }[]
  /** Backups that still hold a text, by name; and those that were deleted on request. */
  backupsHolding: string[]
  backupsDeleted: string[]
}

/** One line of an imported file, by what it says. */
export type TransferLine = { line: number; entryId: string; title: string }

/** What an import of entries does, or with `dryRun` would do. Lists hold the first 100. */
export type TransferReport = {
  dryRun: boolean
  policy: 'skip' | 'replace' | 'keep-both'
  new: number
  same: number
  conflicting: number
  /** Retired or purged here before: kept out. */
  suppressed: number
  added: TransferLine[]
  sames: TransferLine[]
  conflicts: TransferLine[]
  keptOut: TransferLine[]
  /** Null when nothing was stored. */
  revision: number | null
}

/** A question that was asked, or that a stored subtask stands for. */
export type ImpactQuery = {
  id: string
  source: 'saved' | 'served' | 'subtask'
  text: string
  category: Category
  /** Null for a stand-in. */
  at: string | null
}

/** What a removal would change for questions. Null counts: there was no question to ask, so it is unknown. */
export type ImpactView = {
  /** What was asked again: the log, stored subtasks in its place, or both; null when there is neither. */
  basis: 'log' | 'subtasks' | 'both' | null
  /** Rows of the log of this project; those of strategies that rank in another way were left out. */
  logCount: number
  otherStrategyCount: number
  /** Rows of the log that were looked at: the latest, those first that one of the entries won. */
  logReadCount: number
  /** Subtasks that could stand in; an even sample of them was asked. 0 when the log was enough. */
  standInCount: number
  standInAskedCount: number
  askedCount: number
  changedCount: number | null
  /** Of the changed ones, those that would get nothing. */
  noneCount: number | null
  /** The first 100 that would change. */
  rows: {
    query: ImpactQuery
    from: { entryId: string; score: number; title: string | null } | null
    to: { entryId: string; score: number; title: string | null } | null
  }[]
  revision: number
}
