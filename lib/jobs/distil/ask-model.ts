import {
  type Asker,
  findAnswer,
  keepAnswer,
  putRequest,
  refuseRequest,
} from '../../db/models/model-requests.ts'
import type { Store, Tx } from '../../db/store.ts'
import { maskKept } from '../../extract/mask-texts.ts'
import { maskName } from '../../extract/secret-scan.ts'
import {
  type Completer,
  type Meter,
  type ModelAnswer,
  type ModelRequest,
  requestHash,
} from '../../llm/complete.ts'
import { halted, isOfTheWay } from '../../llm/retry.ts'
import { UserError } from '../../memory/errors.ts'
import { createEnds } from '../worker-clock.ts'
import type { CallBook, EndOfCall } from './call-book.ts'

/** Gets the answer to a request: the one that is kept, else a new one, which is kept before anybody sees it. */
export type AskModel = (
  request: ModelRequest<unknown>,
  asker: Asker,
  completer: Completer,
  book: CallBook,
  signal?: AbortSignal,
) => Promise<ModelAnswer>

/** Asks no request twice: neither one that was answered before, nor one that is being asked at this moment. */
export function createAskModel(store: Store): AskModel {
  const underWay = new Map<string, Promise<ModelAnswer>>()
  const calls: Calls = { underWay: new Set(), ends: createEnds() }

  async function askOnce(
    request: ModelRequest<unknown>,
    hash: string,
    asker: Asker,
    completer: Completer,
    book: CallBook,
    signal: AbortSignal | undefined,
  ): Promise<ModelAnswer> {
    const known = await findAnswer(store, hash)
    if (known) {
      await store.record((tx) => putRequest(store, tx, request, asker))
      return known
    }
    const { meter, flush, flushed } = heldBack(book, store, calls, signal)
    try {
      const answer = await completer.complete(request, meter, signal)
      await store.record(async (tx) => {
        await flush(tx)
        await putRequest(store, tx, request, asker)
        await keepAnswer(tx, { ...answer, value: maskKept(answer.value) })
      })
      flushed()
      return answer
    } catch (fault) {
      await store.record(async (tx) => {
        await flush(tx)
        if (!(fault instanceof UserError) || isOfTheWay(fault)) return
        await putRequest(store, tx, request, asker)
        await refuseRequest(tx, hash, maskName(fault.message))
      })
      flushed()
      throw fault
    }
  }

  return async (request, asker, completer, book, signal) => {
    const hash = requestHash(request)
    const joined = underWay.get(hash)
    if (joined) {
      const answer = await joined
      await store.record((tx) => putRequest(store, tx, request, asker))
      return answer
    }
    const asked = askOnce(request, hash, asker, completer, book, signal).finally(() => underWay.delete(hash))
    underWay.set(hash, asked)
    return await asked
  }
}

/** Calls that this process has under way, and their ends. */
type Calls = { underWay: Set<number>; ends: ReturnType<typeof createEnds> }

/** A meter that keeps the end of a call back until its answer is kept, so that a kill loses both or neither. */
function heldBack(
  book: CallBook,
  store: Store,
  calls: Calls,
  signal: AbortSignal | undefined,
): { meter: Meter; flush: (tx: Tx) => Promise<void>; flushed: () => void } {
  let ends: { call: number; end: EndOfCall }[] = []
  async function flush(tx: Tx): Promise<void> {
    for (const { call, end } of ends) await book.end(tx, call, end)
  }
  /** Called when what `flush` wrote stands: only then do those who wait see what was spent. */
  function flushed(): void {
    for (const { call } of ends) calls.underWay.delete(call)
    ends = []
    calls.ends.add()
  }
  return {
    flush,
    flushed,
    meter: {
      async begin(provider, most) {
        if (ends.length > 0) {
          await store.record(flush)
          flushed()
        }
        for (;;) {
          if (signal?.aborted) throw halted()
          const seen = calls.ends.count()
          const call = await book.begin(provider, most, calls.underWay.size)
          if (call === null) {
            await calls.ends.after(seen)
            continue
          }
          calls.underWay.add(call)
          return async (outcome, usage, counted) =>
            void ends.push({ call, end: { ...usage, outcome, counted } })
        }
      },
    },
  }
}
