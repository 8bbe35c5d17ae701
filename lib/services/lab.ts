import { listPatchedEpisodes } from '../db/episodes/episode-texts.ts'
import { getProject } from '../db/projects.ts'
import type { LabRunHead } from '../db/retrieval/lab-runs.ts'
import { createBatchRuns } from '../experiments/batch-runs.ts'
import { createLab } from '../experiments/lab.ts'
import type { ReplayReport, ReplayRequest } from '../experiments/replay.ts'
import { type ReplayQuery, readSampleQueries } from '../experiments/replay-query.ts'
import { sameFileQueries } from '../experiments/same-file-labels.ts'
import { verdictWords, type WordReport } from '../experiments/verdict-words.ts'
import { countReadings } from '../jobs/distil/read-question.ts'
import { findBatchProgress, orderBatch } from '../jobs/experiments/run-batch.ts'
import type {
  BatchProgress,
  BatchRequest,
  BatchRows,
  BatchRunView,
  NextPair,
  Shown,
} from '../memory/lab/batch.ts'
import type { FloorsView } from '../memory/lab/floors.ts'
import type { LabComparison, LabRequest, WrongTurns } from '../memory/lab/lab.ts'
import type { RetrievalLogView } from '../memory/lab/retrieval-log.ts'
import type { RetrieveRequest } from '../memory/retrieval.ts'
import type { Core } from './core.ts'
import { measuredReplay } from './measured-replay.ts'

/** Ways to retrieve, side by side, and how good they are. */
export interface Lab {
  compare(request: LabRequest): Promise<LabComparison>
  /** What the memory would answer behind each of the four walls. */
  wrongTurns(request: RetrieveRequest): Promise<WrongTurns>
  /** The sample's labelled questions as lines to paste. */
  exampleQueries(): string
  floors(projectName: string): Promise<FloorsView>
  log(projectName: string, offset: number): Promise<RetrievalLogView>
  /** Retrieval quality over labelled queries. Reads only. */
  replay(request: ReplayRequest): Promise<ReplayReport & { words: WordReport }>
  /** Queries whose labels come from the runs' own patches. */
  sameFileQueries(input: { project: string; level: 'task' | 'subtask' }): Promise<ReplayQuery[]>
  batches: Batches
}

/** Kept batches: what they found, and judging it blind. */
export interface Batches {
  order(request: BatchRequest): Promise<{ id: string }>
  /** How many questions a language model has read here: `subtask-by-model` compares those. */
  readingCount(): Promise<number>
  progress(id: string): Promise<BatchProgress | null>
  list(projectId: string): Promise<LabRunHead[]>
  get(id: string): Promise<BatchRunView>
  rows(id: string, shown: Shown, from: number): Promise<BatchRows>
  json(id: string): Promise<AsyncGenerator<string>>
  csv(id: string): Promise<AsyncGenerator<string>>
  nextPair(input: { runId: string; by: string }): Promise<NextPair>
  judge(input: { runId: string; by: string; queryId: string; entryId: string; grade: number }): Promise<null>
  takeBack(input: { runId: string; by: string }): Promise<boolean>
}

export function createLabService(core: Core): Lab {
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
    compare: (request) => lab().compare(request),
    wrongTurns: (request) => lab().wrongTurns(request),
    exampleQueries: () => lab().exampleQueries(),
    floors: (projectName) => lab().floors(projectName),
    log: (projectName, offset) => lab().log(projectName, offset),
    async replay(request) {
      const { report, queries, episodes } = await measuredReplay(request, core)
      return { ...report, words: await verdictWords(request.project, queries, episodes, await answerDeps()) }
    },
    sameFileQueries: async ({ project, level }) =>
      sameFileQueries(await listPatchedEpisodes(store, (await getProject(store, project)).id), level),
    batches: {
      ...createBatchRuns(store),
      async order(request) {
        const ordered = await orderBatch(request, batchDeps)
        worker.wake()
        return ordered
      },
      readingCount: () => countReadings(store, core.models.recordings.current),
      progress: (id) => findBatchProgress(store, id),
    },
  }
}
