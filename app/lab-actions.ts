'use server'

import { z } from 'zod'
import { readBatchQueries } from '@/lib/experiments/batch-queries.ts'
import type { JudgingTask } from '@/lib/experiments/lab.ts'
import { batchRequestSchema } from '@/lib/memory/batch.ts'
import { type LabComparison, labRequestSchema, type WrongTurns } from '@/lib/memory/lab.ts'
import { retrieveRequestSchema } from '@/lib/memory/retrieval.ts'
import type { ActionResult } from '@/lib/memory/views.ts'
import { getLoupe } from '@/lib/runtime.ts'
import { answerAction } from './guard.ts'

// The lab's door. Each action guards, parses its input once and calls one function of lib.

const nameSchema = z.string().trim().min(1, 'Say who judges.').max(60)
const idSchema = z.string().min(1).max(60)

export async function labCompareAction(request: unknown): Promise<ActionResult<LabComparison>> {
  return await answerAction(async () => await (await getLoupe()).lab.compare(labRequestSchema.parse(request)))
}

export async function wrongTurnsAction(request: unknown): Promise<ActionResult<WrongTurns>> {
  return await answerAction(
    async () => await (await getLoupe()).lab.wrongTurns(retrieveRequestSchema.parse(request)),
  )
}

const batchSchema = batchRequestSchema.omit({ queries: true }).extend({ text: z.string().max(4_000_000) })

export async function runBatchAction(input: unknown): Promise<ActionResult<{ id: string }>> {
  return await answerAction(async () => {
    const { text, ...request } = batchSchema.parse(input)
    return await (await getLoupe()).lab.runBatch({ ...request, queries: readBatchQueries(text) })
  })
}

const judgeSchema = z.object({
  runId: idSchema,
  by: nameSchema,
  queryId: z.string().min(1).max(300),
  entryId: idSchema,
  grade: z.number().int().min(0).max(3),
})

export type NextPair = { task: JudgingTask | null; doneCount: number; totalCount: number }

/** Keeps a grade when there is one, and gives the judge's next pair. */
export async function judgeAction(input: unknown): Promise<ActionResult<NextPair>> {
  return await answerAction(async () => {
    const { runId, by, judgement } = z
      .object({
        runId: idSchema,
        by: nameSchema,
        judgement: judgeSchema.omit({ runId: true, by: true }).nullable(),
      })
      .parse(input)
    const { lab } = await getLoupe()
    if (judgement) await lab.judge({ runId, by, ...judgement })
    return await lab.nextPair({ runId, by })
  })
}
