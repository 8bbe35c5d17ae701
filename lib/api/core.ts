import type { Curation } from '../curate/curation.ts'
import type { Store } from '../db/store.ts'
import type { AccessKey } from '../memory/keys.ts'
import { createCuration } from './curation.ts'
import { type CoreOptions, createParts, type Parts } from './parts.ts'

/** What an operation is handed. */
export type Core = Parts & {
  curation: Curation
  /** The key that the caller came with; null or absent = the owner. */
  key?: AccessKey | null
}

/** Builds what operations are handed. Nothing works yet: the worker is started by whoever serves. */
export async function createCore(store: Store, options: CoreOptions): Promise<Core> {
  const parts = await createParts(store, options)
  return { ...parts, curation: createCuration(parts) }
}
