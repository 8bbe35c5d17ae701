import { getProject, listScopeIds } from '../db/projects.ts'
import { type JudgementRow, listJudgements } from '../db/retrieval/judgements.ts'
import type { Store } from '../db/store.ts'
import type { RetrievalLogView } from '../memory/lab/retrieval-log.ts'
import type { FloorsView } from '../memory/studies/minimum-score.ts'
import type { RetrievalDeps } from '../retrieval/retrieve.ts'
import { gradesOf, type ReplayQuery } from '../studies/retrieval/replay-query.ts'
import { floorsOf, type LabelledQuestion } from './lab-floors.ts'
import { meanGrades } from './lab-labels.ts'
import { retrievalLog } from './retrieval-log.ts'

export interface LabDeps {
  store: Store
  /** What retrieval needs, caught up at this moment, in a space of vectors; the current one when none is named. */
  answerDeps(embedder?: string): Promise<RetrievalDeps>
  /** Labelled questions that ship with the sample. */
  sampleQueries(): ReplayQuery[]
}

/** Labelled questions, minimum scores and the log of what was served. Nothing here writes. */
export function createLab({ store, answerDeps, sampleQueries }: LabDeps) {
  return {
    /** The sample's labelled questions as lines to paste. */
    exampleQueries: (): string =>
      sampleQueries()
        .map(({ id, text, category, relevant, grades }) =>
          JSON.stringify({ id, text, category, relevant, grades }),
        )
        .join('\n'),

    floors: async (projectName: string): Promise<FloorsView> =>
      await readFloors(await getProject(store, projectName), { store, answerDeps, sampleQueries }),

    async log(projectName: string, offset: number): Promise<RetrievalLogView> {
      const { id } = await getProject(store, projectName)
      return await retrievalLog(id, offset, store, answerDeps)
    },
  }
}

function labelledQuestion(query: ReplayQuery): LabelledQuestion[] {
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

/** What judged and written questions say of floors for the top score. */
async function readFloors(
  project: Awaited<ReturnType<typeof getProject>>,
  { store, answerDeps, sampleQueries }: LabDeps,
): Promise<FloorsView> {
  const projectIds = await listScopeIds(store, project.id)
  const written = project.source === 'written' ? sampleQueries().flatMap(labelledQuestion) : []
  const judged = judgedQuestions(await listJudgements(store, project.id, {}))
  const labels: FloorsView['labels'] = [
    { source: 'measured' as const, from: 'persons, blind', count: judged.length },
    { source: 'written' as const, from: 'the sample’s own labels', count: written.length },
  ].filter(({ count }) => count > 0)
  return await floorsOf([...judged, ...written], { projectIds }, labels, await answerDeps())
}
