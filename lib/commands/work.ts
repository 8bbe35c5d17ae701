import { z } from 'zod'
import { idSchema } from '../curate/fields.ts'
import { reEmbedSchema } from '../jobs/re-embed.ts'
import { command } from '../memory/command.ts'
import type { Services } from '../services/services.ts'

type Works = Pick<Services, 'work'>

const nothingSchema = z.strictObject({}).optional()
const jobSchema = z.strictObject({ jobId: idSchema })

export const workCommands = {
  loadSample: command(nothingSchema, async (_, { work }: Works) => await work.loadSample()),
  removeSample: command(nothingSchema, async (_, { work }: Works) => await work.removeSample()),
  cancelJob: command(jobSchema, async ({ jobId }, { work }: Works) => await work.cancelJob(jobId)),
  retryJob: command(jobSchema, async ({ jobId }, { work }: Works) => await work.retryJob(jobId)),
  estimateReEmbed: command(
    reEmbedSchema.pick({ to: true }),
    async (input, { work }: Works) => await work.estimateReEmbed(input),
  ),
  reEmbed: command(reEmbedSchema, async (input, { work }: Works) => await work.reEmbed(input)),
  rescanSecrets: command(nothingSchema, async (_, { work }: Works) => await work.rescanSecrets()),
  removeVectors: command(
    z.strictObject({ embedder: z.string().min(1).max(200) }),
    async ({ embedder }, { work }: Works) => await work.removeVectors(embedder),
  ),
}
