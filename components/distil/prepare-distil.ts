import type { EstimateLine } from '@/components/jobs/estimate.tsx'
import { formatCount, formatDuration, formatList, formatUsd, plural } from '@/components/ui/format.ts'
import type { DistilEstimate, DistilStatus } from '@/lib/memory/distil/distil.ts'
import type { AnswerWay } from '@/lib/memory/distil/distil-words.ts'

/** Names of the ways to a model, in the order of the row. */
export const WAY_WORDS: Record<AnswerWay, { title: string; note: string; setUp: string }> = {
  openai: {
    title: 'A server',
    note: 'a chat model behind any OpenAI-compatible server',
    setUp: 'Set OPENAI_CHAT_MODEL and OPENAI_BASE_URL or OPENAI_API_KEY, and start Loupe again.',
  },
  command: {
    title: 'A command',
    note: 'a program on this machine that reads a prompt and prints an answer',
    setUp:
      'Set MODEL_COMMAND, for example to claude -p --no-session-persistence --tools "", and start Loupe again; others stand in docs/lessons.md.',
  },
  handover: {
    title: 'Hand over',
    note: 'requests wait in Review: copy a prompt, paste its answer',
    setUp: '',
  },
  recorded: {
    title: 'Recorded',
    note: 'answers that were kept, found by what was asked',
    setUp: 'Give a recording below; the sample ships with one.',
  },
}

type Job = NonNullable<DistilStatus['job']>

export function isAtWork(job: Pick<Job, 'state'> | null): boolean {
  return job?.state === 'waiting' || job?.state === 'running'
}

export function isOpenJob(job: Pick<Job, 'state'> | null): boolean {
  return isAtWork(job) || job?.state === 'paused' || job?.state === 'held'
}

export function distilVerdict({ counts, job, waitingCount }: DistilStatus): string {
  const { subtasks, entries, skipped, refused } = counts
  if (subtasks === 0) return 'There is no run here yet that a model could read.'
  const done = entries + skipped + refused
  const of = `${formatCount(done)} of ${plural(subtasks, 'subtask')}`
  if (isAtWork(job)) {
    const left = job?.remainingMs == null ? '' : `, ${formatDuration(Math.max(1_000, job.remainingMs))} left`
    return `A model has been over ${of}${left}.`
  }
  if (waitingCount > 0)
    return `${plural(waitingCount, 'request')} ${waitingCount === 1 ? 'waits' : 'wait'} for an answer; ${of} are read.`
  if (job?.state === 'paused') return `Paused: a model has been over ${of}.`
  if (done === 0) return `No subtask has an experience yet; a model would read ${formatCount(subtasks)}.`
  const rest = [
    `${formatCount(skipped)} held nothing worth keeping`,
    ...(refused > 0 ? [`${formatCount(refused)} answers stayed faulty`] : []),
    ...(subtasks > done ? [`${formatCount(subtasks - done)} are left`] : []),
  ]
  return `${formatCount(entries)} of ${plural(subtasks, 'subtask')} have an experience; ${rest.join(', ')}.`
}

/** How a job is: `312 of 1,041, 41 a minute, 18 s left, 2 failed`. */
export function jobWords({
  doneCount,
  failedCount,
  totalCount,
  ratePerSecond,
  remainingMs,
  state,
}: Job): string {
  const words = [
    STATE_WORDS[state],
    `${formatCount(doneCount)} of ${formatCount(totalCount)}`,
    ratePerSecond === null ? null : `${formatCount(Math.max(1, ratePerSecond * 60))} a minute`,
    remainingMs === null ? null : `${formatDuration(Math.max(1_000, remainingMs))} left`,
    failedCount > 0 ? `${formatCount(failedCount)} failed` : null,
  ]
  return words.filter((word) => word !== null).join(', ')
}

const STATE_WORDS: Record<Job['state'], string> = {
  waiting: 'about to begin',
  running: 'at work',
  paused: 'paused',
  held: 'waits for answers',
  done: 'done',
  failed: 'done but for what failed',
  cancelled: 'cancelled',
}

/** What was taken so far: `84 calls, 412,000 + 31,000 tokens, $0.42`. */
export function spentWords({
  callCount,
  inputTokens,
  outputTokens,
  costUsd,
  unpricedCount,
  countedTokens,
  cutCount,
}: Job['spent']): string {
  if (callCount === 0) return 'no call, nothing paid'
  const price =
    unpricedCount === 0
      ? formatUsd(costUsd)
      : costUsd > 0
        ? `${formatUsd(costUsd)} and ${plural(unpricedCount, 'call')} of unknown price`
        : 'price unknown'
  const cut = cutCount > 0 ? `, ${formatCount(cutCount)} under way or cut off` : ''
  const tokens = [
    ...(inputTokens + outputTokens > 0
      ? [`${formatCount(inputTokens)} + ${formatCount(outputTokens)} tokens`]
      : []),
    ...(countedTokens > 0 ? [`some ${formatCount(countedTokens)} tokens by length`] : []),
  ]
  return [plural(callCount, 'call'), ...tokens, `${price}${cut}`].join(', ')
}

/** What a job may take at most, as its caps stand: `2,000 calls and $10`; null without a cap. */
export function capWords({ caps, isPriced }: Pick<Job, 'caps' | 'isPriced'>): string | null {
  const words = [
    caps.jobCalls === null ? [] : [`${formatCount(caps.jobCalls)} calls`],
    // Without a price a cap of money holds nothing.
    caps.jobUsd === null || !isPriced ? [] : [`$${caps.jobUsd}`],
    caps.jobTokens === null ? [] : [`${formatCount(caps.jobTokens)} tokens`],
  ].flat()
  return words.length === 0 ? null : formatList(words)
}

export function estimateLines(estimate: DistilEstimate): EstimateLine[] {
  const { runs, calls, answered, inputTokens, outputTokens, priceUsd, durationMs, durationFrom } = estimate
  const { recorded } = estimate
  return [
    { label: 'Runs left', value: formatCount(runs), note: '' },
    {
      label: 'Calls, at least',
      value: formatCount(calls),
      note:
        answered > 0
          ? `${plural(answered, 'answer')} of them kept already are not asked for again`
          : 'one a run, two for a very long one',
    },
    ...(recorded === null
      ? []
      : [
          {
            label: 'In the recording',
            value: `${formatCount(recorded)} of ${formatCount(calls)}`,
            note:
              recorded === 0
                ? 'it knows none of these requests: nothing would come of it'
                : 'of the requests that come next; what it does not know stays as it is',
          },
        ]),
    { label: 'Tokens to read', value: formatCount(inputTokens), note: 'one for every four characters' },
    {
      label: 'Tokens to write',
      value: formatCount(outputTokens),
      note: 'as recorded answers have in the mean',
    },
    {
      label: 'Price',
      value: priceUsd === null ? 'unknown' : formatUsd(priceUsd),
      note:
        priceUsd === null
          ? 'nobody has said what a token costs here: tokens are capped, money cannot be'
          : '',
    },
    {
      label: 'Time',
      value: durationMs === null ? 'unknown' : formatDuration(durationMs),
      note: durationFrom,
    },
  ]
}
