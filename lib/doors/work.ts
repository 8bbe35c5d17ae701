import { cancelJob, findJob, findNewestJob, listJobs, retryJob } from '../db/jobs.ts'
import { createBatchRuns } from '../experiments/batch-runs.ts'
import { maskTexts } from '../extract/mask-texts.ts'
import { SAMPLE_BATCH } from '../jobs/load-sample.ts'
import {
  estimateReEmbed,
  findReEmbedJob,
  orderReEmbed,
  type ReEmbedRequest,
  removeSpace,
} from '../jobs/re-embed.ts'
import { findBatchProgress, orderBatch } from '../jobs/run-batch.ts'
import type { BatchRequest } from '../memory/batch.ts'
import type { SettingsView } from '../memory/embedders.ts'
import type { House } from './house.ts'

/** Background work, kept batches, and the spaces of vectors. */
export function workDoors(house: House) {
  const { store, roster, spaces, reEmbedDeps, batchDeps, worker } = house
  return {
    listJobs: async (limit: number) => maskTexts(await listJobs(store, limit)),
    /** The newest job that makes entries of imported runs, or null. That the sample was loaded is no import of anybody's. */
    lastImport: async () =>
      maskTexts((await findNewestJob(store, 'extract', { but: SAMPLE_BATCH }))?.job ?? null),
    findJob: async (id: string) => maskTexts(await findJob(store, id)),
    async cancelJob(id: string): Promise<null> {
      await cancelJob(store, id)
      return null
    },
    async retryJob(id: string): Promise<null> {
      await retryJob(store, id)
      worker.wake()
      return null
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
  }
}
