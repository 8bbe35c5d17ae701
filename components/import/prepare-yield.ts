import { formatCount, formatDuration, formatUsd, plural } from '@/components/ui/format.ts'
import type { DistilEstimate } from '@/lib/memory/distil/distil.ts'
import type { ProjectYield } from '@/lib/memory/text/excerpt.ts'

/** "Of 41 subtasks 3 have an excerpt by rules, none an experience, 38 nothing." */
export function yieldSentence({
  subtaskCount,
  experienceCount,
  excerptCount,
  withholdsExcerpts,
  nothingCount,
}: ProjectYield): string {
  const of = (count: number) => (count === 0 ? 'none' : formatCount(count))
  const have = excerptCount === 1 ? 'has' : 'have'
  return `Of ${plural(subtaskCount, 'subtask')} ${of(excerptCount)} ${have} an excerpt by rules, ${of(experienceCount)} an experience, ${of(nothingCount)} nothing.${withholdsExcerpts && excerptCount > 0 ? ' Excerpts are not served here.' : ''}`
}

/** What it would take to have a model read what is left: calls, tokens, price and time, each as far as it is known. */
export function modelOffer(estimate: DistilEstimate): string {
  const { subtasks, calls, inputTokens, outputTokens, priceUsd, durationMs } = estimate
  const price = priceUsd === null ? 'price unknown' : formatUsd(priceUsd)
  const time = durationMs === null ? 'time unknown' : `about ${formatDuration(durationMs)}`
  return `${plural(subtasks, 'subtask')}, at least ${plural(calls, 'call')}, ${formatCount(inputTokens)} tokens in and ${formatCount(outputTokens)} out, ${price}, ${time}`
}
