'use server'

import { z } from 'zod'
import { reEmbedSchema } from '@/lib/jobs/re-embed.ts'
import type { ReEmbedEstimate } from '@/lib/memory/embedders.ts'
import type { ActionResult } from '@/lib/memory/views.ts'
import { getLoupe } from '@/lib/runtime.ts'
import { answerAction } from './guard.ts'

// The settings' door. Each action guards, parses its input once and calls one function of lib.

export async function estimateReEmbedAction(input: unknown): Promise<ActionResult<ReEmbedEstimate>> {
  return await answerAction(
    async () => await (await getLoupe()).estimateReEmbed(reEmbedSchema.pick({ to: true }).parse(input)),
  )
}

export async function reEmbedAction(input: unknown): Promise<ActionResult<{ jobId: string }>> {
  return await answerAction(async () => await (await getLoupe()).reEmbed(reEmbedSchema.parse(input)))
}

const removeSchema = z.object({ embedder: z.string().min(1).max(200) })

export async function removeVectorsAction(input: unknown): Promise<ActionResult<{ removed: number }>> {
  return await answerAction(
    async () => await (await getLoupe()).removeVectors(removeSchema.parse(input).embedder),
  )
}
