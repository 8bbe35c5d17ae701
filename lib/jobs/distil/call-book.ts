import { beginCall, endCall, sumCalls } from '../../db/models/model-requests.ts'
import type { Store, Tx } from '../../db/store.ts'
import type { Usage } from '../../llm/complete.ts'
import type { Caps } from '../../memory/distil/distil.ts'
import { UserError } from '../../memory/errors.ts'

/** Counts what a job asks of models. */
export type CallBook = {
  /** Counts a call before it is made. Throws UserError `cap-reached` instead of counting one beyond a cap. */
  begin(provider: string): Promise<number>
  /** Says how a call ended, in the transaction that keeps what it brought. */
  end(tx: Tx, call: number, outcome: string, usage: Usage): Promise<void>
}

/**
 * Counts in the store and refuses what would go beyond a cap; what belongs to no job has those of the day. What calls under way will cost is taken to be `expectedUsd` each, so
 * that a cap of money is passed by one call at most.
 */
export function openCallBook(
  store: Store,
  { jobId, caps, expectedUsd }: { jobId: string | null; caps: Caps; expectedUsd: number | null },
): CallBook {
  const expected = expectedUsd ?? 0
  return {
    begin: (provider) =>
      store.record(async (tx) => {
        const ofJob = jobId === null ? null : await sumCalls(tx, { jobId })
        const ofDay = await sumCalls(tx, { since: startOfDay(store.now()) })
        if (ofJob) requireBelow(caps.jobCalls, ofJob.callCount, 'calls of this job')
        requireBelow(caps.dayCalls, ofDay.callCount, 'calls of this day (UTC)')
        if (ofJob)
          requireBelow(caps.jobUsd, ofJob.costUsd + ofJob.cutCount * expected, 'US dollars of this job')
        requireBelow(caps.dayUsd, ofDay.costUsd + ofDay.cutCount * expected, 'US dollars of this day (UTC)')
        return await beginCall(store, tx, { jobId, provider })
      }),
    end: (tx, call, outcome, usage) => endCall(tx, call, { outcome, ...usage }),
  }
}

function requireBelow(cap: number | null, spent: number, what: string): void {
  if (cap === null || spent < cap) return
  throw new UserError('cap-reached', `The cap of ${cap.toLocaleString('en')} ${what} is reached.`, {
    hint: 'What was answered is kept. Raise the cap, or go on another day.',
    status: 409,
  })
}

export function startOfDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
}
