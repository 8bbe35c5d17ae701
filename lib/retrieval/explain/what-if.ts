import { CATEGORIES, type Category } from '../../memory/category.ts'
import type { Hit, Prediction, RetrieveRequest, Verdict } from '../../memory/retrieval.ts'
import { questionOf, type RetrievalDeps, rankAndRead, readQuestion, verdictOf } from '../retrieve.ts'
import { subtask, twoStages } from '../strategies/subtask.ts'

/** One column of the strip "had the category been …". */
export interface WhatIf {
  category: Category
  kept: number
  /** Best first. */
  hits: Hit[]
  margin: number | null
  verdict: Verdict
}

/** The same description under each of the four categories, in their fixed order: what a wrong turn would have injected. */
export async function whatIf(
  request: RetrieveRequest,
  deps: RetrievalDeps,
): Promise<{ predicted: Prediction | null; columns: WhatIf[] }> {
  const { scope } = await deps.projectScope(request.project)
  const { intent, predicted } = readQuestion(request, deps.reading)
  const { floor = null } = request
  const columns: WhatIf[] = []
  for (const category of CATEGORIES) {
    const query = { ...questionOf(request), category, scope, floor }
    const found = await rankAndRead((asked) => twoStages({ ...intent, category }, asked, deps), query, deps)
    const verdict = await verdictOf(subtask, { scope, category }, found, deps)
    const { ranking, hits } = found
    columns.push({ category, kept: ranking.kept, hits, margin: ranking.margin, verdict })
  }
  return { predicted, columns }
}
