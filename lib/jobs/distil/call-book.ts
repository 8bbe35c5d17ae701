import { findJobOrder } from '../../db/jobs/order-jobs.ts'
import { beginCall, endCall, type Reckoned, reckonCalls } from '../../db/models/model-requests.ts'
import type { Store, Tx } from '../../db/store.ts'
import type { MostOfCall, Usage } from '../../llm/complete.ts'
import { halted } from '../../llm/retry.ts'
import type { Caps } from '../../memory/distil/distil.ts'
import { capsInForce } from '../../memory/distil/distil-words.ts'
import { UserError } from '../../memory/errors.ts'
import { distilRequestSchema } from './distil-request.ts'

/** Counts what a job asks of models. */
export type CallBook = {
  /**
   * Counts a call before it is made. Null: whether it is wanted will be known when one of the `underWay` others has ended. Throws
   * UserError `cap-reached` instead of counting one beyond a cap, `job-halted` when its job was cancelled.
   */
  begin(provider: string, most: MostOfCall, underWay: number): Promise<number | null>
  /** Says how a call ended, in the transaction that keeps what it brought. */
  end(tx: Tx, call: number, end: EndOfCall): Promise<void>
}

/** `counted`: see `endCall`. */
export type EndOfCall = Usage & { outcome: string; counted: number | null }

/**
 * Counts in the store and refuses what would go beyond a cap, as the caps of the job are at that moment; what belongs to no job has
 * those of the day. A call under way, and one that ended without telling its price, is taken to cost the most that any may, so that a
 * cap of money or of tokens is passed by one call at most. Where no price is known, tokens are capped without being asked to.
 */
export function openCallBook(
  store: Store,
  order: { jobId: string | null; caps: Partial<Caps>; expectedUsd: number | null },
): CallBook {
  const { jobId } = order
  return {
    begin: (provider, most, underWay) =>
      store.record(async (tx) => {
        const { caps: named, expectedUsd } = jobId === null ? order : await presentOrder(tx, jobId)
        const caps = capsInForce(named, most.usd !== null)
        const ofJob = jobId === null ? null : await reckonCalls(tx, { jobId })
        const ofDay = await reckonCalls(tx, { since: startOfDay(store.now()) })
        const dearest = Math.max(expectedUsd ?? 0, most.usd ?? 0, ofJob?.dearestUsd ?? 0)
        const usd = (of: Reckoned) => ({
          spent: of.costUsd,
          open: of.unknownCount * dearest,
          why: noPriceTold(of, dearest),
        })
        const tokens = (of: Reckoned) => ({ spent: of.tokens, open: of.openTokens, why: cutOff(of) })
        const isRoom = (cap: number | null, taken: Taken, what: string) => hasRoom(cap, taken, underWay, what)
        if (ofJob) requireBelow(caps.jobCalls, ofJob.callCount, 'calls of this job')
        requireBelow(caps.dayCalls, ofDay.callCount, 'calls of this day (UTC)')
        if (ofJob && !isRoom(caps.jobUsd, usd(ofJob), 'US dollars of this job')) return null
        if (!isRoom(caps.dayUsd, usd(ofDay), 'US dollars of this day (UTC)')) return null
        if (ofJob && !isRoom(caps.jobTokens, tokens(ofJob), 'tokens of this job')) return null
        if (!isRoom(caps.dayTokens, tokens(ofDay), 'tokens of this day (UTC)')) return null
        return await beginCall(store, tx, { jobId, provider, tokens: most.tokens })
      }),
    end: endCall,
  }
}

/** What the job is to keep to now: a person may have changed it, or ended it, since its item began. */
async function presentOrder(tx: Tx, jobId: string) {
  const job = await findJobOrder(tx, jobId)
  if (job === null || job.state === 'cancelled') throw halted()
  return distilRequestSchema.parse(job.request)
}

function requireBelow(cap: number | null, spent: number, what: string): void {
  if (cap === null || spent < cap) return
  throw capReached(cap, what)
}

/** What was spent, and the most that calls which have not told may have spent. */
type Taken = { spent: number; open: number; why: string }

/** Whether there is room under a cap; false = the calls under way have to tell first. Throws UserError `cap-reached`. */
function hasRoom(cap: number | null, { spent, open, why }: Taken, underWay: number, what: string): boolean {
  requireBelow(cap, spent, what)
  if (cap === null || spent + open < cap) return true
  if (underWay > 0) return false
  throw capReached(cap, what, why)
}

function noPriceTold({ unknownCount }: Reckoned, dearest: number): string {
  return ` ${unknownCount} calls told no price and are taken to have cost ${dearest.toPrecision(2)} each, the most that one may.`
}

function cutOff({ openTokens }: Reckoned): string {
  return ` Calls that were cut off are taken to have had ${openTokens.toLocaleString('en')}, the most that they may.`
}

function capReached(cap: number, what: string, why = ''): UserError {
  return new UserError('cap-reached', `The cap of ${cap.toLocaleString('en')} ${what} is reached.${why}`, {
    hint: 'What was answered is kept. Raise the cap, or go on another day.',
    status: 409,
  })
}

export function startOfDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
}
