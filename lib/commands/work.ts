import { z } from 'zod'
import { idSchema } from '../curate/fields.ts'
import { reEmbedSchema } from '../jobs/re-embed.ts'
import { command } from '../memory/command.ts'
import type { Services } from '../services/services.ts'

type Works = Pick<Services, 'work'>

const nothingSchema = z.strictObject({}).optional()
const jobSchema = z.strictObject({ jobId: idSchema })

export const loadSample = command({
  name: 'loadSample',
  input: nothingSchema,
  run: async (_, { work }: Works) => await work.loadSample(),
})

export const removeSample = command({
  name: 'removeSample',
  input: nothingSchema,
  run: async (_, { work }: Works) => await work.removeSample(),
})

export const cancelJob = command({
  name: 'cancelJob',
  input: jobSchema,
  run: async ({ jobId }, { work }: Works) => await work.cancelJob(jobId),
})

export const retryJob = command({
  name: 'retryJob',
  input: jobSchema,
  run: async ({ jobId }, { work }: Works) => await work.retryJob(jobId),
})

export const estimateReEmbed = command({
  name: 'estimateReEmbed',
  input: reEmbedSchema.pick({ to: true }),
  run: async (input, { work }: Works) => await work.estimateReEmbed(input),
})

export const reEmbed = command({
  name: 'reEmbed',
  input: reEmbedSchema,
  run: async (input, { work }: Works) => await work.reEmbed(input),
})

export const rescanSecrets = command({
  name: 'rescanSecrets',
  input: nothingSchema,
  run: async (_, { work }: Works) => await work.rescanSecrets(),
})

export const removeVectors = command({
  name: 'removeVectors',
  input: z.strictObject({ embedder: z.string().min(1).max(200) }),
  run: async ({ embedder }, { work }: Works) => await work.removeVectors(embedder),
})
