import type { Parts as Core } from '../api/parts.ts'
import { listPatchedEpisodes } from '../db/episodes/episode-texts.ts'
import { getProject } from '../db/projects.ts'
import { createLab } from '../experiments/lab.ts'
import { countReadings } from '../jobs/distil/read-question.ts'
import { findBatchProgress, orderBatch } from '../jobs/experiments/run-batch.ts'
import type { LabRequest } from '../memory/lab/lab.ts'
import type { RetrieveRequest } from '../memory/retrieval.ts'
import type { BatchRequest } from '../memory/studies/retrieval.ts'
import { createBatchRuns } from '../studies/retrieval/batch-runs.ts'
import type { ReplayRequest } from '../studies/retrieval/replay.ts'
import { type ReplayQuery, readSampleQueries } from '../studies/retrieval/replay-query.ts'
import { sameFileQueries } from '../studies/retrieval/same-file-labels.ts'
import { verdictWords } from '../studies/retrieval/verdict-words.ts'
import { measuredReplay } from './measured-replay.ts'

/** Ways to retrieve, side by side, and how good they are. */
export function createLabService(core: Core) {
  const { store, worker, batchDeps, rootPath, answerDeps, inSpace } = core

  /** The sample's labelled questions, read once. */
  let labelled: ReplayQuery[] | null = null
  function sampleQueries(): ReplayQuery[] {
    labelled ??= readSampleQueries(rootPath)
    return labelled
  }
  const lab = inSpace(({ questions }) =>
    createLab({ store, embedder: questions, answerDeps, sampleQueries, now: () => performance.now() }),
  )
  return {
    compare: (request: LabRequest) => lab().compare(request),
    /** What the memory would answer behind each of the four walls. */
    wrongTurns: (request: RetrieveRequest) => lab().wrongTurns(request),
    /** The sample's labelled questions as lines to paste. */
    exampleQueries: () => lab().exampleQueries(),
    floors: (projectName: string) => lab().floors(projectName),
    log: (projectName: string, offset: number) => lab().log(projectName, offset),
    /** Retrieval quality over labelled queries. Reads only. */
    async replay(request: ReplayRequest) {
      const { report, queries, episodes } = await measuredReplay(request, core)
      return { ...report, words: await verdictWords(request.project, queries, episodes, await answerDeps()) }
    },
    /** Queries whose labels come from the runs' own patches. */
    sameFileQueries: async ({ project, level }: { project: string; level: 'task' | 'subtask' }) =>
      sameFileQueries(await listPatchedEpisodes(store, (await getProject(store, project)).id), level),
    /** Kept batches: what they found, and judging it blind. */
    batches: {
      ...createBatchRuns(store),
      async order(request: BatchRequest) {
        const ordered = await orderBatch(request, batchDeps)
        worker.wake()
        return ordered
      },
      /** How many questions a language model has read here: `subtask-by-model` compares those. */
      readingCount: () => countReadings(store, core.models.recordings.current),
      progress: (id: string) => findBatchProgress(store, id),
    },
  }
}
