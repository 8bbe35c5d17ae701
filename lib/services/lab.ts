import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getEntries } from '../db/entries/entries.ts'
import { listEntryTexts } from '../db/entries/entry-texts.ts'
import { listEpisodeTexts, listPatchedEpisodes } from '../db/episodes/episode-texts.ts'
import { getProject, listScopeIds } from '../db/projects.ts'
import type { LabRunHead } from '../db/retrieval/lab-runs.ts'
import type { Store } from '../db/store.ts'
import { createBatchRuns } from '../experiments/batch-runs.ts'
import { namedStrategy } from '../experiments/in-embedder.ts'
import { createLab } from '../experiments/lab.ts'
import type { LessonName } from '../experiments/lesson-grades.ts'
import { type ReplayReport, type ReplayRequest, replay } from '../experiments/replay.ts'
import { type ReplayQuery, readReplayQueries } from '../experiments/replay-query.ts'
import { sameFileQueries } from '../experiments/same-file-labels.ts'
import { verdictWords, type WordReport } from '../experiments/verdict-words.ts'
import { findBatchProgress, orderBatch } from '../jobs/experiments/run-batch.ts'
import { UserError } from '../memory/errors.ts'
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
  const { store, spaces, worker, batchDeps, rootPath, answerDeps, inSpace } = core

  /** The sample's labelled questions, read once. */
  let labelled: ReplayQuery[] | null = null
  function sampleQueries(): ReplayQuery[] {
    labelled ??= readReplayQueries(
      readFileSync(join(rootPath, 'prisma/sample/queries.jsonl'), 'utf8'),
      'queries.jsonl',
    )
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
    async replay({ project, queries: given, strategies, grades, onlyRead, ...options }) {
      const queries = onlyRead ? await whatWasRead(given, batchDeps.readings) : given
      const { id } = await getProject(store, project)
      const projectIds = await listScopeIds(store, id)
      const { approved, embedder } = spaces.current()
      const corpus = {
        index: await approved(),
        embedder,
        episodes: await listEpisodeTexts(store, projectIds),
        entries: new Map((await listEntryTexts(store, projectIds)).map((entry) => [entry.id, entry])),
        readings: batchDeps.readings,
      }
      const { seed, resamples, primary } = options
      const named = strategies.map((name) =>
        namedStrategy(name, (embedderId) => spaces.open(embedderId, 'work')),
      )
      const report = await replay(queries, await Promise.all(named), corpus, {
        projectIds,
        seed,
        resamples,
        primary,
        grades: { given: grades ?? [], namesOf: (ids) => nameLessons(store, ids) },
        now: () => performance.now(),
      })
      return { ...report, words: await verdictWords(project, queries, corpus.episodes, await answerDeps()) }
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
      progress: (id) => findBatchProgress(store, id),
    },
  }
}

/** The questions that a model has read. Throws UserError `not-read` when there is none. */
async function whatWasRead(
  queries: readonly ReplayQuery[],
  readings: Core['batchDeps']['readings'],
): Promise<ReplayQuery[]> {
  const read: ReplayQuery[] = []
  for (const query of queries)
    if (await readings?.({ text: query.text, mode: query.category ? 'subtask' : 'task' })) read.push(query)
  if (read.length > 0) return read
  throw new UserError('not-read', `No model has read any of ${queries.length} questions.`, {
    hint: 'Have them read first (npm run distil -- --project P --questions FILE.jsonl), or leave --only-read out.',
    status: 409,
    place: 'queries',
  })
}

/** Entries as grades name them: by run, stage and extractor. */
async function nameLessons(store: Store, ids: readonly string[]): Promise<Map<string, LessonName>> {
  const entries = await getEntries(store, [...ids])
  return new Map(
    entries.flatMap(({ id, extractor, instanceId, fromStep, toStep }) =>
      instanceId === null || fromStep === null || toStep === null
        ? []
        : [[id, { extractor, instanceId, fromStep, toStep }]],
    ),
  )
}
