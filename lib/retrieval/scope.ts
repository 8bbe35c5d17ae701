import { type Embedder, embedOne } from '../llm/embedder.ts'
import { CATEGORIES } from '../memory/category.ts'
import type { Description } from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import { norm } from '../memory/similarity.ts'
import { descriptionText } from '../memory/text/words.ts'
import type { CosineIndex, IndexRow, PoolFilter } from './cosine-index.ts'

/** Whose memory a retrieval may see. */
export interface Scope {
  /** The project and its parent (the user's own memory), see `listScopeIds`. */
  projectIds: readonly string[]
  /** The episode at work, so that its own working memory counts; null outside an episode. */
  episodeId?: string | null
  /** Leave the entries of this instance out, before anything is counted or ranked. */
  withoutInstance?: string | null
  /** Ids to leave out as if they had been deleted: a planned deletion, looked at before it is done. */
  without?: readonly string[]
  /** Nothing sees an entry from its own future: see `Before`. */
  before?: Before | null
}

/**
 * A moment: entries created before an entry id (a prefix of the index), or entries of episodes at earlier places of the
 * stream (from 0). An entry without a place, made by hand, belongs to no moment of the stream and is left out there.
 */
export type Before = { id: string } | { position: number }

/** True when an entry may be seen, planned deletions apart: it is of the project or its parent, and working memory only by its own episode. */
function inScope(row: Omit<IndexRow, 'vector'>, scope: Scope): boolean {
  if (!scope.projectIds.includes(row.projectId)) return false
  if (row.scope === 'episode' && (row.episodeId === null || row.episodeId !== scope.episodeId)) return false
  if (scope.withoutInstance && row.instanceId === scope.withoutInstance) return false
  return isBefore(row, scope.before ?? null)
}

/** True when a row with this id and place in the stream lies before the moment. */
export function isBefore(row: { id: string; position: number | null }, before: Before | null): boolean {
  if (before === null) return true
  if ('id' in before) return row.id < before.id
  return row.position !== null && row.position < before.position
}

/** Ids that a key of a filter may hold. Ours. */
const LONGEST_KEY = 50

/** The scope as a filter of the index. */
export function scopeFilter(scope: Scope): PoolFilter {
  const { before } = scope
  const without = new Set(scope.without)
  return {
    admits: (row) => inScope(row, scope) && !without.has(row.id),
    // A planned deletion is asked a few times only, and its key could be as long as the deletion; what is withheld is asked for always.
    ...(without.size <= LONGEST_KEY ? { key: JSON.stringify(scope) } : {}),
    ...(before && 'id' in before ? { before: before.id } : {}),
  }
}

/** Every entry of the scope with its vector, category by category. */
export function rowsInScope(index: CosineIndex, scope: Scope): IndexRow[] {
  return CATEGORIES.flatMap((category) => index.pool(category, scopeFilter(scope)).rows())
}

/** E(d). Throws a UserError when d holds no word: its likeness to everything is 0 and would pick at random. */
export async function embedDescription(description: Description, embedder: Embedder): Promise<Float32Array> {
  const query = await embedOne(embedder, descriptionText(description))
  if (norm(query) === 0) {
    throw new UserError('text-without-words', 'The text has no word to search by.', {
      hint: 'Write what the agent is about to do, for example "construct a failing test case for the page boundary".',
      place: 'text',
    })
  }
  return query
}
