'use server'

import { z } from 'zod'
import { detectorNameSchema } from '@/lib/memory/finding.ts'
import type { ActionResult } from '@/lib/memory/views.ts'
import type {
  DismissedList,
  TriageCluster,
  WaitingList,
  Worklist,
  WorklistHead,
} from '@/lib/memory/worklist.ts'
import { getLoupe } from '@/lib/runtime.ts'
import { answerAction } from './guard.ts'

// The worklists' door. Each action guards, parses its input once and calls one function of lib.

const idSchema = z.string().min(1).max(60)
const nameSchema = z.string().trim().min(1, 'Say who reviews.').max(80)
const listSchema = z.object({
  projectId: idSchema,
  detector: detectorNameSchema,
  minScore: z.number().min(0).max(1).nullable(),
})

export async function listWorklistAction(input: unknown): Promise<ActionResult<Worklist>> {
  return await answerAction(async () => {
    const query = listSchema
      .extend({
        claimedBy: nameSchema.optional(),
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(200),
      })
      .parse(input)
    return await (await getLoupe()).findings.list(query)
  })
}

export async function listClustersAction(
  input: unknown,
): Promise<ActionResult<{ clusters: TriageCluster[]; clusterCount: number; entryCount: number }>> {
  return await answerAction(async () => await (await getLoupe()).findings.clusters(listSchema.parse(input)))
}

export async function listDismissedAction(input: unknown): Promise<ActionResult<DismissedList>> {
  return await answerAction(async () => {
    const query = listSchema.omit({ minScore: true }).extend({
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(200),
    })
    return await (await getLoupe()).findings.dismissed(query.parse(input))
  })
}

const settleSchema = z.object({
  projectId: idSchema,
  /** Of findings; or of loose pairs, which name two entries. */
  ids: z.array(z.string().min(1).max(130)).min(1).max(5_000),
  state: z.enum(['open', 'dismissed']),
  by: nameSchema,
  reason: z.string().trim().max(500).nullable(),
})

export async function settleFindingsAction(input: unknown): Promise<ActionResult<{ count: number }>> {
  return await answerAction(async () => await (await getLoupe()).findings.settle(settleSchema.parse(input)))
}

const claimSchema = z.object({
  projectId: idSchema,
  detector: detectorNameSchema,
  minScore: z.number().min(0).max(1).nullable(),
  by: nameSchema,
  count: z.number().int().min(1).max(200),
})

export async function claimFindingsAction(input: unknown): Promise<ActionResult<{ ids: string[] }>> {
  return await answerAction(async () => await (await getLoupe()).findings.claim(claimSchema.parse(input)))
}

export async function releaseFindingsAction(input: unknown): Promise<ActionResult<{ count: number }>> {
  return await answerAction(
    async () =>
      await (await getLoupe()).findings.release(
        z.object({ projectId: idSchema, by: nameSchema }).parse(input),
      ),
  )
}

const waitingSchema = z.object({ projectId: idSchema })

/** Entries that wait for a person, and what the held ones look like. */
export async function listWaitingAction(input: unknown): Promise<ActionResult<WaitingList>> {
  return await answerAction(async () => {
    const query = waitingSchema.extend({
      claimedBy: nameSchema.optional(),
      limit: z.number().int().min(1).max(200),
    })
    return await (await getLoupe()).waiting.list(query.parse(input))
  })
}

export async function claimWaitingAction(input: unknown): Promise<ActionResult<{ ids: string[] }>> {
  return await answerAction(
    async () =>
      await (await getLoupe()).waiting.claim(
        claimSchema.omit({ detector: true, minScore: true }).parse(input),
      ),
  )
}

export async function releaseWaitingAction(input: unknown): Promise<ActionResult<{ count: number }>> {
  return await answerAction(
    async () =>
      await (await getLoupe()).waiting.release(waitingSchema.extend({ by: nameSchema }).parse(input)),
  )
}

export async function scanAction(input: unknown): Promise<ActionResult<null>> {
  return await answerAction(
    async () =>
      await (await getLoupe()).findings.scan(z.object({ projectId: idSchema }).parse(input).projectId),
  )
}

export async function worklistsAction(input: unknown): Promise<
  ActionResult<{
    heads: WorklistHead[]
    scannedAt: string | null
    waiting: { count: number; held: number }
  }>
> {
  return await answerAction(async () => {
    const { projectId } = z.object({ projectId: idSchema }).parse(input)
    const loupe = await getLoupe()
    const [{ heads, scan }, waiting] = await Promise.all([
      loupe.findings.worklists(projectId),
      loupe.waiting.count(projectId),
    ])
    return { heads, scannedAt: scan?.at ?? null, waiting }
  })
}
