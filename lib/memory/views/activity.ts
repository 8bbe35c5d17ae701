import type { MemoryEntry } from '../entry.ts'
import type { FacetCount } from './entries.ts'

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
  /** How many revisions this row stands for, of which the first is `from` and this the last; null when for itself alone. */
  folded: { from: number; count: number } | null
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
