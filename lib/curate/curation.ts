import { z } from 'zod'
import type { Store } from '../db/store.ts'
import type { Embedder } from '../llm/embedder.ts'
import type { Category } from '../memory/category.ts'
import type { Experience } from '../memory/entry.ts'
import type { AskedFilter, EntryFilter } from '../memory/filter/entry-filter.ts'
import type { LoosePair } from '../memory/findings/worklist.ts'
import type { CosineIndex } from '../retrieval/cosine-index.ts'
import type { CurateDeps } from './change-entries.ts'

// Fields that several commands take.

export const idSchema = z.string().min(1).max(60)
export const idsSchema = z.array(idSchema).min(1).max(100_000)
export const revisionSchema = z.number().int().min(0)
export const reasonSchema = z.string().trim().max(500).optional()
export const givenReasonSchema = z.string().trim().min(1, 'Say why.').max(500)
/** A form sends the same one however often it is sent. */
export const requestIdSchema = z.string().min(8).max(60).optional()
/** Who makes a change, where the page asked for a name. */
export const signed = { by: z.string().trim().min(1).max(80).default('person') }

/** What questions are asked again of. */
export interface Questions {
  store: Store
  index: CosineIndex
  embedder: Embedder
  /** Of these entries those that may be served. */
  servable(ids: readonly string[]): Promise<{ id: string }[]>
}

/** What changes of entries stand on. */
export interface Curation {
  /** What a change needs, signed with the name a person gave, `person` where none was given. */
  as(by?: string): SignedDeps
  /** A filter as an address says it, with its places turned into ids. */
  resolveFilter(asked: AskedFilter): Promise<EntryFilter>
  /** Pairs of near-duplicates in the project of an entry that a person was shown below those the detector keeps. */
  pairsShown(entryId: string, minScore: number | null): Promise<Omit<LoosePair, 'score'>[]>
  /** What a question is asked again with: the store, and the index caught up with it. */
  questions(): Promise<Questions>
}

/** What a command that changes entries is handed. */
export type Curates = { curation: Curation }

export type SignedDeps = CurateDeps & {
  keyOf: (category: Category, experience: Experience) => string
  mask: (text: string) => string
  /** Throws UserError `secret` when a text that stands beside entries holds one. */
  requireClean: (text: string, place: string) => void
}
