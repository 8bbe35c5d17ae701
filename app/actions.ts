'use server'

import { z } from 'zod'
import { newEntrySchema } from '@/lib/curate/add-entry.ts'
import { categorySchema } from '@/lib/memory/category.ts'
import { type PlaygroundAnswer, type RetrievalAnswer, retrieveRequestSchema } from '@/lib/memory/retrieval.ts'
import { descriptionSchema, experienceSchema } from '@/lib/memory/subtask.ts'
import type { ActionResult, ChangeReceipt } from '@/lib/memory/views.ts'
import { getLoupe } from '@/lib/runtime.ts'
import { answerAction } from './guard.ts'

// The UI's door to store and retrieval. Each action guards, parses its input once and calls one function of lib.

const idSchema = z.string().min(1).max(60)
const idsSchema = z.array(idSchema).min(1).max(100_000)
const revisionSchema = z.number().int().min(0)
const reasonSchema = z.string().trim().max(500).optional()

export async function retrieveAction(request: unknown): Promise<ActionResult<PlaygroundAnswer>> {
  return await answerAction(
    async () => await (await getLoupe()).explore(retrieveRequestSchema.parse(request)),
  )
}

export async function saveRetrievalAction(request: unknown): Promise<ActionResult<{ id: string }>> {
  return await answerAction(
    async () => await (await getLoupe()).saveRetrieval(retrieveRequestSchema.parse(request)),
  )
}

const compareSchema = z.object({ requests: z.array(retrieveRequestSchema).min(2).max(4) })

/** Answers in the order of the requests. */
export async function compareAction(input: unknown): Promise<ActionResult<RetrievalAnswer[]>> {
  return await answerAction(async () => {
    const { requests } = compareSchema.parse(input)
    const { doors } = await getLoupe()
    return await Promise.all(requests.map((request) => doors.retrieve(request)))
  })
}

export async function storeEntryAction(
  input: unknown,
): Promise<ActionResult<{ id: string; receipt: ChangeReceipt }>> {
  return await answerAction(async () => await (await getLoupe()).curate.add(newEntrySchema.parse(input)))
}

const editSchema = z
  .object({ entryId: idSchema, revision: revisionSchema, reason: reasonSchema })
  .extend(descriptionSchema.partial().shape)
  .extend(experienceSchema.omit({ kind: true }).partial().shape)

export async function editEntryAction(input: unknown): Promise<ActionResult<ChangeReceipt>> {
  return await answerAction(
    async () => await (await getLoupe()).curate.edit(dropUndefined(editSchema.parse(input))),
  )
}

const recategoriseSchema = z.object({
  entryId: idSchema,
  revision: revisionSchema,
  category: categorySchema,
  reason: reasonSchema,
})

export async function recategoriseAction(input: unknown): Promise<ActionResult<ChangeReceipt>> {
  return await answerAction(
    async () => await (await getLoupe()).curate.recategorise(dropUndefined(recategoriseSchema.parse(input))),
  )
}

const retireSchema = z.object({ entryIds: idsSchema, reason: z.string().trim().min(1, 'Say why.').max(500) })

export async function retireAction(input: unknown): Promise<ActionResult<ChangeReceipt>> {
  return await answerAction(async () => await (await getLoupe()).curate.retire(retireSchema.parse(input)))
}

const restoreSchema = z.object({ entryIds: idsSchema, reason: reasonSchema })

export async function restoreAction(input: unknown): Promise<ActionResult<ChangeReceipt>> {
  return await answerAction(
    async () => await (await getLoupe()).curate.restore(dropUndefined(restoreSchema.parse(input))),
  )
}

export async function undoAction(input: unknown): Promise<ActionResult<ChangeReceipt>> {
  return await answerAction(
    async () => await (await getLoupe()).curate.undo(z.object({ revision: revisionSchema }).parse(input)),
  )
}

export async function loadSampleAction(): Promise<ActionResult<{ episodes: number; entries: number }>> {
  return await answerAction(async () => await (await getLoupe()).doors.loadSample())
}

const jobSchema = z.object({ jobId: idSchema })

export async function cancelJobAction(input: unknown): Promise<ActionResult<null>> {
  return await answerAction(async () => await (await getLoupe()).cancelJob(jobSchema.parse(input).jobId))
}

export async function retryJobAction(input: unknown): Promise<ActionResult<null>> {
  return await answerAction(async () => await (await getLoupe()).retryJob(jobSchema.parse(input).jobId))
}

/** zod leaves `undefined` where a field was absent; the functions of lib take it as absent. */
function dropUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as never
}
