import type { Category } from '../category.ts'
import type { FilterCount, SampledEntry } from './entries.ts'
import type { JobView } from './jobs.ts'

/** A fault in words; `reference` names it in the server's log where it is ours. */
export type FaultWords = {
  code: string
  message: string
  place: string | null
  hint: string
  reference: string | null
}
/** Answer of a server action: a value, or the fault in words. */
export type ActionResult<T> = { ok: true; value: T } | { ok: false; error: FaultWords }

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

/** What promoting an entry adds to a file of rules, or demoting takes out. */
export type PromotionView = {
  /** The repository; null where neither the project nor the person names one. */
  folder: string | null
  /** Files of rules that are there. */
  files: string[]
  file: string | null
  isNew: boolean
  /** Empty where the file does not have the line any more. */
  patch: string
}

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
  /** Kept retrievals in which a text was replaced by a marker. */
  retrievalCount: number
  studyCount: number
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
  /** The job that brings it in, for whoever does not wait; null when there is nothing to bring in. */
  jobId?: string | null
  /** What was read, where it was no export of Loupe's own. */
  format?: string
  /** What of it could not come in, and why. */
  leftOut?: { id: string; because: string }[]
}

/** What became of one memory of an import, or is to become of it. */
export type BroughtLine = {
  file: string
  /** Where it is from in its file, or its id there; null where it does not say. */
  from: string | null
  became: 'new' | 'same' | 'conflicting' | 'suppressed' | 'left-out'
  line?: number
  entryId?: string
  status?: 'ordered' | 'done'
  because?: string
}

/** A memory that comes in as a job; counts, rate and remaining time are of memories. */
export type MemoryImport = {
  job: JobView
  project: string
  fileName: string
  /** Once it has come in. */
  report: TransferReport | null
  /** Where it was asked for. */
  log: BroughtLine[] | null
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
