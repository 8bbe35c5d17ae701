import { formatCount, formatDuration, formatUsd, plural } from '@/components/ui/format.ts'
import type { DistilEstimate } from '@/lib/memory/distil/distil.ts'
import type { ProjectYield } from '@/lib/memory/views/project-yield.ts'

/** "41 stages found, 3 with a lesson." */
export function yieldSentence({ stageCount, lessonCount }: ProjectYield): string {
  const lessons = lessonCount === 0 ? 'no lesson yet' : `${formatCount(lessonCount)} with a lesson`
  return `${plural(stageCount, 'stage')} found, ${lessons}.`
}

/** What it would take to have a model read what is left: calls, tokens, price and time, each as far as it is known. */
export function modelOffer(estimate: DistilEstimate): string {
  const { runs, calls, inputTokens, outputTokens, priceUsd, durationMs } = estimate
  const price = priceUsd === null ? 'price unknown' : formatUsd(priceUsd)
  const time = durationMs === null ? 'time unknown' : `about ${formatDuration(durationMs)}`
  return `${plural(runs, 'run')}, at least ${plural(calls, 'call')}, ${formatCount(inputTokens)} tokens in and ${formatCount(outputTokens)} out, ${price}, ${time}`
}
