import { CATEGORIES, type Category } from '../../memory/category.ts'
import type { Hit, RetrieveRequest, TextLabels, Turn, WhatIf } from '../../memory/retrieval.ts'
import { predictCategory } from '../predict-category.ts'
import { questionOf, type RetrievalDeps, rankAndRead, readQuestion, verdictOf } from '../retrieve.ts'
import type { Scope } from '../scope.ts'
import { byPrior } from '../strategies/soft.ts'
import { subtask } from '../strategies/subtask.ts'
import { rankScored, type ScoredPools, scorePools } from './scored-pools.ts'

/** Candidates of a category that the strip draws. */
const SHOWN = 4

/**
 * The same description under each of the four categories: what a wrong one would have injected, what that costs in similarity,
 * and where labels say what would help, in relevance; and what `soft` would have done with the prior of the rules, whatever
 * category was named. Reads only.
 */
export async function whatIf(
  request: RetrieveRequest,
  labels: TextLabels | null,
  deps: RetrievalDeps,
): Promise<WhatIf> {
  const { scope } = await deps.projectScope(request.project)
  const { intent } = readQuestion(request, deps.reading)
  return await whatIfOf(request, await scorePools(intent.description, scope, deps), { labels, scope }, deps)
}

/** As `whatIf`, from scores that are there. */
export async function whatIfOf(
  request: RetrieveRequest,
  pools: ScoredPools,
  { labels, scope }: { labels: TextLabels | null; scope: Scope },
  deps: RetrievalDeps,
): Promise<WhatIf> {
  const { intent } = readQuestion(request, deps.reading)
  const found = new Map<Category, Pick<Turn, 'kept' | 'hits' | 'verdict'>>()
  for (const category of CATEGORIES) {
    const query = { ...questionOf(request), limit: SHOWN, category, scope, floor: request.floor ?? null }
    const one = await rankAndRead(async (asked) => rankScored(pools, category, asked), query, deps)
    const verdict = await verdictOf(subtask, { scope, intent: { ...intent, category } }, one, deps)
    found.set(category, { kept: one.ranking.kept, hits: one.hits, verdict })
  }
  const gradeOf = (hit: Hit | undefined) => labels && gradeIn(labels, hit)
  const best = found.get(intent.category)?.hits[0]
  const bestGrade = gradeOf(best)
  const predicted = predictCategory(intent.description.objective)
  const winners = [...found.values()].flatMap(({ hits }) => hits.slice(0, 1))
  const [first] = byPrior(
    winners.map((hit) => ({ ...hit, id: hit.entryId })),
    predicted.probabilities,
  )
  const soft = winners.find(({ entryId }) => entryId === first?.id)
  return {
    right: intent.category,
    turns: [...found].map(([category, one]): Turn => {
      const grade = gradeOf(one.hits[0])
      return {
        category,
        ...one,
        similarityLost: best && one.hits[0] ? best.score - one.hits[0].score : null,
        grade,
        relevanceLost: grade === null || bestGrade === null ? null : bestGrade - grade,
      }
    }),
    predicted,
    soft: soft ? { hit: soft, grade: gradeOf(soft), isOfRight: soft.category === intent.category } : null,
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
