import type { Parts as Core } from '../api/parts.ts'
import type { Curation } from '../curate/curation.ts'
import { countStoredEntries } from '../db/entries/entry-counts.ts'
import { findJob, findNewestJob, listJobs } from '../db/jobs/job-views.ts'
import { cancelJob, retryJob } from '../db/jobs/order-jobs.ts'
import { maskName } from '../extract/secret-scan.ts'
import { awaitExtraction } from '../jobs/await-extraction.ts'
import { orderDistil } from '../jobs/distil/order-distil.ts'
import { type ImportInput, importFile } from '../jobs/import-file.ts'
import { loadSample, offerSample, removeSample, SAMPLE_BATCH } from '../jobs/load-sample.ts'
import {
  estimateReEmbed,
  findReEmbedJob,
  orderReEmbed,
  type ReEmbedRequest,
  removeSpace,
} from '../jobs/re-embed.ts'
import { findRescan, orderRescan } from '../jobs/rescan-secrets.ts'
import { createResultSets } from '../jobs/result-sets.ts'
import { inPartsWith } from '../jobs/threads/work-threads.ts'
import type { SettingsView } from '../memory/embedders.ts'
import type { ImportResult } from '../memory/views/jobs.ts'
import { over } from './over.ts'

type GivenRun = Omit<ImportInput, 'results' | 'by' | 'source'> & {
  dryRun: boolean
  resultsId: string | null
  /** Answer only when the entries are made. Default true. */
  wait?: boolean
}

/** What comes in, background work, and the spaces of vectors. */
export function createWork(core: Core, _curation: Curation) {
  const { store, rootPath, roster, spaces, worker, threads, reEmbedDeps, drain, models } = core
  const ask = over(store)
  const results = createResultSets(async (bytes, fileName) => {
    const { parts, result } = await inPartsWith(threads.run('outcomes', { bytes, fileName }))
    return { ...result, outcomes: new Map(parts) }
  })
  const sampleDeps = {
    store,
    results,
    drain,
    rootPath,
    get embedder() {
      return spaces.current().embedder
    },
    distilRecorded,
  }

  /** Makes entries of a project's recorded answers. */
  async function distilRecorded(project: string): Promise<void> {
    const { jobId } = await orderDistil({ project, with: 'recorded' }, null, models.deps)
    await worker.start(['models'])
    worker.wake()
    for (;;) {
      const seen = worker.endCount()
      const job = await findJob(store, jobId)
      if (job === null || !['waiting', 'running'].includes(job.state)) break
      await worker.endAfter(seen)
    }
  }

  return {
    async importFile({ resultsId, wait = true, dryRun, ...input }: GivenRun) {
      const outcomes = resultsId === null ? null : results.get(resultsId)
      const found = await importFile({ ...input, dryRun, results: outcomes, by: 'person' }, store, (file) =>
        threads.run('read', file),
      )
      worker.wake()
      const ended: ImportResult[] = []
      // One after the other, as they are worked on: thousands that wait side by side would all look again at every end.
      for (const { itemId, ...result } of found)
        ended.push(wait && itemId ? await awaitExtraction(store, worker, result, itemId) : result)
      return ended
    },
    /** Keeps a results file for the runs that are sent after it. */
    saveResults: async ({ fileName, bytes }: { fileName: string; bytes: Uint8Array }) =>
      results.add(maskName(fileName), bytes),
    loadSample: () => loadSample(sampleDeps),
    removeSample: () => removeSample(sampleDeps),
    /** Loads the sample at the very first start only. */
    offerSample: () => offerSample(sampleDeps),

    listJobs: ask(listJobs),
    /** The newest job that makes entries of imported runs, or null. That the sample was loaded is no import of anybody's. */
    lastImport: async () => (await findNewestJob(store, 'extract', { but: SAMPLE_BATCH }))?.job ?? null,
    findJob: ask(findJob),
    async cancelJob(id: string): Promise<null> {
      await cancelJob(store, id)
      worker.cancelled(id)
      worker.ended()
      return null
    },
    async retryJob(id: string): Promise<null> {
      await retryJob(store, id)
      worker.wake()
      return null
    },

    /** Every space of vectors there is or could be. */
    embedders: () => spaces.list(),
    settings: async (): Promise<SettingsView> => ({
      embedders: await spaces.list(),
      entryCount: await countStoredEntries(store),
      job: await findReEmbedJob(store),
      variables: roster.variables,
      fault: roster.fault && { message: roster.fault.message, hint: roster.fault.hint },
    }),
    estimateReEmbed: (input: { to: string }) => estimateReEmbed(input, reEmbedDeps),
    async reEmbed(input: ReEmbedRequest) {
      const ordered = await orderReEmbed(input, reEmbedDeps)
      worker.wake()
      return ordered
    },
    removeVectors: (id: string) => removeSpace(id, reEmbedDeps),
    /** Looks through everything stored for secrets, in the background. Throws UserError `already-running`. */
    async rescanSecrets() {
      const ordered = await orderRescan(store)
      worker.wake()
      return ordered
    },
    /** The newest such look, or null. */
    rescan: ask(findRescan),
  }
}
