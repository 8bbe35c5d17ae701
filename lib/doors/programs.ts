import { type ExportFormat, exportEntries } from '../curate/transfer/export-entries.ts'
import { listEntryTexts } from '../db/entry-texts.ts'
import { listEpisodeTexts, listPatchedEpisodes } from '../db/episodes.ts'
import { getProject, listScopeIds } from '../db/projects.ts'
import { countWithoutRun } from '../db/transfer-rows.ts'
import { type ReplayReport, type ReplayRequest, replay } from '../experiments/replay.ts'
import type { ReplayQuery } from '../experiments/replay-query.ts'
import { sameFileQueries } from '../experiments/same-file-labels.ts'
import { maskAnswer } from '../extract/mask-answer.ts'
import { awaitExtraction } from '../jobs/await-extraction.ts'
import { importFile } from '../jobs/import-file.ts'
import { loadSample, offerSample, removeSample } from '../jobs/load-sample.ts'
import { type QualityReport, reportQuality } from '../jobs/quality-report.ts'
import type { EntryFilter } from '../memory/entry-filter.ts'
import { LIFECYCLES } from '../memory/lifecycle.ts'
import type { RetrievalAnswer, RetrieveRequest } from '../memory/retrieval.ts'
import type { ImportResult } from '../memory/views.ts'
import { answerRetrieval } from '../retrieval/answer.ts'
import { getStrategy } from '../retrieval/strategies/all-strategies.ts'
import type { House } from './house.ts'

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
  /**
   * Entries as text, piece by piece; without a filter every one, retired ones too. `leftOut`: how many of them are in none of the
   * pieces, because the format is of runs and they have none.
   */
  exportEntries(input: {
    project: string
    filter?: Partial<EntryFilter>
    format: ExportFormat
    versions: boolean
  }): Promise<{ leftOut: number; pieces: AsyncIterable<string> }>
  loadSample(): Promise<{ episodes: number; entries: number }>
  removeSample(): Promise<{ episodes: number; entries: number }>
  /** Loads the sample at the very first start only. */
  offerSample(): Promise<void>
  close(): Promise<void>
}

/** The doors of programs, over the same functions as the pages'. `close` ends the whole. */
export function programDoors(house: House, close: () => Promise<void>): Doors {
  const { store, spaces, results, worker, sampleDeps, answerDeps, rootPath } = house
  return {
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
    exportEntries: async ({ project, filter, format, versions }) => {
      const { id: projectId, name } = await getProject(store, project)
      const entries = { ...EVERY_ENTRY, ...filter, projectId }
      return {
        leftOut: format === 'atif' ? await countWithoutRun(store, entries) : 0,
        pieces: exportEntries({ project: name, filter: entries, format, versions }, store),
      }
    },
    loadSample: () => loadSample(sampleDeps),
    removeSample: () => removeSample(sampleDeps),
    offerSample: () => offerSample(sampleDeps),
    close,
  }
}

/** An export leaves nothing out: states are no reason to. */
const EVERY_ENTRY = { text: '', facets: { lifecycle: [...LIFECYCLES] } }
