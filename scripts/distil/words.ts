import type { Caps, DistilEstimate, DistilStatus, SpentView } from '../../lib/memory/distil/distil.ts'
import { DEFAULT_CAPS } from '../../lib/memory/distil/distil-words.ts'
import { UsageError } from '../reach/run-script.ts'
import type { HandedOver } from './hand-over-files.ts'

const number = (value: number) => value.toLocaleString('en')
const usd = (value: number | null) => (value === null ? 'unknown' : `$${value.toFixed(value < 1 ? 4 : 2)}`)

export function estimateWords(estimate: DistilEstimate): string {
  const { runs, calls, answered, recorded, inputTokens, outputTokens, priceUsd, durationMs, durationFrom } =
    estimate
  const time =
    durationMs === null
      ? `unknown: ${durationFrom}`
      : `${Math.ceil(durationMs / 60_000)} min, by ${durationFrom}`
  return [
    `${number(runs)} runs are left; with ${estimate.with}:`,
    `  calls    ${number(calls)} at least; ${number(answered)} answers are kept already`,
    ...(recorded === null
      ? []
      : [`  recorded ${number(recorded)} of the requests that come next are in the recording`]),
    `  tokens   ${number(inputTokens)} to read, some ${number(outputTokens)} to write (one for every four characters)`,
    `  price    ${usd(priceUsd)}`,
    ...(isPaid(estimate)
      ? [`  caps     ${usualCaps(priceUsd !== null)} a job until somebody says otherwise`]
      : []),
    `  time     ${time}`,
    'Nobody was asked and nothing was stored.',
  ].join('\n')
}

const isPaid = ({ with: way }: DistilEstimate) => way === 'openai' || way === 'command'

/** Money can be capped only where its price is known. */
function usualCaps(isPriced: boolean): string {
  const { jobCalls, jobUsd, jobTokens } = DEFAULT_CAPS
  return `${number(jobCalls)} calls and ${isPriced ? `$${jobUsd}` : `${number(jobTokens)} tokens, as no price is known,`}`
}

function tokenWords({ inputTokens, outputTokens, countedTokens }: SpentView): string {
  const told = `${number(inputTokens)} + ${number(outputTokens)} tokens`
  if (countedTokens === 0) return told
  const counted = `some ${number(countedTokens)} tokens by length`
  return inputTokens + outputTokens === 0 ? counted : `${told} and ${counted}`
}

/** How the work stands, in sentences. */
export function statusWords(
  { project, counts, job, waitingCount, extractor }: DistilStatus,
  handed: HandedOver | null,
  receipt: { revision: number; entryCount: number } | null,
): string {
  const { subtasks, entries, beside, skipped, refused } = counts
  const left = subtasks - entries - skipped - refused
  const isThrough = handed?.written === 0 && left > 0 && job?.state === 'done'
  const lines = [
    `${number(entries)} of ${number(subtasks)} subtasks of ${project} have an experience by ${extractor}; ${number(skipped)} held nothing worth keeping, ${number(refused)} answers stayed faulty, ${number(left)} are left`,
  ]
  if (job) {
    const { spent, state, reason } = job
    const price = spent.unpricedCount > 0 && spent.costUsd === 0 ? 'price unknown' : usd(spent.costUsd)
    lines.push(
      `job ${job.id}: ${state}${reason ? `: ${reason}` : ''}`,
      `  ${number(spent.callCount)} calls, ${tokenWords(spent)}, ${spent.callCount === 0 ? 'nothing paid' : price}`,
      ...job.failures.slice(0, 5).map((one) => `  ✗ ${one.label}: ${one.reason}`),
    )
  }
  if (isThrough) lines.push(`  nothing waits; --limit N asks for N more runs, --limit all for all`)
  if (handed)
    lines.push(
      `${number(handed.read)} answers taken, ${number(handed.written)} requests lie in ${handed.folder}`,
      ...(handed.written > 0
        ? [
            '  answer each beside it as <hash>.answer.json, or all in answers.jsonl with lines {"hash": …, "answer": …}; then run this again',
          ]
        : []),
    )
  else if (waitingCount > 0)
    lines.push(`${number(waitingCount)} requests wait for an answer; --requests DIR writes them as files`)
  if (receipt)
    lines.push(
      `${extractor} is in service now: ${number(receipt.entryCount)} entries changed, revision ${receipt.revision}`,
    )
  else if (beside > 0)
    lines.push(`${number(beside)} of them are kept beside other lessons and not served (--serve goes over)`)
  return lines.join('\n')
}

type CapOptions = Partial<Record<`${'max' | 'day'}-${'calls' | 'usd' | 'tokens'}`, string>>

/** Caps as they are typed; those that are not named stay as they are by default. */
export function caps(values: CapOptions, usage: string): Partial<Caps> {
  const read = (name: keyof CapOptions) => {
    const text = values[name]
    if (text === undefined || text === 'none') return text === undefined ? undefined : null
    const value = Number(text)
    const isCount = !name.endsWith('usd')
    if (Number.isFinite(value) && value >= (isCount ? 1 : 0) && (!isCount || Number.isInteger(value)))
      return value
    throw new UsageError(
      `--${name} is a ${isCount ? 'whole number of at least 1' : 'number'}, or none.\n${usage}`,
    )
  }
  const named = {
    jobCalls: read('max-calls'),
    jobUsd: read('max-usd'),
    jobTokens: read('max-tokens'),
    dayCalls: read('day-calls'),
    dayUsd: read('day-usd'),
    dayTokens: read('day-tokens'),
  }
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
}
