import { z } from 'zod'
import { getTrajectory } from '../../db/episodes/steps.ts'
import { findJobOrder } from '../../db/jobs/open-jobs.ts'
import { giveBackItem, holdItem } from '../../db/jobs/pauses.ts'
import { getStages } from '../../db/models/distillations.ts'
import { findAnswer, putRequest } from '../../db/models/model-requests.ts'
import { extractWithModel, type ModelExtraction } from '../../extract/model/extract-with-model.ts'
import type { Asked, StageToRead } from '../../extract/model/requests.ts'
import { type Completer, requestHash } from '../../llm/complete.ts'
import { isOfTheWay } from '../../llm/model-faults.ts'
import { capsSchema } from '../../memory/distil/distil.ts'
import { ANSWER_WAYS, DEFAULT_CAPS } from '../../memory/distil/distil-words.ts'
import { UserError } from '../../memory/errors.ts'
import type { AskModel } from './ask-model.ts'
import { openCallBook } from './call-book.ts'
import { type Home, type KeepDeps, keepExperience } from './keep-experience.ts'

export const DISTIL = 'distil'

/** What a job of this kind was ordered with. */
export const distilRequestSchema = z.object({
  with: z.enum(ANSWER_WAYS),
  caps: capsSchema.default(DEFAULT_CAPS),
  /** What one call will cost, US dollars, where the price is known; null = unknown. */
  expectedUsd: z.number().nullable().default(null),
})
export type DistilRequest = z.infer<typeof distilRequestSchema>

export type DistilDeps = KeepDeps & {
  ask: AskModel
  /** The way to a model. Throws UserError `no-model` when it is not set up (any more). */
  completer: (way: Exclude<DistilRequest['with'], 'handover'>) => Completer
}

type Item = { itemId: string; jobId: string; target: string }

/**
 * Judges and distils one subtask by model: the answers that are kept are used, the next one is asked for, as often as it takes.
 * By hand-over the item waits for the answer instead. When the way to the model fails, the job pauses and the item waits on.
 */
export async function distilSubtask(item: Item, deps: DistilDeps): Promise<void> {
  const { store } = deps
  const subtaskId = item.target
  const { with: way, ...order } = await orderOf(item.jobId, deps)
  const { stage, home } = await readStage(subtaskId, deps)
  const asker = { subtaskId, projectId: home.projectId }
  const book = openCallBook(store, { jobId: item.jobId, ...order })
  const answers = new Map<string, unknown>()
  let last: string | null = null
  for (;;) {
    const progress = advance(stage, answers)
    if ('done' in progress) return await keepExperience(item, home, progress.done, last, deps)
    const hash = requestHash(progress.need)
    if (way === 'handover') {
      const answer = await store.record(async (tx) => {
        const known = await findAnswer(tx, await putRequest(store, tx, progress.need, asker))
        if (!known) await holdItem(tx, item.itemId, hash)
        return known
      })
      if (!answer) return
      answers.set(hash, answer.value)
    } else {
      try {
        const answer = await deps.ask(progress.need, asker, deps.completer(way), book)
        answers.set(hash, answer.value)
      } catch (fault) {
        if (!(fault instanceof UserError) || !isOfTheWay(fault)) throw fault
        return await giveBackItem(store, item, `${fault.message} ${fault.hint}`)
      }
    }
    last = hash
  }
}

/** What the extractor makes of the answers at hand. A kept answer that it cannot read any more counts as none. */
export function advance(
  stage: StageToRead,
  answers: ReadonlyMap<string, unknown>,
): { need: Asked<unknown> } | { done: ModelExtraction } {
  return extractWithModel(stage, (asked) => answers.get(requestHash(asked)) ?? null)
}

async function orderOf(jobId: string, { store }: DistilDeps): Promise<DistilRequest> {
  return distilRequestSchema.parse((await findJobOrder(store.read, jobId))?.request)
}

/** A subtask with its run, as the extractor reads it, and where what it makes belongs. */
export async function readStage(
  subtaskId: string,
  { store }: Pick<DistilDeps, 'store'>,
): Promise<{ stage: StageToRead; home: Home }> {
  const { episodeId, segments, segment } = await getStages(store, subtaskId)
  const { trajectory, projectId, reviewGate, serving, position } = await getTrajectory(store, episodeId)
  const { instanceId, repo } = trajectory
  return {
    stage: { trajectory, segments, segment },
    home: { subtaskId, episodeId, projectId, instanceId, repo, position, segment, reviewGate, serving },
  }
}
