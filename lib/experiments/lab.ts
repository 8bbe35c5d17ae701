import { matchingIds } from '../db/entries/entries.ts'
import { getProject, listScopeIds } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import type { Embedder } from '../llm/embedder.ts'
import { entryFilterSchema } from '../memory/filter/entry-filter.ts'
import type { LabComparison, LabRequest, WrongTurns } from '../memory/lab/lab.ts'
import type { RetrieveRequest } from '../memory/retrieval.ts'
import type { RetrievalDeps } from '../retrieval/retrieve.ts'
import type { ReplayQuery } from '../studies/retrieval/replay-query.ts'
import { labelsOfText } from '../studies/retrieval/text-labels.ts'
import { labCompare } from './lab-compare.ts'
import { createPastAnswers } from './past-answers.ts'
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
  }
}
