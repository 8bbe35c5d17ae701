import { formatCount, formatDuration, formatUsd, plural } from '@/components/ui/format.ts'
import type { DistilEstimate } from '@/lib/memory/distil/distil.ts'

/** What it would take to have a model read what is left: calls, tokens, price and time, each as far as it is known. */
export function modelOffer(estimate: DistilEstimate): string {
  const { runs, calls, inputTokens, outputTokens, priceUsd, durationMs } = estimate
  const price = priceUsd === null ? 'unknown' : formatUsd(priceUsd)
  const time = durationMs === null ? 'unknown' : `about ${formatDuration(durationMs)}`
  return `${plural(runs, 'run')} ${runs === 1 ? 'takes' : 'take'} at least ${plural(calls, 'call')}: ${formatCount(inputTokens)} tokens in, ${formatCount(outputTokens)} tokens out. Price: ${price}. Time: ${time}.`
}
