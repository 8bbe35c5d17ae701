import { randomUUID } from 'node:crypto'
import { readServable } from '../db/entries/entry-texts.ts'
import { listSteps } from '../db/episodes/episodes.ts'
import { countActiveJobs } from '../db/jobs/jobs.ts'
import { countEntries, getProject, listScopeIds } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import { EXTRACTOR } from '../extract/extract.ts'
import { holdsSecret } from '../extract/secret-scan.ts'
import { detectProject, followExtraction } from '../jobs/detect-project.ts'
import { createAskModel } from '../jobs/distil/ask-model.ts'
import { DISTIL, type DistilDeps, distilSubtask } from '../jobs/distil/distil-subtask.ts'
import { createRecordings } from '../jobs/distil/recordings.ts'
import { EARLIER_RULES, readEarlierRules } from '../jobs/earlier-rules.ts'
import { createSpaces, requireWhole, type Space, type Spaces } from '../jobs/embedding-spaces.ts'
import { extractEpisode } from '../jobs/extract-episode.ts'
import { type MapProgressBoard, projectMap } from '../jobs/project-map.ts'
import { RE_EMBED, type ReEmbedDeps, reEmbedItem } from '../jobs/re-embed.ts'
import { type BatchDeps, createBatchWork, LAB_BATCH } from '../jobs/run-batch.ts'
import { createWorkbenchWork, WORKBENCH } from '../jobs/run-workbench.ts'
import { createWorker, type Worker } from '../jobs/worker.ts'
import { createAnswerWays } from '../llm/answer-ways.ts'
import { createRoster, type EmbedderRoster } from '../llm/embedder-roster.ts'
import { openSentenceModel } from '../llm/minilm/sentence-model.ts'
import type { Environment } from '../llm/openai-settings.ts'
import type { ExploreDeps } from '../retrieval/explore.ts'

/** What the services share, built once over an open store. */
export interface Core {
  store: Store
  /** The project's folder: migrations and sample are read from it. */
  rootPath: string
  roster: EmbedderRoster
  /** The sentence model of this process. */
  sentences: ReturnType<typeof openSentenceModel>
  /** Ends the threads that the workbench keeps between two draws. */
  stopWorkbench(): Promise<void>
  /** What the work of language models needs. */
  models: {
    deps: DistilDeps
    recordings: ReturnType<typeof createRecordings>
    ways: ReturnType<typeof createAnswerWays>
  }
  spaces: Spaces
  worker: Worker
  mapProgress: MapProgressBoard
  reEmbedDeps: ReEmbedDeps
  batchDeps: BatchDeps
  /** What retrieval needs, over an index caught up at this moment: in the current space, or in one that holds all of the scope. */
  answerDeps(embedderId?: string | null): Promise<ExploreDeps>
  /** Made once for each space of vectors, and asked for the one that is current at the moment. */
  inSpace<T>(make: (space: Space) => T): () => T
  /** Whether the sample comes with its recorded experience in service (LOUPE_SAMPLE, see docs/models.md). */
  servesRecordedSample: boolean
  /** The extractor whose entries an import leaves in service. */
  importExtractor: string
  /** Waits until nothing is left to do; what would wait for a lull is done at once. */
  drain(): Promise<void>
}

export type CoreOptions = {
  rootPath: string
  log: (line: string) => void
  /** Names the model server, see docs/models.md. */
  env: Environment
}

/** Builds what the services share. Nothing works yet: the worker is started by whoever serves. */
export async function createCore(store: Store, { rootPath, log, env }: CoreOptions): Promise<Core> {
  const earlier = env.LOUPE_SAMPLE === EARLIER_RULES ? readEarlierRules(rootPath) : null
  const sentences = openSentenceModel({ rootPath, clock: () => performance.now() })
  const roster = createRoster(env, {
    sentences,
    sleep: (ms) => new Promise((later) => setTimeout(later, ms)),
    random: Math.random,
    now: () => new Date(),
  })
  const spaces = await createSpaces(store, roster)
  const reEmbedDeps = { store, roster, spaces, clock: () => performance.now() }
  const batchDeps = { store, embedder: () => spaces.current().embedder, clock: () => performance.now() }
  const mapProgress: MapProgressBoard = new Map()
  const recordings = createRecordings(rootPath)
  const ways = createAnswerWays(env, {
    sleep: (ms) => new Promise((later) => setTimeout(later, ms)),
    random: Math.random,
    now: store.now,
    clock: () => performance.now(),
    recording: recordings.current,
  })
  const distilDeps: DistilDeps = {
    store,
    get embedder() {
      return spaces.current().embedder
    },
    retired: () => spaces.current().retired(),
    ask: createAskModel(store),
    completer: ways.open,
  }
  const workbench = createWorkbenchWork({ store, rootPath })
  const worker = createWorker(
    store,
    {
      extract: (item) => extractEpisode(item, { store, ...spaces.current(), earlier }),
      detect: (item) => detectProject(item, { store }),
      umap: (item) => projectMap(item, { store, embedder: spaces.current(), rootPath, board: mapProgress }),
      [RE_EMBED]: (item) => reEmbedItem(item, reEmbedDeps),
      [LAB_BATCH]: createBatchWork(batchDeps),
      [DISTIL]: (item) => distilSubtask(item, distilDeps),
      [WORKBENCH]: workbench.work,
    },
    randomUUID(),
    log,
    (job) => followExtraction(store, job),
  )

  async function answerDeps(embedderId?: string | null): Promise<ExploreDeps> {
    const current = spaces.current()
    const space = embedderId ? await spaces.of(embedderId) : current
    const index = await space.approved()
    return {
      index,
      embedder: space.questions,
      projectScope: (name) =>
        space.once(index, name, async () => {
          const { id } = await getProject(store, name)
          const projectIds = await listScopeIds(store, id)
          if (space !== current) await requireWhole(store, index, projectIds)
          return { scope: { projectIds }, ...(await countEntries(store, projectIds)) }
        }),
      entries: (ids) => readServable(store, ids, holdsSecret),
      prepared: (strategy, scope) => space.prepare(strategy, index, scope),
      background: (scope) => space.background(index, scope),
      heldBack: space.heldBack,
      steps: async ({ episodeId, fromStep, toStep }) =>
        episodeId === null ? [] : await listSteps(store, episodeId, fromStep ?? 1, toStep ?? 0),
      now: () => performance.now(),
    }
  }

  function inSpace<T>(make: (space: Space) => T): () => T {
    const made = new WeakMap<Space, T>()
    return () => {
      const space = spaces.current()
      const one = made.get(space) ?? make(space)
      made.set(space, one)
      return one
    }
  }

  async function drain(): Promise<void> {
    await worker.hurry(async () => {
      for (;;) {
        const seen = worker.endCount()
        if ((await countActiveJobs(store, { patient: false })) === 0) return
        await worker.endAfter(seen)
      }
    })
  }

  return {
    store,
    rootPath,
    roster,
    sentences,
    stopWorkbench: workbench.stop,
    models: { deps: distilDeps, recordings, ways },
    spaces,
    worker,
    mapProgress,
    reEmbedDeps,
    batchDeps,
    answerDeps,
    inSpace,
    servesRecordedSample: !env.LOUPE_SAMPLE?.startsWith('rules'),
    importExtractor: earlier === null ? EXTRACTOR : EARLIER_RULES,
    drain,
  }
}
