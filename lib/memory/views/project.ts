import type { Category } from '../category.ts'
import type { EpisodeEnd } from '../episode-end.ts'
import type { Account } from '../people.ts'
import type { Source } from '../source.ts'
import type { RecurrenceShare } from '../studies/recurrence.ts'

export type ProjectView = {
  id: string
  name: string
  /** `written` for the shipped sample, `imported` for everything people bring. */
  source: Source
  /** All but the purged, the retired too. */
  entryCount: number
  /** Neither retired nor purged: what a list shows. */
  liveCount: number
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
  /** Who signed in; null while nobody has to. */
  account: Pick<Account, 'name' | 'role'> | null
}

/** A view of a page that somebody named; `query` is what stands in its address. */
export type SavedViewView = { id: string; name: string; query: string; by: string }

/** Live entries of a category after each episode, in import order: the growth picture. */
export type GrowthPoint = { episode: number; at: string; counts: Record<Category, number> }

export type CategorySummary = {
  category: Category
  live: number
  /** Of the approved, those that no person has looked at as a reviewer. */
  unreviewed: number
  approved: number
  /** Of the approved, those that nobody is told while a finding of a secret is open. */
  withheld: number
  held: number
  retired: number
  /** When an entry of it last won a saved or served retrieval; null = never. */
  lastUsedAt: string | null
  /** Its line of the study of recurrence; null before the study was read. */
  recurrence: RecurrenceShare | null
}

export type OverviewView = {
  project: ProjectView
  categories: CategorySummary[]
  growth: GrowthPoint[]
  /** Open findings by worklist, what can do harm first; only of detectors that may propose something, see `isTrusted`. */
  findings: { key: string; label: string; meaning: string; count: number; href: string }[]
  /** Open findings of the other detectors. */
  otherFindingCount: number
  /** When the detectors last looked; null = never. */
  scannedAt: string | null
  /** Live entries that came or changed since; all of them when the detectors never looked. */
  unseenCount: number
  /** Verdicts, and apart from those what git says of changes. */
  outcomes: Record<EpisodeEnd, number>
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
