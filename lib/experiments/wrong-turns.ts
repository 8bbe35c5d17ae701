import type { TextLabels, WrongTurn, WrongTurns } from '../memory/lab/lab.ts'
import type { Hit, RetrieveRequest } from '../memory/retrieval.ts'
import { whatIf } from '../retrieval/explain/what-if.ts'
import { describe } from '../retrieval/plan.ts'
import { likeliestCategory, predictCategory } from '../retrieval/predict-category.ts'
import { type RetrievalDeps, retrieve } from '../retrieval/retrieve.ts'

/**
 * What each wrong category would cost for this text: similarity always, relevance where labels say what would help, and
 * what `soft` would have done with the prior that the rules give, whatever category was named. Reads only.
 */
export async function wrongTurns(
  request: RetrieveRequest,
  labels: TextLabels | null,
  deps: RetrievalDeps,
): Promise<WrongTurns> {
  const predicted = predictCategory(describe(request.text).objective)
  const right = request.category ?? likeliestCategory(predicted)
  const asked = { ...request, category: right, mode: 'subtask' as const, limit: 1 }
  const { columns } = await whatIf(asked, deps)
  const gradeOf = (hit: Hit | undefined) => (labels === null ? null : gradeIn(labels, hit))
  const ofRight = columns.find(({ category }) => category === right)
  const rightBest = ofRight?.hits[0]
  const turns = columns.map(({ category, kept, hits, verdict }): WrongTurn => {
    const [best] = hits
    const [grade, rightGrade] = [gradeOf(best), gradeOf(rightBest)]
    return {
      category,
      kept,
      best: best ?? null,
      verdict,
      similarityLost: rightBest && best ? rightBest.score - best.score : null,
      grade,
      relevanceLost: grade === null || rightGrade === null ? null : rightGrade - grade,
    }
  })
  const { category: _named, ...unnamed } = request
  const soft = await retrieve({ ...unnamed, mode: 'subtask', strategy: 'soft', floor: null, limit: 1 }, deps)
  const [hit] = soft.hits
  return {
    right,
    turns,
    predicted,
    soft: hit ? { hit, grade: gradeOf(hit), isOfRight: hit.category === right } : null,
    labels: labels && { source: labels.source, from: labels.from, count: countOf(labels) },
  }
}

/** Grade of an entry by the labels of a text; what nobody graded is no help, as in the metrics. */
function gradeIn({ byEntry, byInstance }: TextLabels, hit: Hit | undefined): number {
  if (!hit) return 0
  return byEntry[hit.entryId] ?? (hit.instanceId === null ? 0 : (byInstance[hit.instanceId] ?? 0))
}

function countOf({ byEntry, byInstance }: TextLabels): number {
  return Object.keys(byEntry).length + Object.keys(byInstance).length
}
