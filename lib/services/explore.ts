import { embedOne } from '../llm/embedder.ts'
import type { PlaygroundAnswer, RetrieveRequest } from '../memory/retrieval.ts'
import { descriptionText } from '../memory/subtask.ts'
import { unrelatedOf } from '../retrieval/chance.ts'
import { ambiguityOf } from '../retrieval/explain/ambiguity.ts'
import { type HeldBack, rejectedFor } from '../retrieval/explain/rejected.ts'
import { whatIf } from '../retrieval/explain/what-if.ts'
import { injectedMessage } from '../retrieval/injection.ts'
import { limitsOf } from '../retrieval/limits.ts'
import { type RetrievalDeps, retrieve } from '../retrieval/retrieve.ts'
import { scopeFilter } from '../retrieval/scope.ts'

export interface ExploreDeps extends RetrievalDeps {
  /** Indexes of the entries that retrieval never asks, caught up with the store just before. */
  heldBack(): Promise<HeldBack>
}

/** Scores of the pool that are handed to the picture. */
const MOST_POOL_SCORES = 2_000

/** Everything the playground draws for one question: the answer, chance, the pool, what was kept out. Reads only. */
export async function explore(request: RetrieveRequest, deps: ExploreDeps): Promise<PlaygroundAnswer> {
  const answer = await retrieve(request, deps)
  const { scope } = await deps.projectScope(request.project)
  const { category, description } = answer.intent
  const text = descriptionText(description)
  const query = await embedOne(deps.embedder, text)
  const pool = deps.index.pool(category, scopeFilter(scope))
  const poolScores = pool.nearest(query, pool.size).map(({ score }) => score)
  const chance = await deps.chance({ scope, category, pools: [category] })
  const { columns } = await whatIf({ ...request, limit: 4 }, deps)
  return {
    answer,
    unrelated: unrelatedOf(chance),
    poolScores: poolScores.slice(0, MOST_POOL_SCORES),
    whatIf: columns.map(({ category: other, kept, hits, verdict }) => ({
      category: other,
      kept,
      hits,
      verdict,
      injected: hits[0] ? injectedMessage({ ...hits[0], id: hits[0].entryId }) : null,
    })),
    ambiguity: ambiguityOf(answer.hits, poolScores, answer.verdict.weakFrom, limitsOf(deps.embedder.id).near),
    rejected: await rejectedFor(
      {
        query,
        category,
        best: answer.hits[0]?.score ?? null,
        poolScores,
        floor: request.floor ?? null,
        scope,
      },
      deps,
    ),
  }
}
