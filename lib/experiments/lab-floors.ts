import { CATEGORIES } from '../memory/category.ts'
import { type FloorsView, type JudgedWinner, suggestFloor } from '../memory/studies/minimum-score.ts'
import { describe } from '../retrieval/plan.ts'
import type { RetrievalDeps } from '../retrieval/retrieve.ts'
import type { Scope } from '../retrieval/scope.ts'
import { twoStages } from '../retrieval/strategies/subtask.ts'
import type { ReplayQuery } from '../studies/retrieval/replay-query.ts'

/** A question with a category and what would help with it: instances, or entries that persons judged. */
export type LabelledQuestion = Pick<ReplayQuery, 'text' | 'category'> & {
  /** The question's own instance, taken out before ranking; null when it has none. */
  ownInstance: string | null
  helps: (winner: { id: string; instanceId: string | null }) => boolean | null
}

/** Scores of the winners of labelled questions beside those of unrelated pairs, and the floor they speak for. Reads only. */
export async function floorsOf(
  questions: readonly LabelledQuestion[],
  scope: Scope,
  labels: FloorsView['labels'],
  deps: RetrievalDeps,
): Promise<FloorsView> {
  const winners: JudgedWinner[] = []
  for (const { text, category, ownInstance, helps } of questions) {
    if (!category) continue
    const intent = { category, description: describe(text) }
    const seen = { ...scope, withoutInstance: ownInstance }
    const { hits } = await twoStages(intent, { scope: seen, limit: 1 }, deps)
    const [winner] = hits
    const isRelevant = winner ? helps(winner) : null
    if (winner && isRelevant !== null) winners.push({ category, score: winner.score, isRelevant, text })
  }
  return {
    floors: CATEGORIES.map((category) => suggestFloor(category, winners)),
    unrelated: deps.background(scope).pairs,
    labels,
    embedder: deps.embedder.id,
  }
}
