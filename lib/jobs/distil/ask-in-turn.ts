import { findJobOrder } from '../../db/jobs/order-jobs.ts'
import { giveBackItem, holdItem } from '../../db/jobs/pauses.ts'
import { type Asker, findAnswer, putRequest } from '../../db/models/model-requests.ts'
import type { Store } from '../../db/store.ts'
import type { AnswerOf } from '../../extract/model/read-run.ts'
import type { Asked } from '../../extract/model/requests.ts'
import { type Completer, requestHash } from '../../llm/complete.ts'
import { isOfTheWay } from '../../llm/model-faults.ts'
import { UserError } from '../../memory/errors.ts'
import type { AskModel } from './ask-model.ts'
import { openCallBook } from './call-book.ts'
import { type DistilRequest, distilRequestSchema } from './distil-request.ts'

export type AskInTurn = {
  store: Store
  ask: AskModel
  /** The way to a model. Throws UserError `no-model` when it is not set up (any more). */
  completer: (way: Exclude<DistilRequest['with'], 'handover'>) => Completer
}

/**
 * Gets the answers that an item's work needs, one after the other: those that are kept, else new ones, in the way its job was ordered
 * with. Null when the item waits: by hand-over for an answer, or because the way to the model failed, which pauses the job.
 */
export async function askInTurn<Done>(
  item: { itemId: string; jobId: string; signal?: AbortSignal },
  asker: Asker,
  advance: (answerOf: AnswerOf) => { need: Asked<unknown> } | { done: Done },
  { store, ask, completer }: AskInTurn,
): Promise<{ done: Done; hash: string | null } | null> {
  const request = (await findJobOrder(store, item.jobId))?.request
  const { with: way, ...order } = distilRequestSchema.parse(request)
  const book = openCallBook(store, { jobId: item.jobId, ...order })
  const answers = new Map<string, unknown>()
  let last: string | null = null
  for (;;) {
    const progress = advance((asked) => answers.get(requestHash(asked)) ?? null)
    if ('done' in progress) return { done: progress.done, hash: last }
    const hash = requestHash(progress.need)
    if (way === 'handover') {
      const answer = await store.record(async (tx) => {
        const known = await findAnswer(tx, await putRequest(store, tx, progress.need, asker))
        if (!known) await holdItem(tx, item.itemId, hash)
        return known
      })
      if (!answer) return null
      answers.set(hash, answer.value)
    } else {
      try {
        const answer = await ask(progress.need, asker, completer(way), book, item.signal)
        answers.set(hash, answer.value)
      } catch (fault) {
        // Stopped or cancelled: the worker puts the item back, and its job is not to pause for it.
        if (!(fault instanceof UserError) || !isOfTheWay(fault) || item.signal?.aborted) throw fault
        await giveBackItem(store, item, `${fault.message} ${fault.hint}`)
        return null
      }
    }
    last = hash
  }
}
