import { type Embedder, embedOne } from '../llm/embedder.ts'
import { UserError } from '../memory/errors.ts'
import type { RetrievalAnswer } from '../memory/retrieval.ts'
import { norm } from '../memory/similarity.ts'
import { descriptionText, type Intent } from '../memory/subtask.ts'
import type { CosineIndex, Scored } from './cosine-index.ts'
import { type Scope, scopeFilter } from './scope.ts'

export interface RetrievalDeps {
  /** Approved entries, caught up. */
  index: CosineIndex
  embedder: Embedder
}

export interface RetrievalOptions {
  scope: Scope
  /** Candidates to rank; only the first is ever injected, the others are there to be shown. */
  limit?: number
  /** Lowest cosine that may be injected; null = none, as in the paper. */
  floor?: number | null
}

export interface Retrieval {
  /** Approved entries in scope. */
  considered: number
  /** Of those, of the intent's category. */
  kept: number
  byCategory: RetrievalAnswer['funnel']['byCategory']
  /** Best first; ties to the highest id. */
  hits: Scored[]
  /** Best minus second best over the whole pool; null with fewer than two. */
  margin: number | null
  /** Why nothing is injected: the pool is empty, or the best lies under the floor. */
  abstained: 'cold' | 'floor' | null
}

/**
 * Two-stage retrieval, arXiv 2602.21611 eq. (2): m* = argmax over m.z = z of cos(E(d), E(m.d)). Reads only.
 * The query is embedded first, so that both stages see one state of the index.
 */
export async function retrieve(
  intent: Intent,
  { index, embedder }: RetrievalDeps,
  { scope, limit = 1, floor = null }: RetrievalOptions,
): Promise<Retrieval> {
  const query = await embedIntent(intent, embedder)
  const filter = scopeFilter(scope)
  const byCategory = index.counts(filter)
  const pool = index.pool(intent.category, filter) // stage 1: hard filter
  const nearest = pool.nearest(query, Math.max(limit, 2)) // stage 2: cosine on d
  return {
    considered: byCategory.ANALYZE + byCategory.REPRODUCE + byCategory.EDIT + byCategory.VERIFY,
    kept: pool.size,
    byCategory,
    hits: nearest.slice(0, limit),
    margin: marginOf(nearest),
    abstained: abstention(nearest, floor),
  }
}

/** E(d). Throws a UserError when d holds no word: its likeness to everything is 0 and would pick at random. */
export async function embedIntent(intent: Intent, embedder: Embedder): Promise<Float32Array> {
  const query = await embedOne(embedder, descriptionText(intent.description))
  if (norm(query) === 0) {
    throw new UserError('text-without-words', 'The text has no word to search by.', {
      hint: 'Write what the agent is about to do, for example "construct a failing test case for the page boundary".',
      place: 'text',
    })
  }
  return query
}

/** Best score minus the second; null with fewer than two. */
export function marginOf(hits: readonly { score: number }[]): number | null {
  const [first, second] = hits
  return first && second ? first.score - second.score : null
}

/** Why nothing would be injected; null when the best may be. */
export function abstention(
  hits: readonly { score: number }[],
  floor: number | null,
): 'cold' | 'floor' | null {
  const [best] = hits
  if (!best) return 'cold'
  return floor !== null && best.score < floor ? 'floor' : null
}
