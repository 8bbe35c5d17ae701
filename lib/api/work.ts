import { z } from 'zod'
import { idSchema } from '../curate/curation.ts'
import { serveExtractor } from '../curate/serve-extractor.ts'
import { findJob, findNewestJob, listJobs } from '../db/jobs/job-views.ts'
import { cancelJob, findJobOrder, retryJob } from '../db/jobs/order-jobs.ts'
import { pauseJob } from '../db/jobs/pauses.ts'
import { LESSONS } from '../extract/model/prompts/lessons.ts'
import { MODEL_EXTRACTOR } from '../extract/model/read-run.ts'
import { maskName } from '../extract/secret-scan.ts'
import { awaitExtraction } from '../jobs/await-extraction.ts'
import { DISTIL } from '../jobs/distil/distil-request.ts'
import { orderDistil } from '../jobs/distil/order-distil.ts'
import { importFiles } from '../jobs/import-file.ts'
import { loadSample, offerSample, removeSample, SAMPLE_BATCH } from '../jobs/load-sample.ts'
import { RE_EMBED } from '../jobs/re-embed.ts'
import { RESCAN } from '../jobs/rescan-secrets.ts'
import { UserError } from '../memory/errors.ts'
import { asItIs, command, owners, query } from '../memory/operation.ts'
import { projectsOf } from '../memory/people.ts'
import type { ImportResult } from '../memory/views/jobs.ts'
import type { Core } from './core.ts'
import { requireOwner } from './rights.ts'

const nothing = z.strictObject({}).optional()
const jobSchema = z.strictObject({ jobId: idSchema })
const bytesSchema = z.custom<Uint8Array>((given) => given instanceof Uint8Array, 'is not bytes')
// What is read from files is masked, not refused.
const masksItself = { arrive: asItIs, scopes: ['ingest'] } as const

export const work = {
  /** Reads one file of runs, and makes entries of them in the background. */
  importFile: command(
    z.strictObject({
      /** As the person named it; used in results and faults. */
      fileName: z.string().min(1).max(1_000),
      project: z.string().min(1).max(80),
      /** A results file that was sent before. */
      resultsId: z.string().max(80).nullable().default(null),
      /** Files brought in one act share a job. */
      batchKey: z.string().max(80).nullable().default(null),
      dryRun: z.boolean().default(false),
      /** Answer only when the entries are made. */
      wait: z.boolean().default(true),
      bytes: bytesSchema,
      /** Files that are read after it and stored with it: of small ones many are one transaction. */
      more: z
        .array(
          z.strictObject({
            fileName: z.string().min(1).max(1_000),
            resultsId: z.string().max(80).nullable(),
            bytes: bytesSchema,
          }),
        )
        .max(1_000)
        .default([]),
    }),
    async (
      { fileName, resultsId, bytes, more, wait, ...act },
      { store, results, threads, worker, by }: Core,
    ) => {
      const inputs = [{ fileName, resultsId, bytes }, ...more].map(({ resultsId, ...file }) => ({
        ...act,
        ...file,
        results: resultsId === null ? null : results.get(resultsId),
        by,
      }))
      const found = await importFiles(inputs, store, (file) => threads.run('read', file))
      worker.wake()
      const ended: ImportResult[] = []
      // One after the other, as they are worked on: thousands that wait side by side would all look again at every end.
      for (const { itemId, ...result } of found)
        if (!itemId) ended.push(result)
        else ended.push(wait ? await awaitExtraction(store, worker, result, itemId) : { ...result, itemId })
      return ended
    },
    masksItself,
  ),
  /** What was made of a stored run, once its stages are found: for an import that did not wait. */
  importEnd: query(
    z.strictObject({ itemId: idSchema, episodeId: idSchema }),
    ({ itemId, episodeId }, { store, worker }: Core) =>
      awaitExtraction(store, worker, { episodeId, subtasks: null, entries: null, warnings: [] }, itemId),
  ),
  /** Keeps a results file for the runs that are sent after it. */
  saveResults: command(
    z.strictObject({ fileName: z.string().max(1_000), bytes: bytesSchema }),
    ({ fileName, bytes }, { results }: Core) => results.add(maskName(fileName), bytes),
    // Kept under a name that nobody guesses.
    { ...masksItself, of: 'any' },
  ),
  loadSample: command(nothing, (_, core: Core) => loadSample(sampleDeps(core)), owners),
  removeSample: command(nothing, (_, core: Core) => removeSample(sampleDeps(core)), owners),
  /** Loads the sample at the very first start only. */
  offerSample: command(nothing, (_, core: Core) => offerSample(sampleDeps(core)), owners),

  listJobs: query(
    z.strictObject({ limit: z.number().int().min(1).max(200).default(50) }),
    ({ limit }, { store, caller }: Core) => listJobs(store, limit, projectsOf(caller)),
    { of: 'any' },
  ),
  findJob: query(z.strictObject({ id: z.string() }), ({ id }, { store }: Core) => findJob(store, id)),
  /** The newest job that makes entries of runs imported into a project, or null. That the sample was loaded is no import of anybody's. */
  lastImport: query(
    z.strictObject({ projectId: z.string() }),
    async ({ projectId }, { store }: Core) =>
      (await findNewestJob(store, 'extract', { projectId, but: SAMPLE_BATCH }))?.job ?? null,
  ),
  cancelJob: command(jobSchema, async ({ jobId }, core: Core): Promise<null> => {
    await requireOrderer(jobId, core)
    const { store, worker } = core
    await cancelJob(store, jobId)
    worker.cancelled(jobId)
    worker.ended()
    return null
  }),
  /** Holds a job: what is at work is finished, the rest waits until it goes on. */
  pauseJob: command(jobSchema, async ({ jobId }, core: Core): Promise<null> => {
    await requireOrderer(jobId, core)
    await pauseJob(core.store, jobId, 'Paused by a person.')
    return null
  }),
  retryJob: command(jobSchema, async ({ jobId }, core: Core): Promise<null> => {
    await requireOrderer(jobId, core)
    await retryJob(core.store, jobId)
    core.worker.wake()
    return null
  }),
}

/** Work that owners order: of a model, or of the whole folder. */
const OWNERS_WORK = [DISTIL, RE_EMBED, RESCAN]

/** Throws UserError `role` where a job is of owners and the caller is none. */
async function requireOrderer(jobId: string, { store, caller }: Core): Promise<void> {
  if (caller && OWNERS_WORK.includes((await findJobOrder(store, jobId))?.kind ?? '')) requireOwner(caller)
}

function sampleDeps(core: Core): Parameters<typeof loadSample>[0] {
  const { store, results, drain, rootPath, spaces, models } = core
  return {
    store,
    results,
    drain,
    rootPath,
    keep: models.deps,
    get embedder() {
      return spaces.current().embedder
    },
    distilRecorded: (project) => distilRecorded(project, core),
  }
}

/** Makes lessons of a project's recorded answers and puts them in service; nothing where no answers are recorded, or all are used. */
async function distilRecorded(project: string, { store, worker, models, curation }: Core): Promise<void> {
  const lines = models.recordings.current()?.lines.values() ?? []
  if (![...lines].some(({ prompt }) => prompt === LESSONS.id)) return
  const ordered = await orderDistil({ project, with: 'recorded' }, null, models.deps).catch((error) => {
    if (!(error instanceof UserError && error.code === 'nothing-to-distil')) throw error
    return null
  })
  if (!ordered) return
  await worker.start(['models'])
  worker.wake()
  for (;;) {
    const seen = worker.endCount()
    const job = await findJob(store, ordered.jobId)
    if (job === null || !['waiting', 'running'].includes(job.state)) break
    await worker.endAfter(seen)
  }
  await serveExtractor({ project, extractor: MODEL_EXTRACTOR }, curation.as())
}
