import type { MakerPair } from '../../lib/memory/findings/blind.ts'
import type { Share } from '../../lib/memory/findings/quality.ts'

const percent = (value: number) => `${(100 * value).toFixed(0)} %`

export function shareWords(share: Share): string {
  if (share === null) return 'unknown'
  const { low, high } = share.interval
  return `${share.count} of ${share.n}, ${percent(share.share)} (95 % CI ${percent(low)} to ${percent(high)})`
}

/** How two extractors differ over the same stages, a line a figure. */
export function pairWords({ makers: [first, second], bothCount, junk, kept }: MakerPair): string[] {
  const points = (gain: MakerPair['junk']) =>
    gain === null
      ? 'unknown'
      : `${gain.gainPp.toFixed(0)} points (95 % CI ${gain.lowPp.toFixed(0)} to ${gain.highPp.toFixed(0)})`
  return [
    `${second} against ${first}`,
    `  junk, over the ${bothCount} stages that both wrote for: ${points(junk)}`,
    `  stages with something worth keeping, over all drawn: ${points(kept)}`,
  ]
}
