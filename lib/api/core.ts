import type { Curation } from '../curate/curation.ts'
import { findEntry } from '../db/entries/entries.ts'
import { readServable } from '../db/entries/entry-detail.ts'
import { standingPairs } from '../db/findings/loose-pair-rows.ts'
import type { Store } from '../db/store.ts'
import { inspectTexts } from '../extract/inspect-texts.ts'
import { masked } from '../extract/mask-texts.ts'
import { holdsSecret, requireNoSecret } from '../extract/secret-scan.ts'
import { suppressionKey } from '../extract/suppression-key.ts'
import { embedOne } from '../llm/embedder.ts'
import type { Caller } from '../memory/people.ts'
import { descriptionText } from '../memory/text/words.ts'
import { resolveFilter } from './asked-filter.ts'
import { type CoreOptions, createParts, type Parts } from './parts.ts'

/** What an operation is handed. */
export type Core = Parts & {
  curation: Curation
  /** Who asks; absent = the owner. */
  caller?: Caller
  /** Whose name a change carries where none is given. */
  by: string
}

/** Builds what operations are handed. Nothing works yet: the worker is started by whoever serves. */
export async function createCore(store: Store, options: CoreOptions): Promise<Core> {
  const parts = await createParts(store, options)
  return { ...parts, curation: createCuration(parts), by: 'person' }
}

function createCuration(parts: Parts): Curation {
  const { store, spaces, loosePairs } = parts
  /** A reason is typed by a person and stays in the log for good: whatever the verb, none may hold a secret. */
  const withoutSecret: Pick<Store, 'write' | 'writeFirst'> = {
    async write(note, work) {
      requireNoSecret(note.reason, 'reason')
      return await store.write(note, work)
    },
    async writeFirst(writes) {
      for (const { note } of writes) requireNoSecret(note.reason, 'reason')
      return await store.writeFirst(writes)
    },
  }
  const deps: ReturnType<Curation['as']> = {
    store: { ...store, ...withoutSecret },
    by: 'person',
    embed: async (description) => {
      const { asking } = spaces.current()
      return { model: asking.id, vector: await embedOne(asking, descriptionText(description)) }
    },
    keyOf: suppressionKey,
    mask: masked,
    requireClean: requireNoSecret,
    inspect: inspectTexts,
  }
  return {
    as: (by = deps.by) => ({ ...deps, by }),
    resolveFilter: (asked) => resolveFilter(asked, parts),
    async pairsShown(entryId, minScore) {
      const projectId = (await findEntry(store, entryId))?.projectId ?? ''
      const pairs = await loosePairs.pairs(projectId, minScore)
      return await standingPairs(store, { projectId, detector: 'near-duplicate' }, pairs)
    },
    async questions() {
      const { approved, questions: embedder } = spaces.current()
      return {
        store,
        index: await approved(),
        embedder,
        servable: (ids) => readServable(store, ids, holdsSecret),
      }
    },
  }
}
