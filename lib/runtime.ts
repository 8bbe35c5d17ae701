import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { addEntry } from './curate/add-entry.ts'
import { type BulkInput, bulkChange, previewBulk } from './curate/bulk.ts'
import { editEntry, recategoriseEntry } from './curate/change-one.ts'
import { type CopyInput, copyEntries, moveEntries } from './curate/copy.ts'
import { type ImpactInput, previewImpact } from './curate/impact.ts'
import { type MergeInput, mergeEntries } from './curate/merge.ts'
import { pinEntries, reviewEntries } from './curate/pin-review.ts'
import { type PurgeInput, purgeEntries } from './curate/purge.ts'
import { restoreEntries, retireEntries } from './curate/retire.ts'
import { countSource, rollbackSource } from './curate/rollback-source.ts'
import { type SplitInput, splitEntry } from './curate/split.ts'
import { type ExportFormat, exportEntries } from './curate/transfer/export-entries.ts'
import { importEntries, type TransferInput } from './curate/transfer/import-entries.ts'
import { undoRevision } from './curate/undo.ts'
import { countMatching, findEntry, listEntries, matchingIds, neighboursInFilter } from './db/entries.ts'
import { listEntryTexts, readCandidates } from './db/entry-texts.ts'
import {
  findEpisode,
  findStep,
  listEpisodes,
  listEpisodeTexts,
  listPatchedEpisodes,
  listSteps,
} from './db/episodes.ts'
import {
  claimFindings,
  countFindings,
  getScanState,
  listFindingsOf,
  releaseFindings,
  settleFindings,
} from './db/findings.ts'
import { cancelJob, countActiveJobs, findJob, listJobs, retryJob } from './db/jobs.ts'
import { verifyChain } from './db/log-chain.ts'
import { addNote, deleteNote, listNotes } from './db/notes.ts'
import { findOwnerAddress, type OwnerAddress, tryOwn } from './db/owner-lock.ts'
import {
  countEntries,
  findProject,
  getProject,
  hasReviewGate,
  listProjects,
  listScopeIds,
  setReviewGate,
} from './db/projects.ts'
import { drawSample, findSample, judgeEntry, listSamples } from './db/quality-samples.ts'
import { findSavedRetrieval, saveRetrieval } from './db/retrievals.ts'
import { activityLines, countActivity, getActivityChanges, listActivity } from './db/revisions.ts'
import { deleteSavedView, listSavedViews, saveView } from './db/saved-views.ts'
import { getShell } from './db/shell.ts'
import { openStore, type Store } from './db/store.ts'
import { labelSubtask } from './db/subtask-labels.ts'
import { claimWaiting, countWaiting, listWaiting, releaseWaiting } from './db/waiting.ts'
import { readClusters, readWorklist } from './db/worklist.ts'
import { worklistHeads } from './detect/worklists.ts'
import { createBatchRuns } from './experiments/batch-runs.ts'
import { createLab } from './experiments/lab.ts'
import { type ReplayReport, type ReplayRequest, replay } from './experiments/replay.ts'
import { type ReplayQuery, readReplayQueries } from './experiments/replay-query.ts'
import { sameFileQueries } from './experiments/same-file-labels.ts'
import { lintExperience } from './extract/distil.ts'
import { maskAnswer, maskPlayground } from './extract/mask-answer.ts'
import { holdsMask, maskDetail, maskEntry, maskEpisode, masked, maskRow } from './extract/mask-entry.ts'
import { findSecrets } from './extract/secret-scan.ts'
import { suppressionKey } from './extract/suppression-key.ts'
import { awaitExtraction } from './jobs/await-extraction.ts'
import { detectProject, followExtraction, orderDetection } from './jobs/detect-project.ts'
import { createSpaces, requireWhole, type Space } from './jobs/embedding-spaces.ts'
import { extractEpisode } from './jobs/extract-episode.ts'
import { importFile } from './jobs/import-file.ts'
import { loadSample, offerSample, readChips, removeSample, SAMPLE_PROJECT } from './jobs/load-sample.ts'
import { findOriginals } from './jobs/look-alike.ts'
import { createLoosePairs } from './jobs/loose-pairs.ts'
import { findMapJob, type MapProgressBoard, orderMap, projectMap } from './jobs/project-map.ts'
import { type QualityReport, reportQuality } from './jobs/quality-report.ts'
import {
  estimateReEmbed,
  findReEmbedJob,
  orderReEmbed,
  RE_EMBED,
  type ReEmbedRequest,
  reEmbedItem,
  removeSpace,
} from './jobs/re-embed.ts'
import { createResultSets } from './jobs/result-sets.ts'
import { createBatchWork, findBatchProgress, LAB_BATCH, orderBatch } from './jobs/run-batch.ts'
import { createWorker } from './jobs/worker.ts'
import { embedOne } from './llm/embedder.ts'
import { createRoster } from './llm/embedder-roster.ts'
import type { Environment } from './llm/openai-settings.ts'
import type { BatchRequest } from './memory/batch.ts'
import type { Category } from './memory/category.ts'
import type { SettingsView } from './memory/embedders.ts'
import { type AskedFilter, type EntryFilter, entryFilterSchema } from './memory/entry-filter.ts'
import { UserError } from './memory/errors.ts'
import { LIFECYCLES } from './memory/lifecycle.ts'
import type { RetrievalAnswer, RetrieveRequest } from './memory/retrieval.ts'
import { type Description, descriptionText, type Experience } from './memory/subtask.ts'
import type { EntryAlone, ImportResult } from './memory/views.ts'
import type { WaitingList } from './memory/worklist.ts'
import { answerRetrieval } from './retrieval/answer.ts'
import { getEntryPage, listLike } from './retrieval/entry-page.ts'
import { type ExploreDeps, explore } from './retrieval/explore.ts'
import { dropQuery } from './retrieval/map/drop-query.ts'
import { createMap } from './retrieval/map/map.ts'
import { getOverview } from './retrieval/overview.ts'
import { getStrategy } from './retrieval/strategies/all-strategies.ts'

export type { OwnerAddress }

/** What programs can ask of Loupe: the same functions behind the scripts, the HTTP API and the pages. */
export type Doors = {
  importFile(input: {
    bytes: Uint8Array
    fileName: string
    project: string
    dryRun: boolean
    resultsId: string | null
    batchKey: string | null
    /** Answer only when the entries are made. Default true. */
    wait?: boolean
  }): Promise<ImportResult[]>
  saveResults(input: {
    fileName: string
    bytes: Uint8Array
  }): Promise<{ id: string; instanceCount: number; warnings: string[] }>
  retrieve(request: RetrieveRequest): Promise<RetrievalAnswer>
  replay(request: ReplayRequest): Promise<ReplayReport>
  /** Queries whose labels come from the runs' own patches. */
  sameFileQueries(input: { project: string; level: 'task' | 'subtask' }): Promise<ReplayQuery[]>
  /** What the detectors make of a project; on the sample with precision and recall on planted trouble. */
  quality(input: { project: string; examples: number; seed: number }): Promise<QualityReport>
  /** Entries as text, piece by piece; without a filter every one, retired ones too. */
  exportEntries(input: {
    project: string
    filter?: Partial<EntryFilter>
    format: ExportFormat
    versions: boolean
  }): AsyncIterable<string>
  loadSample(): Promise<{ episodes: number; entries: number }>
  removeSample(): Promise<{ episodes: number; entries: number }>
  /** Loads the sample at the very first start only. */
  offerSample(): Promise<void>
  close(): Promise<void>
}

export type LoupeOptions = {
  /** The project's folder: migrations and sample are read from it. */
  rootPath: string
  dataPath: string
  now: () => Date
  log: (line: string) => void
  /** Names the model server, see docs/models.md; the process's own when absent. */
  env?: Environment
}

/** The real things, built once in a process. Logic never imports this file: it takes what it needs as arguments. */
export type Loupe = Awaited<ReturnType<typeof build>>

/** Takes the data folder and builds everything over it; null when another process owns the folder. */
export async function openLoupe(options: LoupeOptions): Promise<Loupe | null> {
  const lock = tryOwn(options.dataPath)
  if (!lock) return null
  try {
    const store = await openStore(options)
    return await build(store, lock, options)
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Address of the running Loupe that owns the folder, when it answers; else null. */
export async function findRunningLoupe(dataPath: string): Promise<OwnerAddress | null> {
  const address = findOwnerAddress(dataPath)
  if (!address) return null
  const headers = { authorization: `Bearer ${address.token}` }
  const signal = AbortSignal.timeout(10_000) // a server that hangs must not hold a command for fetch's own 5 minutes
  const answer = await fetch(`${address.url}/api/v1/health`, { headers, signal }).catch(() => null)
  return answer?.ok ? address : null
}

/** The Loupe of this server process. Module state is not shared between Next's bundles; `globalThis` is. */
export function getLoupe(): Promise<Loupe> {
  const shared = globalThis as typeof globalThis & { __loupe?: Promise<Loupe> }
  shared.__loupe ??= openHere().catch((error) => {
    delete shared.__loupe
    throw error
  })
  return shared.__loupe
}

/** Starts the background work of a server process and tells other doors where it listens. */
export async function startServing(): Promise<void> {
  try {
    const loupe = await getLoupe()
    await loupe.worker.start()
    loupe.warmUp()
    const { HOST: host = '127.0.0.1', PORT: port = '3000' } = process.env
    const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]', '::1': '[::1]' }[host] ?? host
    loupe.announce(`http://${name}:${port}`)
  } catch (error) {
    const words =
      error instanceof UserError
        ? `✗ ${error.message}\n  ${error.hint}`
        : String((error as Error)?.stack ?? error)
    writeLog(words)
    process.exit(1)
  }
}

/** The server's log. */
function writeLog(line: string): void {
  process.stderr.write(`${line}\n`)
}

async function openHere(): Promise<Loupe> {
  const rootPath = process.cwd()
  const dataPath = resolve(rootPath, process.env.LOUPE_DATA_DIR || 'data')
  const loupe = await openLoupe({
    rootPath,
    dataPath,
    now: () => new Date(),
    log: writeLog,
  })
  if (loupe) return loupe
  throw new UserError('folder-in-use', `Another Loupe is using ${dataPath}.`, {
    hint: 'Stop it first, or set LOUPE_DATA_DIR to another folder.',
    status: 409,
  })
}

async function build(
  store: Store,
  lock: NonNullable<ReturnType<typeof tryOwn>>,
  { rootPath, dataPath, log, env = process.env }: LoupeOptions,
) {
  const roster = createRoster(env, {
    sleep: (ms) => new Promise((later) => setTimeout(later, ms)),
    random: Math.random,
    now: () => new Date(),
  })
  const spaces = await createSpaces(store, roster)
  const reEmbedDeps = { store, roster, spaces, clock: () => performance.now() }
  const batchDeps = { store, embedder: () => spaces.current().embedder, clock: () => performance.now() }
  const results = createResultSets()
  const mapProgress: MapProgressBoard = new Map()
  const worker = createWorker(
    store,
    {
      extract: (item) => extractEpisode(item, { store, ...spaces.current() }),
      detect: (item) => detectProject(item, { store, ...spaces.current() }),
      umap: (item) => projectMap(item, { store, embedder: spaces.current(), rootPath, board: mapProgress }),
      [RE_EMBED]: (item) => reEmbedItem(item, reEmbedDeps),
      [LAB_BATCH]: createBatchWork(batchDeps),
    },
    randomUUID(),
    log,
    (job) => followExtraction(store, job),
  )
  const token = readToken(dataPath)
  const curateDeps = {
    store,
    by: 'person',
    embed: async (description: Parameters<typeof descriptionText>[0]) => {
      const { asking } = spaces.current()
      return { model: asking.id, vector: await embedOne(asking, descriptionText(description)) }
    },
    keyOf: suppressionKey,
    inspect: (description: Description, experience: Experience, repo: string | null) => ({
      secrets: [...Object.values(experience), description.objective, ...description.keywords].flatMap(
        (text) => [
          ...findSecrets(text).map(({ kind }) => kind),
          ...(holdsMask(text) ? ['dots in place of one'] : []),
        ],
      ),
      flags: lintExperience(experience, repo),
    }),
  }
  /** A change is signed with the name a person gave, where one did. */
  const signed = (by = curateDeps.by) => ({ ...curateDeps, by })
  const sampleDeps = {
    store,
    results,
    drain: () => drain(),
    rootPath,
    get embedder() {
      return spaces.current().embedder
    },
  }

  /** What retrieval needs, over an index caught up at this moment: in the current space, or in one that holds all of the scope. */
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
      entries: (ids) => readCandidates(store, ids),
      prepared: (strategy, scope) => space.prepare(strategy, index, scope),
      background: (scope) => space.background(index, scope),
      heldBack: space.heldBack,
      steps: async ({ episodeId, fromStep, toStep }) =>
        episodeId === null ? [] : await listSteps(store, episodeId, fromStep ?? 1, toStep ?? 0),
      now: () => performance.now(),
    }
  }

  /** The sample's labelled questions, read once. */
  let labelled: ReplayQuery[] | null = null
  function sampleQueries(): ReplayQuery[] {
    labelled ??= readReplayQueries(
      readFileSync(join(rootPath, 'prisma/sample/queries.jsonl'), 'utf8'),
      'queries.jsonl',
    )
    return labelled
  }

  /** Every worklist in a line, and when the project was last looked through; null = never. */
  async function worklists(projectId: string) {
    const scan = await getScanState(store, projectId)
    return { heads: worklistHeads(await countFindings(store, projectId), scan?.unknown ?? {}), scan }
  }

  /** A filter as an address says it, with its places turned into ids. */
  async function resolveFilter(asked: AskedFilter): Promise<EntryFilter> {
    const { like, area, method = 'pca' } = asked
    const filter = entryFilterSchema.parse(asked)
    const { approved, questions: embedder } = spaces.current()
    const lists = [
      ...(filter.ids ? [filter.ids] : []),
      ...(like ? [await listLike(like, { store, index: await approved(), embedder })] : []),
      ...(area ? [await map().idsInside({ projectId: filter.projectId, method, area })] : []),
    ]
    const [first, ...others] = lists
    if (!first) return filter
    const kept = others.map((ids) => new Set(ids))
    return { ...filter, ids: first.filter((id) => kept.every((ids) => ids.has(id))) }
  }

  async function drain(): Promise<void> {
    worker.wake()
    while ((await countActiveJobs(store, { patient: false })) > 0)
      await new Promise((later) => setTimeout(later, 10))
  }

  /** Made once for each space, and asked for the one that is current at the moment. */
  const inSpace = <T>(make: (space: Space) => T): (() => T) => {
    const made = new WeakMap<Space, T>()
    return () => {
      const space = spaces.current()
      const one = made.get(space) ?? make(space)
      made.set(space, one)
      return one
    }
  }
  const loosePairs = inSpace(({ embedder }) => createLoosePairs(store, embedder))
  const map = inSpace((space) => createMap({ store, embedder: space, rootPath, mask: masked }))
  const lab = inSpace(({ questions }) =>
    createLab({ store, embedder: questions, answerDeps, sampleQueries, now: () => performance.now() }),
  )
  const mapWork = {
    job: (projectId: string) => findMapJob(store, projectId, mapProgress),
    async order(projectId: string): Promise<null> {
      await orderMap(store, projectId)
      worker.wake()
      return null
    },
    async query({ project, ...asked }: { project: string; text: string; category: Category | null }) {
      const { projectScope, index, embedder } = await answerDeps()
      const { scope } = await projectScope(project)
      return await dropQuery(asked, { index, embedder, scope })
    },
  }

  const doors: Doors = {
    async importFile({ resultsId, wait = true, dryRun, ...input }) {
      const outcomes = resultsId === null ? null : results.get(resultsId)
      const found = await importFile({ ...input, dryRun, results: outcomes, by: 'person' }, store)
      worker.wake()
      return await Promise.all(
        found.map(async ({ itemId, ...result }) =>
          wait && itemId ? await awaitExtraction(store, result, itemId) : result,
        ),
      )
    },
    saveResults: async ({ fileName, bytes }) => results.add(fileName, bytes),
    retrieve: async (request) =>
      maskAnswer(await answerRetrieval(request, await answerDeps(request.embedder))),
    async replay({ project, queries, strategies, seed, resamples, primary }) {
      const { id } = await getProject(store, project)
      const projectIds = await listScopeIds(store, id)
      const { approved, embedder } = spaces.current()
      const corpus = {
        index: await approved(),
        embedder,
        episodes: await listEpisodeTexts(store, projectIds),
        entries: new Map((await listEntryTexts(store, projectIds)).map((entry) => [entry.id, entry])),
      }
      return await replay(queries, strategies.map(getStrategy), corpus, {
        projectIds,
        seed,
        resamples,
        primary,
        now: () => performance.now(),
      })
    },
    sameFileQueries: async ({ project, level }) =>
      sameFileQueries(await listPatchedEpisodes(store, (await getProject(store, project)).id), level),
    quality: async (input) => {
      const { id: projectId } = await getProject(store, input.project)
      return await reportQuality(
        { ...input, projectId },
        { store, embedder: spaces.current().embedder, rootPath },
      )
    },
    exportEntries: async function* ({ project, filter, format, versions }) {
      const { id: projectId, name } = await getProject(store, project)
      const entries = { ...EVERY_ENTRY, ...filter, projectId }
      yield* exportEntries({ project: name, filter: entries, format, versions }, store)
    },
    loadSample: () => loadSample(sampleDeps),
    removeSample: () => removeSample(sampleDeps),
    offerSample: () => offerSample(sampleDeps),
    close,
  }

  async function close(): Promise<void> {
    if (worker.isRunning()) await drain()
    await worker.stop()
    await store.close()
    lock.release()
  }

  return {
    doors,
    worker,
    token,
    close,
    /** Reads what the first question needs while nobody has asked yet. What goes wrong is met, and said, by whoever asks. */
    warmUp: () =>
      void spaces
        .current()
        .approved()
        .catch(() => undefined),
    announce: (url: string) =>
      lock.announce({ pid: process.pid, url, token, startedAt: store.now().toISOString() }),

    shell: (projectName: string | null) => getShell(store, projectName, spaces.current()),
    /** Project by name; without one the newest. Throws UserError `no-such-project`. */
    project: async (name: string | null) =>
      await getProject(store, name ?? (await listProjects(store)).at(-1)?.name ?? SAMPLE_PROJECT),
    /** As `project`, but null when there is none yet. */
    findProject: async (name: string | null) =>
      await findProject(store, name ?? (await listProjects(store)).at(-1)?.name ?? SAMPLE_PROJECT),
    overview: async (projectId: string) => {
      const space = spaces.current()
      const [view, { heads, scan }] = await Promise.all([
        getOverview(projectId, store, await space.approved(), space),
        worklists(projectId),
      ])
      const found = heads.filter(({ open }) => open > 0)
      const findings = found.map(({ detector, title, definition, entryCount }) => ({
        key: detector,
        label: title,
        meaning: definition,
        count: entryCount,
        href: `/worklists/${detector}`,
      }))
      const recentRetrievals = view.recentRetrievals.map((row) => ({
        ...row,
        text: masked(row.text).slice(0, 200),
      }))
      return { ...view, recentRetrievals, findings, scannedAt: scan?.at ?? null }
    },
    hasProject: async (name: string) => (await findProject(store, name)) !== null,
    /** Rows as pages show them: what looks like a secret is masked. An export is not. */
    listEntries: async (query: Parameters<typeof listEntries>[1]) => {
      const list = await listEntries(store, query)
      return { ...list, rows: list.rows.map(maskRow) }
    },
    countMatching: (filter: EntryFilter) => countMatching(store.read, filter),
    matchingIds: (filter: EntryFilter) => matchingIds(store.read, filter),
    neighboursInFilter: (id: string, query: Parameters<typeof neighboursInFilter>[2]) =>
      neighboursInFilter(store, id, query),
    /** The entry alone, for whoever looks at one after the other: no neighbours, and so no index to wait for. */
    findEntryAlone: async (id: string): Promise<EntryAlone | null> => {
      const [entry] = await readCandidates(store, [id])
      return entry ? { entry: maskEntry(entry) } : null
    },
    findEntry: async (id: string) => {
      const { approved, questions: embedder } = spaces.current()
      const detail = await getEntryPage(id, { store, index: await approved(), embedder })
      return detail && maskDetail(detail)
    },
    listEpisodes: (query: Parameters<typeof listEpisodes>[1]) => listEpisodes(store, query),
    findEpisode: async (id: string) => {
      const detail = await findEpisode(store, id)
      return detail && maskEpisode(detail)
    },
    findStep: (episodeId: string, n: number) => findStep(store, episodeId, n),
    listJobs: (limit: number) => listJobs(store, limit),
    findJob: (id: string) => findJob(store, id),
    async cancelJob(id: string): Promise<null> {
      await cancelJob(store, id)
      return null
    },
    async retryJob(id: string): Promise<null> {
      await retryJob(store, id)
      worker.wake()
      return null
    },
    get lab() {
      return lab()
    },
    batches: {
      ...createBatchRuns(store),
      async order(request: BatchRequest): Promise<{ id: string }> {
        const ordered = await orderBatch(request, batchDeps)
        worker.wake()
        return ordered
      },
      progress: (id: string) => findBatchProgress(store, id),
    },
    chips: async () => readChips(rootPath),
    explore: async (request: RetrieveRequest) =>
      maskPlayground(await explore(request, await answerDeps(request.embedder))),
    findSavedRetrieval: async (id: string) => {
      const saved = await findSavedRetrieval(store, id)
      return saved && { ...saved, answer: maskAnswer(saved.answer) }
    },
    async saveRetrieval(request: RetrieveRequest): Promise<{ id: string }> {
      const [{ id: projectId }, answer] = [
        await getProject(store, request.project),
        await doors.retrieve(request),
      ]
      return {
        id: await saveRetrieval(store, { projectId, by: 'person', purpose: 'saved', request, answer }),
      }
    },
    resolveFilter,
    /** Random samples that people judge. */
    quality: {
      async draw(input: { asked: AskedFilter; size: number; seed: number; by: string }) {
        return await drawSample(store, { ...input, filter: await resolveFilter(input.asked) })
      },
      async find(id: string) {
        const sample = await findSample(store, id)
        if (!sample) return null
        const items = sample.items.map((item) => ({ ...item, entry: maskEntry(item.entry) }))
        return { ...sample, items }
      },
      list: (projectId: string) => listSamples(store, projectId),
      async judge(input: Parameters<typeof judgeEntry>[1]): Promise<null> {
        await judgeEntry(store, input)
        return null
      },
    },
    savedViews: {
      list: (input: { projectId: string; page: string }) => listSavedViews(store, input),
      save: (input: Parameters<typeof saveView>[1]) => saveView(store, input),
      async remove(id: string): Promise<null> {
        await deleteSavedView(store, id)
        return null
      },
    },
    reviewGate: {
      isOn: (projectId: string) => hasReviewGate(store, projectId),
      async set(input: { projectId: string; on: boolean }): Promise<null> {
        await setReviewGate(store, input)
        return null
      },
    },
    /** Worklists: what detectors found, and what people decided about it. */
    findings: {
      worklists,
      async list(query: Parameters<typeof readWorklist>[1]) {
        const hasReach = query.detector === 'near-duplicate'
        const loose = hasReach ? await loosePairs().pairs(query.projectId, query.minScore) : []
        const list = await readWorklist(store, query, loose)
        const reach = hasReach ? await loosePairs().reach(query.projectId) : undefined
        const rows = list.rows.map(({ finding, entry, other }) => ({
          finding,
          entry: maskEntry(entry),
          other: other && maskEntry(other),
        }))
        return { ...list, rows, reach }
      },
      async clusters(query: Parameters<typeof readClusters>[1]) {
        const loose = await loosePairs().pairs(query.projectId, query.minScore)
        const found = await readClusters(store, query, loose)
        const clusters = found.clusters.map((one) => ({ ...one, entries: one.entries.map(maskEntry) }))
        return { ...found, clusters }
      },
      ofEntry: (entryId: string) => listFindingsOf(store, entryId),
      settle: (input: Parameters<typeof settleFindings>[1]) => settleFindings(store, input),
      claim: (input: Parameters<typeof claimFindings>[1]) => claimFindings(store, input),
      release: (input: Parameters<typeof releaseFindings>[1]) => releaseFindings(store, input),
      async scan(projectId: string): Promise<null> {
        await orderDetection(store, projectId)
        worker.wake()
        return null
      },
    },
    /** What waits for a person before an agent gets it: held look-alikes, and candidates of the review gate. */
    waiting: {
      count: (projectId: string) => countWaiting(store, projectId),
      async list(query: Parameters<typeof listWaiting>[1]): Promise<WaitingList> {
        const list = await listWaiting(store, query)
        const { id: model, retired } = spaces.current()
        const entries = list.rows.map(({ entry }) => entry)
        const originals = await findOriginals(entries, { store, retired: await retired(), model })
        const rows = list.rows.map(({ entry, claimedBy }) => {
          const like = originals.get(entry.id)
          const original = like ? { ...like, entry: maskEntry(like.entry) } : null
          return { entry: maskEntry(entry), claimedBy, original }
        })
        return { ...list, rows }
      },
      claim: (input: Parameters<typeof claimWaiting>[1]) => claimWaiting(store, input),
      release: (input: Parameters<typeof releaseWaiting>[1]) => releaseWaiting(store, input),
    },
    /** Where the entries lie beside each other. */
    get map() {
      return { ...map(), ...mapWork }
    },
    curate: {
      add: (input: Parameters<typeof addEntry>[0]) => addEntry(input, curateDeps),
      edit: (input: Parameters<typeof editEntry>[0], by?: string) => editEntry(input, signed(by)),
      recategorise: (input: Parameters<typeof recategoriseEntry>[0], by?: string) =>
        recategoriseEntry(input, signed(by)),
      async retire(input: Parameters<typeof retireEntries>[0], by?: string) {
        const { asDuplicates, entryIds } = input
        if (!asDuplicates) return await retireEntries(input, signed(by))
        const first = await findEntry(store, entryIds[0] ?? '')
        const loose = await loosePairs().pairs(first?.projectId ?? '', asDuplicates.minScore)
        return await retireEntries({ ...input, asDuplicates: { ...asDuplicates, loose } }, signed(by))
      },
      restore: (input: Parameters<typeof restoreEntries>[0], by?: string) =>
        restoreEntries(input, signed(by)),
      undo: (input: Parameters<typeof undoRevision>[0], by?: string) => undoRevision(input, signed(by)),
      merge: (input: MergeInput, by?: string) => mergeEntries(input, signed(by)),
      split: (input: SplitInput, by?: string) => splitEntry(input, signed(by)),
      copy: (input: CopyInput, by?: string) => copyEntries(input, signed(by)),
      move: (input: CopyInput, by?: string) => moveEntries(input, signed(by)),
      pin: (input: Parameters<typeof pinEntries>[0], by?: string) => pinEntries(input, signed(by)),
      review: (input: Parameters<typeof reviewEntries>[0], by: string) =>
        reviewEntries(input, { ...curateDeps, by }),
      async previewBulk(input: Pick<BulkInput, 'rule' | 'filter'>) {
        const preview = await previewBulk(input, curateDeps)
        const sample = preview.sample.map(({ title, objective, ...one }) => ({
          ...one,
          title: masked(title),
          objective: masked(objective),
        }))
        return { ...preview, sample }
      },
      bulk: (input: BulkInput, by: string) => bulkChange(input, { ...curateDeps, by }),
      countSource: (input: Parameters<typeof countSource>[0]) => countSource(input, store),
      rollback: (input: Parameters<typeof rollbackSource>[0], by?: string) =>
        rollbackSource(input, signed(by)),
      purge: (input: PurgeInput, by?: string) => purgeEntries(input, signed(by)),
      addNote: (input: Parameters<typeof addNote>[1]) => addNote(store, input),
      listNotes: (entryId: string) => listNotes(store, entryId),
      async deleteNote(id: string): Promise<null> {
        await deleteNote(store, id)
        return null
      },
      async labelSubtask(input: Parameters<typeof labelSubtask>[1]): Promise<null> {
        await labelSubtask(store, input)
        return null
      },
      importEntries: (input: TransferInput) => importEntries(input, curateDeps),
      /** Which questions would get another entry, or none, if these left. */
      impact: async (input: ImpactInput) => {
        const { approved, questions: embedder } = spaces.current()
        const view = await previewImpact(input, { store, index: await approved(), embedder })
        const name = <T extends { title: string | null }>(one: T | null) =>
          one && { ...one, title: one.title && masked(one.title) }
        const rows = view.rows.map(({ query, from, to }) => ({
          query: { ...query, text: masked(query.text) },
          from: name(from),
          to: name(to),
        }))
        return { ...view, rows }
      },
    },
    /** Every space of vectors there is or could be. */
    embedders: () => spaces.list(),
    settings: async (): Promise<SettingsView> => ({
      embedders: await spaces.list(),
      entryCount: await store.read.entry.count(),
      job: await findReEmbedJob(store),
      variables: roster.variables,
      fault: roster.fault && { message: roster.fault.message, hint: roster.fault.hint },
    }),
    estimateReEmbed: (input: { to: string }) => estimateReEmbed(input, reEmbedDeps),
    async reEmbed(input: ReEmbedRequest): Promise<{ jobId: string }> {
      const ordered = await orderReEmbed(input, reEmbedDeps)
      worker.wake()
      return ordered
    },
    removeVectors: (id: string) => removeSpace(id, reEmbedDeps),
    /** The log of changes. */
    activity: {
      list: (query: Parameters<typeof listActivity>[1]) => listActivity(store, query),
      /** As pages show them, masked; the exported log is not. */
      async changes(input: { revision: number; offset: number; limit: number }) {
        const { head, rows } = await getActivityChanges(store, input.revision, input.offset, input.limit)
        const shown = rows.map(({ entryId, before, after }) => ({
          entryId,
          before: before && maskEntry(before),
          after: after && maskEntry(after),
        }))
        return { head, rows: shown }
      },
      facets: (projectId: string) => countActivity(store, projectId),
      verify: (projectId: string) => verifyChain(store, projectId),
      lines: (query: Parameters<typeof activityLines>[1]) => activityLines(store, query),
    },
  }
}

/** An export leaves nothing out: states are no reason to. */
const EVERY_ENTRY = { text: '', facets: { lifecycle: [...LIFECYCLES] } }

/** The bearer token of this data folder, made at the first start. */
function readToken(dataPath: string): string {
  const path = join(dataPath, 'token')
  const stored = existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
  if (stored !== '') return stored // an empty file is left by a process that was killed while it wrote
  const token = randomBytes(32).toString('hex')
  writeFileSync(path, `${token}\n`, { mode: 0o600 })
  chmodSync(path, 0o600)
  return token
}
