import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { addEntry } from './curate/add-entry.ts'
import { editEntry, recategoriseEntry } from './curate/change-one.ts'
import { restoreEntries, retireEntries } from './curate/retire.ts'
import { undoRevision } from './curate/undo.ts'
import { getEntries, listEntries } from './db/entries.ts'
import {
  findEpisode,
  findStep,
  listEpisodes,
  listEpisodeTexts,
  listPatchedEpisodes,
  listSteps,
} from './db/episodes.ts'
import { cancelJob, countActiveJobs, findJob, listJobs, retryJob } from './db/jobs.ts'
import { findOwnerAddress, type OwnerAddress, tryOwn } from './db/owner-lock.ts'
import { countEntries, findProject, getProject, listProjects, listScopeIds } from './db/projects.ts'
import { findSavedRetrieval, saveRetrieval } from './db/retrievals.ts'
import { getShell } from './db/shell.ts'
import { openStore, type Store } from './db/store.ts'
import { type ReplayQuery, type ReplayReport, type ReplayRequest, replay } from './experiments/replay.ts'
import { sameFileQueries } from './experiments/same-file-labels.ts'
import { lintExperience } from './extract/distil.ts'
import { findSecrets } from './extract/secret-scan.ts'
import { suppressionKey } from './extract/suppression-key.ts'
import { awaitExtraction } from './jobs/await-extraction.ts'
import { extractEpisode } from './jobs/extract-episode.ts'
import { importFile } from './jobs/import-file.ts'
import { loadSample, offerSample, readChips, removeSample, SAMPLE_PROJECT } from './jobs/load-sample.ts'
import { createResultSets } from './jobs/result-sets.ts'
import { createWorker } from './jobs/worker.ts'
import { embedOne } from './llm/embedder.ts'
import { createLocalEmbedder } from './llm/local-embedder.ts'
import { UserError } from './memory/errors.ts'
import type { RetrievalAnswer, RetrieveRequest } from './memory/retrieval.ts'
import { type Description, descriptionText, type Experience } from './memory/subtask.ts'
import type { ImportResult } from './memory/views.ts'
import { type AnswerDeps, answerRetrieval } from './retrieval/answer.ts'
import { getEntryPage } from './retrieval/entry-page.ts'
import { explore } from './retrieval/explore.ts'
import { createFreshIndex } from './retrieval/fresh-index.ts'
import { getOverview } from './retrieval/overview.ts'
import { getStrategy } from './retrieval/strategies/all-strategies.ts'
import { createBackgroundCache } from './retrieval/unrelated-pairs.ts'

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
  { rootPath, dataPath, log }: LoupeOptions,
) {
  const embedder = createLocalEmbedder()
  const freshIndex = createFreshIndex(store, embedder)
  const retired = createFreshIndex(store, embedder, 'retired')
  const background = createBackgroundCache()
  const results = createResultSets()
  const worker = createWorker(
    store,
    { extract: (item) => extractEpisode(item, { store, embedder, retired }) },
    randomUUID(),
    log,
  )
  const token = readToken(dataPath)
  const curateDeps = {
    store,
    by: 'person',
    embed: async (description: Parameters<typeof descriptionText>[0]) => ({
      model: embedder.id,
      vector: await embedOne(embedder, descriptionText(description)),
    }),
    keyOf: suppressionKey,
    inspect: (description: Description, experience: Experience, repo: string | null) => ({
      secrets: [...Object.values(experience), description.objective, ...description.keywords].flatMap(
        (text) => findSecrets(text).map(({ kind }) => kind),
      ),
      flags: lintExperience(experience, repo),
    }),
  }
  const sampleDeps = { store, results, drain: () => drain(), rootPath }

  /** What retrieval needs, over an index caught up at this moment. */
  async function answerDeps(): Promise<AnswerDeps> {
    const index = await freshIndex()
    return {
      index,
      embedder,
      projectScope: async (name) => {
        const { id } = await getProject(store, name)
        const projectIds = await listScopeIds(store, id)
        return { scope: { projectIds }, ...(await countEntries(store, projectIds)) }
      },
      entries: (ids) => getEntries(store, [...ids]),
      episodes: (scope) => listEpisodeTexts(store, [...scope.projectIds]),
      background: (scope) => background(index, scope),
      steps: async ({ episodeId, fromStep, toStep }) =>
        episodeId === null ? [] : await listSteps(store, episodeId, fromStep ?? 1, toStep ?? 0),
      now: () => performance.now(),
    }
  }

  async function drain(): Promise<void> {
    worker.wake()
    while ((await countActiveJobs(store)) > 0) await new Promise((later) => setTimeout(later, 10))
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
    retrieve: async (request) => await answerRetrieval(request, await answerDeps()),
    async replay({ project, queries, strategies, seed, resamples }) {
      const { id } = await getProject(store, project)
      const projectIds = await listScopeIds(store, id)
      const corpus = {
        index: await freshIndex(),
        embedder,
        episodes: await listEpisodeTexts(store, projectIds),
      }
      return await replay(queries, strategies.map(getStrategy), corpus, {
        projectIds,
        seed,
        resamples,
        now: () => performance.now(),
      })
    },
    sameFileQueries: async ({ project, level }) =>
      sameFileQueries(await listPatchedEpisodes(store, (await getProject(store, project)).id), level),
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
    announce: (url: string) =>
      lock.announce({ pid: process.pid, url, token, startedAt: store.now().toISOString() }),

    shell: (projectName: string | null) => getShell(store, projectName, embedder),
    /** Project by name; without one the newest. Throws UserError `no-such-project`. */
    project: async (name: string | null) =>
      await getProject(store, name ?? (await listProjects(store)).at(-1)?.name ?? SAMPLE_PROJECT),
    overview: async (projectId: string) =>
      await getOverview(projectId, store, await freshIndex(), background),
    hasProject: async (name: string) => (await findProject(store, name)) !== null,
    listEntries: (query: Parameters<typeof listEntries>[1]) => listEntries(store, query),
    findEntry: async (id: string) => await getEntryPage(id, { store, index: await freshIndex(), embedder }),
    listEpisodes: (query: Parameters<typeof listEpisodes>[1]) => listEpisodes(store, query),
    findEpisode: (id: string) => findEpisode(store, id),
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
    chips: async () => readChips(rootPath),
    explore: async (request: RetrieveRequest) => await explore(request, await answerDeps()),
    findSavedRetrieval: (id: string) => findSavedRetrieval(store, id),
    async saveRetrieval(request: RetrieveRequest): Promise<{ id: string }> {
      const [{ id: projectId }, answer] = [
        await getProject(store, request.project),
        await doors.retrieve(request),
      ]
      return {
        id: await saveRetrieval(store, { projectId, by: 'person', purpose: 'saved', request, answer }),
      }
    },
    curate: {
      add: (input: Parameters<typeof addEntry>[0]) => addEntry(input, curateDeps),
      edit: (input: Parameters<typeof editEntry>[0]) => editEntry(input, curateDeps),
      recategorise: (input: Parameters<typeof recategoriseEntry>[0]) => recategoriseEntry(input, curateDeps),
      retire: (input: Parameters<typeof retireEntries>[0]) => retireEntries(input, curateDeps),
      restore: (input: Parameters<typeof restoreEntries>[0]) => restoreEntries(input, curateDeps),
      undo: (input: Parameters<typeof undoRevision>[0]) => undoRevision(input, curateDeps),
    },
  }
}

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
