'use server'

import { z } from 'zod'
import type { NextPair } from '@/lib/memory/batch.ts'
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

const judgeSchema = z.object({
  runId: idSchema,
  by: nameSchema,
  queryId: z.string().min(1).max(300),
  entryId: idSchema,
  grade: z.number().int().min(0).max(3),
})

/** Keeps a grade when there is one, or takes the last one back, and gives the judge's next pair. */
export async function judgeAction(input: unknown): Promise<ActionResult<NextPair>> {
  return await answerAction(async () => {
    const { runId, by, judgement } = z
      .object({
        runId: idSchema,
        by: nameSchema,
        judgement: z.union([judgeSchema.omit({ runId: true, by: true }), z.literal('take-back')]).nullable(),
      })
      .parse(input)
    const { batches } = await getLoupe()
    if (judgement === 'take-back') await batches.takeBack({ runId, by })
    else if (judgement) await batches.judge({ runId, by, ...judgement })
    return await batches.nextPair({ runId, by })
  })
}
