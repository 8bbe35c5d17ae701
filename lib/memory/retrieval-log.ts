import type { Category } from './category.ts'

/** One saved or served retrieval, and what the same request finds now. */
export type RetrievalLogRow = {
  id: string
  at: string
  by: string
  purpose: 'saved' | 'served'
  strategy: string
  category: Category
  text: string
  /** What it was asked with beside strategy and category; null when it can no longer be read. */
  settings: { floor: number | null; seed: number | null; repo: string | null } | null
  /** Space of vectors it was asked in. */
  embedder: string
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
