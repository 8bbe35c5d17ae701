import type { Category, Stage } from '../category.ts'
import type { Description, MemoryEntry } from '../entry.ts'
import type { ColumnFacet, EntryFacet, EntrySort } from '../filter/entry-fields.ts'
import type { EntryFilter } from '../filter/entry-filter.ts'
import type { Lifecycle } from '../lifecycle.ts'
import type { RetrievalAnswer } from '../retrieval.ts'
import type { Source } from '../source.ts'
import type { Outcome, Step } from '../trajectory.ts'

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
  instanceId: string | null
  episodeId: string | null
  extractor: string
  scope: MemoryEntry['scope']
  /** What it has under each facet that is a column; empty = unknown, or none. */
  values: Record<ColumnFacet, string[]>
  /** How often it won a saved or served retrieval. */
  servedCount: number
  createdAt: string
  /** With a full-text query: the matching fragment as alternating plain and matched pieces; null otherwise. */
  snippet: { text: string; match: boolean }[] | null
}

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

export type FilterCount = { matchCount: number; pinnedCount: number }

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

/** How many runs teach an entry that was merged, and how those ended; `unknown`: nobody said. */
export type Support = { runs: number; resolved: number; unknown: number }

export type EntryAlone = { entry: MemoryEntry }

export type EntryDetail = EntryAlone & {
  projectName: string
  projectSource: Source
  /** Null where no more than one run teaches it. */
  support: Support | null
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

export type SavedRetrievalView = { id: string; at: string; answer: RetrievalAnswer }

/** An entry as a dialog names it before a change. */
export type SampledEntry = { id: string; category: Category; title: string; objective: string }
