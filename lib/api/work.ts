import { z } from 'zod'
import { idSchema } from '../curate/fields.ts'
import { reEmbedSchema } from '../jobs/re-embed.ts'
import { command, query } from '../memory/operation.ts'
import type { Core } from './core.ts'

const nothingSchema = z.strictObject({}).optional()
const jobSchema = z.strictObject({ jobId: idSchema })

export const workCommands = {
  loadSample: command(nothingSchema, (_, { services: { work } }: Core) => work.loadSample()),
  removeSample: command(nothingSchema, (_, { services: { work } }: Core) => work.removeSample()),
  cancelJob: command(jobSchema, ({ jobId }, { services: { work } }: Core) => work.cancelJob(jobId)),
  retryJob: command(jobSchema, ({ jobId }, { services: { work } }: Core) => work.retryJob(jobId)),
  estimateReEmbed: query(reEmbedSchema.pick({ to: true }), (input, { services: { work } }: Core) =>
    work.estimateReEmbed(input),
  ),
  reEmbed: command(reEmbedSchema, (input, { services: { work } }: Core) => work.reEmbed(input)),
  rescanSecrets: command(nothingSchema, (_, { services: { work } }: Core) => work.rescanSecrets()),
  removeVectors: command(
    z.strictObject({ embedder: z.string().min(1).max(200) }),
    ({ embedder }, { services: { work } }: Core) => work.removeVectors(embedder),
  ),
}
