import {
  type Asker,
  findAnswer,
  keepAnswer,
  putRequest,
  refuseRequest,
} from '../../db/models/model-requests.ts'
import type { Store, Tx } from '../../db/store.ts'
import { maskKept } from '../../extract/mask-kept.ts'
import { maskName } from '../../extract/secret-scan.ts'
import {
  type Completer,
  type Meter,
  type ModelAnswer,
  type ModelRequest,
  requestHash,
  type Usage,
} from '../../llm/complete.ts'
import { isOfTheWay } from '../../llm/model-faults.ts'
import { UserError } from '../../memory/errors.ts'
import type { CallBook } from './call-book.ts'

/** Gets the answer to a request: the one that is kept, else a new one, which is kept before anybody sees it. */
export type AskModel = (
  request: ModelRequest<unknown>,
  asker: Asker,
  completer: Completer,
  book: CallBook,
) => Promise<ModelAnswer>

/** Asks no request twice: neither one that was answered before, nor one that is being asked at this moment. */
export function createAskModel(store: Store): AskModel {
  const underWay = new Map<string, Promise<ModelAnswer>>()

  async function askOnce(
    request: ModelRequest<unknown>,
    hash: string,
    asker: Asker,
    completer: Completer,
    book: CallBook,
  ): Promise<ModelAnswer> {
    const known = await findAnswer(store, hash)
    if (known) {
      await store.record((tx) => putRequest(store, tx, request, asker))
      return known
    }
    const { meter, flush } = heldBack(book, store)
    try {
      const answer = await completer.complete(request, meter)
      await store.record(async (tx) => {
        await flush(tx)
        await putRequest(store, tx, request, asker)
        await keepAnswer(tx, { ...answer, value: maskKept(answer.value) })
      })
      return answer
    } catch (fault) {
      await store.record(async (tx) => {
        await flush(tx)
        if (!(fault instanceof UserError) || isOfTheWay(fault)) return
        await putRequest(store, tx, request, asker)
        await refuseRequest(tx, hash, maskName(fault.message))
      })
      throw fault
    }
  }

  return async (request, asker, completer, book) => {
    const hash = requestHash(request)
    const joined = underWay.get(hash)
    if (joined) {
      const answer = await joined
      await store.record((tx) => putRequest(store, tx, request, asker))
      return answer
    }
    const asked = askOnce(request, hash, asker, completer, book).finally(() => underWay.delete(hash))
    underWay.set(hash, asked)
    return await asked
  }
}

/** A meter that keeps the end of a call back until its answer is kept, so that a kill loses both or neither. */
function heldBack(book: CallBook, store: Store): { meter: Meter; flush: (tx: Tx) => Promise<void> } {
  let ends: { call: number; outcome: string; usage: Usage }[] = []
  async function flush(tx: Tx): Promise<void> {
    for (const { call, outcome, usage } of ends) await book.end(tx, call, outcome, usage)
    ends = []
  }
  return {
    flush,
    meter: {
      async begin(provider) {
        if (ends.length > 0) await store.record(flush)
        const call = await book.begin(provider)
        return async (outcome, usage) => void ends.push({ call, outcome, usage })
      },
    },
  }
}
