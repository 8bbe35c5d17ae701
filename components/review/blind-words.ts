import { formatPercent } from '@/components/ui/format.ts'
import type { BlindReport, MakerPair } from '@/lib/memory/findings/blind.ts'
import type { PairedGain } from '@/lib/memory/statistics/paired.ts'

/** Which to keep, by intervals that leave 0 out: fewer junk, and more stages with something worth keeping. */
export function keepWords({ makers, pairs }: BlindReport): string {
  if (makers.length < 2) {
    const [only] = makers
    return only?.junk ? `${only.maker}: ${formatPercent(only.junk.share)} junk.` : 'Nothing was judged.'
  }
  const wins = makers.filter(({ maker }) =>
    pairs.every((pair) => !pair.makers.includes(maker) || isBetter(pair, maker)),
  )
  if (wins[0]) return `Keep ${wins[0].maker}: no other does better in junk or reach, and it does in one.`
  const split = pairs.find((pair) => junkBetter(pair) !== null && keptBetter(pair) !== null)
  if (split)
    return `${junkBetter(split)} has less junk, ${keptBetter(split)} more stages with something worth keeping.`
  return 'Which one to keep cannot be told yet: draw again and read more.'
}

function isBetter(pair: MakerPair, maker: string): boolean {
  const [junk, kept] = [junkBetter(pair), keptBetter(pair)]
  return (junk === maker || kept === maker) && [junk, kept].every((one) => one === null || one === maker)
}

/** The one with less junk beyond doubt; null when the interval holds 0. */
function junkBetter({ makers: [first, second], junk }: MakerPair): string | null {
  const sign = signOf(junk)
  return sign === 0 ? null : sign < 0 ? second : first
}

/** The one with more stages that hold something worth keeping beyond doubt. */
function keptBetter({ makers: [first, second], kept }: MakerPair): string | null {
  const sign = signOf(kept)
  return sign === 0 ? null : sign > 0 ? second : first
}

function signOf(gain: PairedGain | null): number {
  if (gain === null) return 0
  return gain.lowPp > 0 ? 1 : gain.highPp < 0 ? -1 : 0
}

/** `−60 points, 95 % CI −78 to −30`; unknown without a pair. */
export function pointsWords(gain: PairedGain | null): string {
  if (gain === null) return 'unknown'
  const points = (value: number) => `${value < 0 ? '−' : value > 0 ? '+' : ''}${Math.abs(value).toFixed(0)}`
  return `${points(gain.gainPp)} points, 95 % CI ${points(gain.lowPp)} to ${points(gain.highPp)}`
}
