import { listScopeIds } from '../../db/projects.ts'
import { type JudgementRow, listJudgements } from '../../db/retrieval/judgements.ts'
import type { Store } from '../../db/store.ts'
import { CATEGORIES } from '../../memory/category.ts'
import type { Source } from '../../memory/source.ts'
import {
  type JudgedWinner,
  type MinimumScoreReport,
  suggestMinimum,
  type VerdictReport,
} from '../../memory/studies/minimum-score.ts'
import { gradesOf, type Question } from '../../memory/studies/question.ts'
import { FOLDS_SEED } from '../../retrieval/fit-verdict.ts'
import { describe } from '../../retrieval/plan.ts'
import type { RetrievalDeps } from '../../retrieval/retrieve.ts'
import type { Scope } from '../../retrieval/scope.ts'
import { twoStages } from '../../retrieval/strategies/subtask.ts'
import { meanGrades } from '../retrieval/same-file-labels.ts'

/** A question with a category and what would help with it: instances, or entries that persons judged. */
export type LabelledQuestion = Pick<Question, 'text' | 'category'> & {
  /** The question's own instance, taken out before ranking; null when it has none. */
  ownInstance: string | null
  helps: (winner: { id: string; instanceId: string | null }) => boolean | null
}

/** Scores of the winners of labelled questions beside those of unrelated pairs, and the minimum they speak for. Reads only. */
export async function scoresOf(
  questions: readonly LabelledQuestion[],
  scope: Scope,
  labels: MinimumScoreReport['labels'],
  deps: RetrievalDeps,
): Promise<MinimumScoreReport> {
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
  const { pairs: unrelated, seed } = deps.background(scope)
  const verdict = await verdictReport(scope, deps)
  return {
    categories: CATEGORIES.map((category) => suggestMinimum(category, winners)),
    ...{ unrelated, labels, embedder: deps.embedder.id, verdict },
    seed: verdict ? FOLDS_SEED : seed,
  }
}

async function verdictReport(
  scope: Scope,
  { verdictFit }: Pick<RetrievalDeps, 'verdictFit'>,
): Promise<VerdictReport | null> {
  const fit = await verdictFit(scope)
  if (fit === null) return null
  const { source, n, helped, levels, curve } = fit
  return { source, n, helped, levels, curve }
}

function labelledQuestion(query: Question): LabelledQuestion[] {
  const { id, text, category } = query
  if (!category) return []
  const helping = gradesOf(query)
  return [{ text, category, ownInstance: id, helps: ({ instanceId }) => helping.has(instanceId ?? '') }]
}

/** Questions that persons judged; an entry helps from a mean grade of 2, and nobody knows of one that was not judged. */
function judgedQuestions(judgements: readonly JudgementRow[]): LabelledQuestion[] {
  const byQuestion = Map.groupBy(judgements, ({ queryId }) => queryId)
  return [...byQuestion.values()].flatMap((rows) => {
    const [first] = rows
    if (!first?.category) return []
    const grades = meanGrades(rows)
    const helps: LabelledQuestion['helps'] = ({ id }) => {
      const grade = grades[id]
      return grade === undefined ? null : grade >= 2
    }
    return [{ text: first.queryText, category: first.category, ownInstance: null, helps }]
  })
}

/** What judged and written questions say of a minimum score. Nothing is ordered for it: it is a report over what is kept. */
export async function readMinimumScore(
  project: { id: string; source: Source },
  {
    store,
    answerDeps,
    sampleQueries,
  }: { store: Store; answerDeps(): Promise<RetrievalDeps>; sampleQueries(): readonly Question[] },
): Promise<MinimumScoreReport> {
  const projectIds = await listScopeIds(store, project.id)
  const written = project.source === 'written' ? sampleQueries().flatMap(labelledQuestion) : []
  const judged = judgedQuestions(await listJudgements(store, project.id, {}))
  const labels: MinimumScoreReport['labels'] = [
    { source: 'measured' as const, from: 'persons, blind', count: judged.length },
    { source: 'written' as const, from: 'the sample’s own labels', count: written.length },
  ].filter(({ count }) => count > 0)
  return await scoresOf([...judged, ...written], { projectIds }, labels, await answerDeps())
}
