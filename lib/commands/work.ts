import { z } from 'zod'
import { idSchema } from '../curate/fields.ts'
import { reEmbedSchema } from '../jobs/re-embed.ts'
import { command } from '../memory/command.ts'
import type { Services } from '../services/services.ts'

type Works = Pick<Services, 'work'>

const nothingSchema = z.strictObject({}).optional()
const jobSchema = z.strictObject({ jobId: idSchema })

export const workCommands = {
  loadSample: command(nothingSchema, (_, { work }: Works) => work.loadSample()),
  removeSample: command(nothingSchema, (_, { work }: Works) => work.removeSample()),
  cancelJob: command(jobSchema, ({ jobId }, { work }: Works) => work.cancelJob(jobId)),
  retryJob: command(jobSchema, ({ jobId }, { work }: Works) => work.retryJob(jobId)),
  estimateReEmbed: command(reEmbedSchema.pick({ to: true }), (input, { work }: Works) =>
    work.estimateReEmbed(input),
  ),
  reEmbed: command(reEmbedSchema, (input, { work }: Works) => work.reEmbed(input)),
  rescanSecrets: command(nothingSchema, (_, { work }: Works) => work.rescanSecrets()),
  removeVectors: command(
    z.strictObject({ embedder: z.string().min(1).max(200) }),
    ({ embedder }, { work }: Works) => work.removeVectors(embedder),
  ),
}
