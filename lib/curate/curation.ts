import type { Store } from '../db/store.ts'
import type { Embedder } from '../llm/embedder.ts'
import type { Category } from '../memory/category.ts'
import type { AskedFilter, EntryFilter } from '../memory/filter/entry-filter.ts'
import type { LoosePair } from '../memory/findings/worklist.ts'
import type { Experience } from '../memory/subtask.ts'
import type { CosineIndex } from '../retrieval/cosine-index.ts'
import type { CurateDeps } from './change-entries.ts'
import type { PortableLine } from './transfer/read-portables.ts'

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
  /** The entries of an export. Throws UserError `bad-line` or `secret`. */
  readExport: (text: string) => Promise<PortableLine[]>
  /** Throws UserError `secret` when a text that stands beside entries holds one. */
  requireClean: (text: string, place: string) => void
}
