import { matchingIds } from '../db/entries/entries.ts'
import { getProject, listScopeIds } from '../db/projects.ts'
import { type JudgementRow, listJudgements } from '../db/retrieval/judgements.ts'
import type { Store } from '../db/store.ts'
import type { Embedder } from '../llm/embedder.ts'
import { entryFilterSchema } from '../memory/filter/entry-filter.ts'
import type { LabComparison, LabRequest, WrongTurns } from '../memory/lab/lab.ts'
import type { RetrievalLogView } from '../memory/lab/retrieval-log.ts'
import type { RetrieveRequest } from '../memory/retrieval.ts'
import type { FloorsView } from '../memory/studies/minimum-score.ts'
import type { RetrievalDeps } from '../retrieval/retrieve.ts'
import { gradesOf, type ReplayQuery } from '../studies/retrieval/replay-query.ts'
import { labCompare } from './lab-compare.ts'
import { floorsOf, type LabelledQuestion } from './lab-floors.ts'
import { labelsOfText, meanGrades } from './lab-labels.ts'
import { createPastAnswers } from './past-answers.ts'
import { retrievalLog } from './retrieval-log.ts'
import { wrongTurns } from './wrong-turns.ts'

export interface LabDeps {
  store: Store
  embedder: Embedder
  /** What retrieval needs, caught up at this moment, in a space of vectors; the current one when none is named. */
  answerDeps(embedder?: string): Promise<RetrievalDeps>
  /** Labelled questions that ship with the sample. */
  sampleQueries(): ReplayQuery[]
  /** Milliseconds of a clock that only moves forward. */
  now(): number
}

/** The lab's use cases, kept batches apart. Nothing here writes. */
export function createLab({ store, embedder, answerDeps, sampleQueries, now }: LabDeps) {
  const pastAnswers = createPastAnswers(store, embedder, {
    now,
    steps: async (entry) => await (await answerDeps()).steps(entry),
    items: async (episodeId) => await (await answerDeps()).items(episodeId),
  })

  /** As `pastAnswers`, in another space, which must hold the whole memory of today. */
  async function pastAnswersIn(other: string, project: string): Promise<typeof pastAnswers> {
    const present = await answerDeps(other)
    await present.projectScope(project)
    return createPastAnswers(store, present.embedder, { now, steps: present.steps, items: present.items })
  }

  async function projectIdsOf(name: string): Promise<string[]> {
    return await listScopeIds(store, (await getProject(store, name)).id)
  }

  return {
    async compare(request: LabRequest): Promise<LabComparison> {
      return await labCompare(request, {
        present: answerDeps,
        past: async (project, asOf, other) =>
          await (other ? await pastAnswersIn(other, project) : pastAnswers)(
            await projectIdsOf(project),
            asOf,
          ),
        matching: async (project, filter) =>
          await matchingIds(
            store,
            entryFilterSchema.parse({ projectId: (await getProject(store, project)).id, expression: filter }),
          ),
      })
    },

    async wrongTurns(request: RetrieveRequest): Promise<WrongTurns> {
      const project = await getProject(store, request.project)
      const labels = await labelsOfText(store, project, request.text.trim(), sampleQueries)
      return await wrongTurns(request, labels, await answerDeps(request.embedder))
    },

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
  { store, answerDeps, sampleQueries }: Pick<LabDeps, 'store' | 'answerDeps' | 'sampleQueries'>,
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
