import { type JudgementRow, listJudgements } from '../../db/retrieval/judgements.ts'
import type { Store } from '../../db/store.ts'
import type { TextLabels } from '../../memory/retrieval.ts'
import { mean } from '../../memory/statistics.ts'
import { gradesOf, isLabelled, type Question } from '../../memory/studies/question.ts'

/** Labels of one text: what persons judged blind goes before what the sample says of itself; null without either. */
export async function labelsOfText(
  store: Store,
  project: { id: string; source: string },
  text: string,
  sampleQueries: () => readonly Question[],
): Promise<TextLabels | null> {
  const judged = await listJudgements(store, project.id, { queryText: text })
  if (judged.length > 0) {
    const judges = new Set(judged.map(({ by }) => by)).size
    return {
      source: 'measured',
      from: `${judges} ${judges === 1 ? 'person' : 'persons'}, blind`,
      byInstance: {},
      byEntry: meanGrades(judged),
    }
  }
  if (project.source !== 'written') return null
  const line = sampleQueries().find((query) => query.text === text && isLabelled(query))
  if (!line) return null
  const byInstance = Object.fromEntries(gradesOf(line))
  return { source: 'written', from: 'the sample’s own labels', byInstance, byEntry: {} }
}

/** Mean grade over the judges by entry. */
export function meanGrades(judgements: readonly JudgementRow[]): Record<string, number> {
  const all = Map.groupBy(judgements, ({ entryId }) => entryId)
  return Object.fromEntries([...all].map(([id, own]) => [id, mean(own.map(({ grade }) => grade)) ?? 0]))
}
