'use server'

import { z } from 'zod'
import { newEntrySchema } from '@/lib/curate/add-entry.ts'
import { bulkSchema } from '@/lib/curate/bulk.ts'
import { copySchema } from '@/lib/curate/copy.ts'
import { impactSchema } from '@/lib/curate/impact.ts'
import { mergeSchema } from '@/lib/curate/merge.ts'
import { purgeSchema } from '@/lib/curate/purge.ts'
import { splitSchema } from '@/lib/curate/split.ts'
import { categorySchema, stageSchema } from '@/lib/memory/category-schema.ts'
import { askedFilterSchema } from '@/lib/memory/entry-filter.ts'
import { type PlaygroundAnswer, retrieveRequestSchema } from '@/lib/memory/retrieval.ts'
import { descriptionSchema, experienceSchema } from '@/lib/memory/subtask.ts'
import {
  type ActionResult,
  type ActivityChanges,
  type BulkPreview,
  type BulkReceipt,
  type ChainReport,
  type ChangeReceipt,
  ENTRY_SORTS,
  type EntryPlace,
  type FilterCount,
  type ImpactView,
  type NoteView,
  type PurgeReceipt,
  type RollbackReceipt,
  type SourceCount,
} from '@/lib/memory/views.ts'
import { getLoupe } from '@/lib/runtime.ts'
import { answerAction } from './guard.ts'

// The UI's door to store and retrieval. Each action guards, parses its input once and calls one function of lib.

const idSchema = z.string().min(1).max(60)
const idsSchema = z.array(idSchema).min(1).max(100_000)
const revisionSchema = z.number().int().min(0)
const reasonSchema = z.string().trim().max(500).optional()
/** A form sends the same one however often it is sent. */
const requestSchema = z.string().min(8).max(60).optional()
const bySchema = z.string().trim().min(1).max(80).default('person')

/** Who makes a change, where the page asked for a name. */
function signer(input: unknown): string | undefined {
  return z.object({ by: bySchema.optional() }).parse(input).by
}

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

export async function storeEntryAction(
  input: unknown,
): Promise<ActionResult<{ id: string; waits: boolean; receipt: ChangeReceipt }>> {
  return await answerAction(
    async () =>
      await (await getLoupe()).curate.add(newEntrySchema.extend({ requestId: requestSchema }).parse(input)),
  )
}

const editSchema = z
  .object({ entryId: idSchema, revision: revisionSchema, reason: reasonSchema })
  .extend(descriptionSchema.partial().shape)
  .extend(experienceSchema.omit({ kind: true }).partial().shape)

export async function editEntryAction(input: unknown): Promise<ActionResult<ChangeReceipt>> {
  return await answerAction(
    async () => await (await getLoupe()).curate.edit(dropUndefined(editSchema.parse(input)), signer(input)),
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
    async () =>
      await (await getLoupe()).curate.recategorise(
        dropUndefined(recategoriseSchema.parse(input)),
        signer(input),
      ),
  )
}

const retireSchema = z.object({
  entryIds: idsSchema,
  reason: z.string().trim().min(1, 'Say why.').max(500),
  asDuplicates: z.object({ minScore: z.number().min(0).max(1).nullable() }).optional(),
})

export async function retireAction(input: unknown): Promise<ActionResult<ChangeReceipt>> {
  return await answerAction(
    async () => await (await getLoupe()).curate.retire(retireSchema.parse(input), signer(input)),
  )
}

const restoreSchema = z.object({ entryIds: idsSchema, reason: reasonSchema })

export async function restoreAction(input: unknown): Promise<ActionResult<ChangeReceipt>> {
  return await answerAction(
    async () =>
      await (await getLoupe()).curate.restore(dropUndefined(restoreSchema.parse(input)), signer(input)),
  )
}

export async function undoAction(input: unknown): Promise<ActionResult<ChangeReceipt>> {
  return await answerAction(
    async () =>
      await (await getLoupe()).curate.undo(
        z.object({ revision: revisionSchema }).parse(input),
        signer(input),
      ),
  )
}

export async function mergeAction(input: unknown): Promise<ActionResult<ChangeReceipt>> {
  return await answerAction(
    async () => await (await getLoupe()).curate.merge(mergeSchema.parse(input), signer(input)),
  )
}

export async function splitAction(input: unknown): Promise<ActionResult<ChangeReceipt>> {
  return await answerAction(
    async () => await (await getLoupe()).curate.split(splitSchema.parse(input), signer(input)),
  )
}

export async function copyAction(input: unknown): Promise<ActionResult<ChangeReceipt>> {
  return await answerAction(
    async () => await (await getLoupe()).curate.copy(copySchema.parse(input), signer(input)),
  )
}

export async function moveAction(input: unknown): Promise<ActionResult<ChangeReceipt>> {
  return await answerAction(
    async () => await (await getLoupe()).curate.move(copySchema.parse(input), signer(input)),
  )
}

const pinSchema = z.object({ entryIds: idsSchema, pinned: z.boolean() })

export async function pinAction(input: unknown): Promise<ActionResult<ChangeReceipt>> {
  return await answerAction(
    async () => await (await getLoupe()).curate.pin(pinSchema.parse(input), signer(input)),
  )
}

const reviewSchema = z.object({
  entryIds: idsSchema,
  approve: z.boolean(),
  reason: reasonSchema,
  by: bySchema,
})

export async function reviewAction(input: unknown): Promise<ActionResult<ChangeReceipt>> {
  return await answerAction(async () => {
    const { by, ...review } = reviewSchema.parse(input)
    return await (await getLoupe()).curate.review(review, by)
  })
}

export async function countMatchingAction(input: unknown): Promise<ActionResult<FilterCount>> {
  return await answerAction(async () => {
    const loupe = await getLoupe()
    return await loupe.countMatching(await loupe.resolveFilter(askedFilterSchema.parse(input)))
  })
}

const placeSchema = z.object({
  entryId: idSchema,
  query: askedFilterSchema.extend({ sort: z.enum(ENTRY_SORTS), descending: z.boolean() }),
})

/** Where an entry stands in a filtered list; null when it does not match. */
export async function placeAction(input: unknown): Promise<ActionResult<EntryPlace | null>> {
  return await answerAction(async () => {
    const { entryId, query } = placeSchema.parse(input)
    const loupe = await getLoupe()
    const { sort, descending } = query
    return await loupe.neighboursInFilter(entryId, {
      ...(await loupe.resolveFilter(query)),
      sort,
      descending,
    })
  })
}

const askedBulkSchema = bulkSchema.extend({ filter: askedFilterSchema, by: bySchema })

export async function previewBulkAction(input: unknown): Promise<ActionResult<BulkPreview>> {
  return await answerAction(async () => {
    const { rule, filter } = askedBulkSchema.pick({ rule: true, filter: true }).parse(input)
    const loupe = await getLoupe()
    return await loupe.curate.previewBulk({ rule, filter: await loupe.resolveFilter(filter) })
  })
}

export async function bulkAction(input: unknown): Promise<ActionResult<BulkReceipt>> {
  return await answerAction(async () => {
    const { by, filter, ...bulk } = askedBulkSchema.parse(input)
    const loupe = await getLoupe()
    return await loupe.curate.bulk({ ...bulk, filter: await loupe.resolveFilter(filter) }, by)
  })
}

export async function impactAction(input: unknown): Promise<ActionResult<ImpactView>> {
  return await answerAction(async () => await (await getLoupe()).curate.impact(impactSchema.parse(input)))
}

const sourceSchema = z.object({
  projectId: idSchema,
  source: z.union([
    z.strictObject({ episodeId: idSchema }),
    z.strictObject({ jobId: idSchema }),
    z.strictObject({ extractor: z.string().min(1).max(200) }),
    z.strictObject({ fileName: z.string().min(1).max(2_000) }),
  ]),
})
const rollbackSchema = sourceSchema.extend({
  reason: z.string().trim().min(1, 'Say why.').max(500),
  expectedCount: z.number().int().min(0).optional(),
})

/** What a roll back of one source would retire. */
export async function countSourceAction(input: unknown): Promise<ActionResult<SourceCount>> {
  return await answerAction(
    async () => await (await getLoupe()).curate.countSource(sourceSchema.parse(input)),
  )
}

export async function rollbackAction(input: unknown): Promise<ActionResult<RollbackReceipt>> {
  return await answerAction(
    async () => await (await getLoupe()).curate.rollback(rollbackSchema.parse(input), signer(input)),
  )
}

export async function purgeAction(input: unknown): Promise<ActionResult<PurgeReceipt>> {
  return await answerAction(
    async () => await (await getLoupe()).curate.purge(purgeSchema.parse(input), signer(input)),
  )
}

const noteSchema = z.object({ entryId: idSchema, text: z.string().trim().min(1).max(5_000), by: bySchema })

export async function addNoteAction(input: unknown): Promise<ActionResult<NoteView>> {
  return await answerAction(async () => await (await getLoupe()).curate.addNote(noteSchema.parse(input)))
}

export async function deleteNoteAction(input: unknown): Promise<ActionResult<null>> {
  return await answerAction(
    async () => await (await getLoupe()).curate.deleteNote(z.object({ id: idSchema }).parse(input).id),
  )
}

const labelSchema = z.object({
  subtaskId: idSchema,
  category: stageSchema,
  by: bySchema,
  blind: z.boolean().default(false),
})

export async function labelSubtaskAction(input: unknown): Promise<ActionResult<null>> {
  return await answerAction(
    async () => await (await getLoupe()).curate.labelSubtask(labelSchema.parse(input)),
  )
}

const changesSchema = z.object({
  revision: revisionSchema,
  offset: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(200).default(50),
})

export async function activityChangesAction(input: unknown): Promise<ActionResult<ActivityChanges>> {
  return await answerAction(async () => await (await getLoupe()).activity.changes(changesSchema.parse(input)))
}

export async function verifyChainAction(input: unknown): Promise<ActionResult<ChainReport>> {
  return await answerAction(
    async () =>
      await (await getLoupe()).activity.verify(z.object({ projectId: idSchema }).parse(input).projectId),
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
