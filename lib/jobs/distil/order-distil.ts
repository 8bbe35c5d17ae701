import type { z } from 'zod'
import { enqueueJob, findJobOrder, findOpenJob, goOnWithJob } from '../../db/jobs/order-jobs.ts'
import { listUnreadRuns, type UnreadRun } from '../../db/models/distillations.ts'
import { findProjectName, getProject } from '../../db/projects.ts'
import type { Store, Tx } from '../../db/store.ts'
import { MODEL_EXTRACTOR } from '../../extract/model/read-run.ts'
import {
  type Caps,
  type DistilEstimate,
  type DistilOrder,
  distilOrderSchema,
} from '../../memory/distil/distil.ts'
import { UserError } from '../../memory/errors.ts'
import { createRandom, seedFrom, shuffled } from '../../memory/statistics.ts'
import { DISTIL, type DistilRequest, distilRequestSchema } from './distil-request.ts'
import type { DistilDeps } from './distil-run.ts'

/**
 * Orders a model's work over the runs of a project that it has not been over; where such work is open, it goes on in the way that
 * is asked for now, under the caps it has but for those that are named. Throws UserError `no-such-project`, `no-model`,
 * `nothing-to-distil`, `other-work-open`.
 */
export async function orderDistil(
  asked: DistilOrder,
  estimate: Pick<DistilEstimate, 'usdPerCall'> | null,
  { store, completer }: Pick<DistilDeps, 'store' | 'completer'>,
): Promise<{ jobId: string; runCount: number }> {
  const order = distilOrderSchema.parse(asked)
  if (order.with !== 'handover') completer(order.with)
  const project = await getProject(store, order.project)
  const left = await listUnreadRuns(store, project.id, MODEL_EXTRACTOR)
  const items = pickRuns(left, order).map(({ episodeId, instanceId, stepCount }) => ({
    label: `${instanceId}, ${stepCount} steps`,
    target: episodeId,
  }))
  const request: DistilRequest = {
    with: order.with,
    caps: order.caps,
    expectedUsd: estimate?.usdPerCall ?? null,
  }
  return await store.record(async (tx) => {
    const open = await findOpenJob(tx, { kind: DISTIL, projectId: project.id, resting: true })
    if (open) {
      const caps = await capsWhileOpen(tx, open, order)
      await goOn(tx, open.id, { ...request, caps })
      return { jobId: open.id, runCount: open.openItemCount }
    }
    if (items.length === 0)
      throw new UserError('nothing-to-distil', `A model has been over every run of ${order.project}.`, {
        hint: 'Import further runs first.',
        status: 409,
      })
    const { jobId } = await enqueueJob(store, tx, {
      kind: DISTIL,
      label: labelOf(project.name, order.with),
      projectId: project.id,
      request,
      items,
    })
    return { jobId, runCount: items.length }
  })
}

/** The caps that were named for an open job, before or now. Throws UserError `other-work-open` when what is asked for is not what is open. */
async function capsWhileOpen(
  tx: Tx,
  open: { id: string; openItemCount: number },
  { project, limit, caps }: z.output<typeof distilOrderSchema>,
): Promise<Partial<Caps>> {
  const job = await findJobOrder(tx, open.id)
  if (limit !== null && limit < open.openItemCount)
    throw new UserError('other-work-open', `${open.openItemCount} runs of ${project} are ordered already.`, {
      hint: 'Let that work end, or cancel it, then order again.',
      status: 409,
    })
  return { ...distilRequestSchema.parse(job?.request).caps, ...caps }
}

function labelOf(project: string, way: DistilRequest['with']): string {
  return `Distil ${project} with ${WAY_WORDS[way]}`
}

const WAY_WORDS: Record<DistilRequest['with'], string> = {
  openai: 'a server',
  command: 'a command',
  handover: 'answers handed over',
  recorded: 'recorded answers',
}

/** Lets a paused job go on, with other caps where some are given. Throws UserError `no-such-job`. */
export async function resumeDistil(
  store: Store,
  { jobId, caps }: { jobId: string; caps?: Partial<Caps> | undefined },
): Promise<void> {
  const request = await findDistilRequest(store, jobId)
  await store.record((tx) => goOn(tx, jobId, { ...request, caps: { ...request.caps, ...caps } }))
}

/** What a job was ordered with. Throws UserError `no-such-job`. */
export async function findDistilRequest(store: Store, jobId: string): Promise<DistilRequest> {
  const job = await findJobOrder(store, jobId)
  if (job?.kind === DISTIL) return distilRequestSchema.parse(job.request)
  throw new UserError('no-such-job', `There is no work of a model ${jobId.slice(0, 60)}.`, {
    hint: 'Look at the list of jobs.',
    status: 404,
  })
}

/** What waited for answers looks again: by another way somebody may be asked. */
async function goOn(tx: Tx, jobId: string, request: DistilRequest): Promise<void> {
  const order = await findJobOrder(tx, jobId)
  const project = order?.projectId ? await findProjectName(tx, order.projectId) : null
  await goOnWithJob(tx, jobId, { request, label: project && labelOf(project, request.with) })
}

/** Which of the runs that are left a model reads: the oldest first; `spread` draws them at random, in any store the same of the same names. */
export function pickRuns(
  left: readonly UnreadRun[],
  { limit, spread = false, after = null }: { limit: number | null; spread?: boolean; after?: string | null },
): UnreadRun[] {
  const due = after === null ? left : left.filter(({ episodeId }) => episodeId > after)
  const ordered = spread ? shuffled(due, createRandom(seedFrom('spread'))) : due
  return ordered.slice(0, limit ?? due.length)
}
