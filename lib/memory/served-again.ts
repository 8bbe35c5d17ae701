import type { Category } from './category.ts'
import type { Outcome } from './trajectory.ts'

/** What was asked in a saved or served retrieval. */
export type AskedRetrieval = {
  id: string
  at: string
  by: string
  purpose: 'saved' | 'served'
  strategy: string
  category: Category
  text: string
  /** The program's own name for its episode, and how it ended as far as somebody reported it. */
  episodeId: string | null
  outcome: Outcome
  /** Drawn to be given nothing. */
  isWithheld: boolean
  /** Space of vectors it was asked in. */
  embedder: string
}

/** One saved or served retrieval, and what the same request finds now. */
export type RetrievalLogRow = AskedRetrieval & {
  /** What it was asked with beside strategy and category; null when it can no longer be read. */
  settings: { floor: number | null; seed: number | null } | null
  before: { winnerId: string | null; score: number | null; verdict: string; objective: string | null }
  /** Null when it cannot be asked again; `why` says so. */
  today: { winnerId: string | null; score: number | null; verdict: string; objective: string | null } | null
  why: string | null
  /** True when the winner is another one, or there is none any more. */
  hasChanged: boolean
}

export type RetrievalLogView = {
  rows: RetrievalLogRow[]
  count: number
  offset: number
  changedCount: number
}
