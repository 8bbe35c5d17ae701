import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createCaptures } from '../connect/captures.ts'
import { findProvenance, listOpenDetectors, listWithheld, readServable } from '../db/entries/entry-detail.ts'
import { listSteps } from '../db/episodes/steps.ts'
import { countActiveJobs } from '../db/jobs/job-views.ts'
import { listRunItems } from '../db/models/run-readings.ts'
import { countEntries, getProject, listScopeIds } from '../db/projects.ts'
import { createServedLog } from '../db/retrieval/served-log.ts'
import type { Store } from '../db/store.ts'
import { masked } from '../extract/mask-texts.ts'
import type { QuestionText } from '../extract/model/question-request.ts'
import { holdsSecret } from '../extract/secret-scan.ts'
import type { ResultFile } from '../ingest/outcomes/read-result-file.ts'
import { rememberDemonstration } from '../jobs/demonstration.ts'
import { type Detect, followExtraction } from '../jobs/detect-project.ts'
import { createAskModel } from '../jobs/distil/ask-model.ts'
import { createTurns, type DistilDeps } from '../jobs/distil/distil-run.ts'
import { countAnswered, findChoice, findReading } from '../jobs/distil/read-question.ts'
import { createRecordings } from '../jobs/distil/recordings.ts'
import { createSpaces, requireWhole, type Space, type Spaces } from '../jobs/embedding-spaces.ts'
import { importFiles } from '../jobs/import-file.ts'
import { createLooks } from '../jobs/looks.ts'
import { createLoosePairs, type ListPairs } from '../jobs/loose-pairs.ts'
import type { MapProgressBoard } from '../jobs/project-map.ts'
import { createResultSets, KeptSets } from '../jobs/result-sets.ts'
import {
  feed,
  inParts,
  inPartsWith,
  openWorkThreads,
  resultOf,
  type WorkThreads,
} from '../jobs/threads/work-threads.ts'
import { createWatchedFolders } from '../jobs/watched-folders.ts'
import { createWorker, type Worker } from '../jobs/worker.ts'
import { createAnswerWays } from '../llm/answer-ways.ts'
import { createRoster } from '../llm/embedder-roster.ts'
import { KEPT_PATH, withKeptVectors } from '../llm/minilm/kept-vectors.ts'
import { openSentenceModel, type SentenceModel } from '../llm/minilm/sentence-model.ts'
import type { Environment } from '../llm/openai/server-settings.ts'
import { pause } from '../llm/retry.ts'
import { createMap } from '../map/map.ts'
import type { LessonChoice } from '../memory/question-reading.ts'
import { remembered } from '../memory/remembered.ts'
import { SAMPLE_PROJECT } from '../memory/sample.ts'
import { createPastAnswers } from '../retrieval/compare/past-answers.ts'
import type { ExploreDeps } from '../retrieval/explain/explore.ts'
import { rememberReport } from '../studies/designs/outcomes.ts'
import { createBatchJudging } from '../studies/retrieval/judging.ts'
import { exampleQuestions, readSampleQueries } from '../studies/retrieval/read-questions.ts'
import type { StudyBoard } from '../studies/run-study.ts'
import { topicsOfProject } from '../studies/stream/topics.ts'
import type { StudyDeps } from '../studies/study.ts'
import { getDoneStudy } from '../studies/study-views.ts'
import { createHandlers, detectIn } from './handlers.ts'

export type CoreOptions = {
  rootPath: string
  log: (line: string) => void
  /** Names the model server, see docs/embedders.md. */
  env: Environment
  /** The sentence model; the one that comes with the install when absent. */
  sentences?: SentenceModel | undefined
}

/** Sets of results files held at once; the oldest goes first. Ours. */
const KEPT_RESULT_SETS = 20

/** Builds what the services share. Nothing works yet: the worker is started by whoever serves. */
export async function createParts(
  store: Store,
  { rootPath, log, env, sentences = openSentences(rootPath) }: CoreOptions,
) {
  const roster = createRoster(env, { sentences, sleep: pause, random: Math.random, now: () => new Date() })
  const spaces = await createSpaces(store, roster, (asked) => models.choices(asked))
  const reEmbedDeps = { store, roster, spaces, clock: () => performance.now() }
  const mapProgress: MapProgressBoard = new Map()
  const studyBoard: StudyBoard = new Map()
  const threads = openWorkThreads(rootPath)
  const models = createModelDeps(store, spaces, { rootPath, env, threads })
  const studyDeps: StudyDeps = {
    store,
    space: spaces.current,
    openEmbedder: (id) => spaces.open(id, 'work'),
    readings: async (question) => (await models.readings(question))?.reading ?? null,
    choices: models.choices,
    answerCount: models.answerCount,
    exampleQuestions: ({ name }) => (name === SAMPLE_PROJECT ? exampleQuestions(rootPath) : null),
    topicsOf: topicsOfProject(store, rootPath, SAMPLE_PROJECT),
    replayInThread: (input, signal) => threads.run('replay', input, signal),
    clock: () => performance.now(),
  }
  const listPairs: ListPairs = (entries) => feed(threads.run('pairs', null), entries)
  const handlers = createHandlers({
    store,
    rootPath,
    spaces,
    threads,
    distil: models.deps,
    reEmbed: reEmbedDeps,
    studies: studyDeps,
    studyBoard,
    mapProgress,
  })
  const worker = createWorker(store, handlers, randomUUID(), log, (job) => followExtraction(store, job))

  return {
    store,
    /** A line of the server's log. */
    log,
    /** The project's folder: migrations and sample are read from it. */
    rootPath,
    roster,
    sentences,
    /** What the work of language models needs. */
    models,
    spaces,
    servedLog: createServedLog(store, { mask: masked, log }),
    /** Transcripts of agents' sessions that are to be brought in. */
    captures: createCaptures(log),
    worker,
    /** Files and folders that are looked through for somebody who waits. */
    looks: createLooks(),
    /** Folders whose runs come in by themselves. */
    watched: createWatchedFolders(store, async (file) => {
      const input = { ...file, results: null, by: 'person' }
      const found = await importFiles([input], store, (one) => threads.run('read', one))
      worker.wake()
      return found
    }),
    /** Where files are read, runs extracted and entries compared. */
    threads,
    detect: (memory: Parameters<Detect>[0]) => detectIn(threads, memory),
    listPairs,
    /** Near-duplicates less alike than the detector keeps, closest first. */
    loosePairs: createLoosePairs(store, listPairs),
    mapProgress,
    /** Where entries lie beside each other, in the current space. Its texts are cut, and so masked inside. */
    map: inSpace(spaces, (space) => createMap({ store, embedder: space, rootPath, mask: masked })),
    /** Results files that were sent ahead of their runs. */
    results: createResultSets(async (bytes, fileName) => {
      const { parts, result } = await inPartsWith(threads.run('outcomes', { bytes, fileName }))
      return { ...result, outcomes: new Map(parts) }
    }),
    /** Results files that were sent and not stored yet. */
    resultFiles: new KeptSets<ResultFile>(KEPT_RESULT_SETS),
    reportRuns: rememberReport((asked) => resultOf(threads.run('experiments', asked))),
    demonstration: rememberDemonstration(() => resultOf(threads.run('demonstration', rootPath))),
    reEmbedDeps,
    studyDeps,
    studyBoard,
    judging: createBatchJudging(store, (id) => getDoneStudy(studyDeps, id)),
    /** What retrieval needs, over an index caught up at this moment: in the current space, or in one that holds all of the scope. */
    answerDeps: (embedderId?: string | null) => answerDepsOf(store, spaces, embedderId),
    /** Answers of a memory of the past, in the current space. */
    pastAnswers: inSpace(spaces, ({ questions }) =>
      createPastAnswers(store, questions, {
        now: () => performance.now(),
        steps: async (entry) => await (await answerDepsOf(store, spaces)).steps(entry),
        items: async (episodeId) => await (await answerDepsOf(store, spaces)).items(episodeId),
      }),
    ),
    /** Labelled questions that ship with the sample, read once. */
    sampleQueries: once(() => readSampleQueries(rootPath)),
    /** Made once for each space of vectors, and asked for the one that is current at the moment. */
    inSpace: <T>(make: (space: Space) => T) => inSpace(spaces, make),
    /** Works until nothing is left to do of what was ordered since then, or of all; what would wait for a lull is done at once. */
    drain: (since?: Date) => drain(store, worker, since),
  }
}
/** What operations and the services share. */
export type Parts = Awaited<ReturnType<typeof createParts>>

function openSentences(rootPath: string): SentenceModel {
  const model = openSentenceModel({ rootPath, clock: () => performance.now() })
  return withKeptVectors(model, join(rootPath, KEPT_PATH))
}

/** What retrieval needs, over an index caught up at this moment: in the current space, or in one that holds all of the scope. */
async function answerDepsOf(
  store: Store,
  spaces: Spaces,
  embedderId?: string | null,
): Promise<Omit<ExploreDeps, 'labels'>> {
  const current = spaces.current()
  const space = embedderId ? await spaces.of(embedderId) : current
  const index = await space.approved()
  return {
    index,
    embedder: space.questions,
    projectScope: (name) =>
      space.once(index, null, name, async () => {
        const { id } = await getProject(store, name)
        const projectIds = await listScopeIds(store, id)
        if (space !== current) await requireWhole(store, index, projectIds)
        return { scope: { projectIds }, ...(await countEntries(store, projectIds)) }
      }),
    entries: (ids) => readServable(store, ids, holdsSecret),
    withheld: (projectIds) => listWithheld(store, projectIds),
    prepared: (strategy, scope) => space.prepare(strategy, index, scope),
    background: (scope) => space.background(index, scope),
    chance: (asked) => space.chance(index, asked),
    verdictFit: (scope) => space.verdictFit(index, scope),
    openFindings: (entryId) => listOpenDetectors(store, entryId),
    heldBack: space.heldBack,
    provenance: (entryId) => findProvenance(store, entryId),
    steps: async ({ episodeId, fromStep, toStep, projectId }) =>
      episodeId === null ? [] : await listSteps(store, episodeId, fromStep ?? 1, toStep ?? 0, projectId),
    items: (episodeId) => listRunItems(store, episodeId),
    now: () => performance.now(),
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function inSpace<T>(spaces: Spaces, make: (space: Space) => T): () => T {
  const made = new WeakMap<Space, T>()
  return () => {
    const space = spaces.current()
    return remembered(made, space, () => make(space))
  }
}

async function drain(store: Store, worker: Worker, since?: Date): Promise<void> {
  await worker.start(['queue'])
  await worker.hurry(async () => {
    for (;;) {
      const seen = worker.endCount()
      if ((await countActiveJobs(store, { patient: false, since })) === 0) return
      await worker.endAfter(seen)
    }
  })
}

/** What the work of language models needs. */
function createModelDeps(
  store: Store,
  spaces: Spaces,
  { rootPath, env, threads }: Pick<CoreOptions, 'rootPath' | 'env'> & { threads: WorkThreads },
) {
  const recordings = createRecordings(rootPath, (text, fileName) =>
    inParts(threads.run('recording', { text, fileName })),
  )
  const ways = createAnswerWays(env, {
    sleep: pause,
    random: Math.random,
    now: store.now,
    clock: () => performance.now(),
    recording: recordings.current,
  })
  const deps: DistilDeps = {
    store,
    get embedder() {
      return spaces.current().embedder
    },
    retired: () => spaces.current().retired(),
    ask: createAskModel(store),
    turn: createTurns(),
    completer: ways.open,
  }
  /** What models have answered before, in this store or in the recording at hand. */
  const kept = { store, recording: recordings.current }
  const readings = (question: QuestionText) => findReading(question, kept)
  const choices = async (asked: LessonChoice) => (await findChoice(asked, kept))?.place
  const answerCount = (purposes: readonly string[]) => countAnswered(purposes, kept)
  return { deps, recordings, kept, readings, choices, answerCount, ways }
}
