import { signedPp } from '../../lib/memory/text/words.ts'
import { formatCount, formatPercent, formatScore } from '../ui/format.ts'
import type { Axis, Unit } from './figure.ts'

export function writeNumber(value: number, unit: Unit): string {
  if (unit === 'count') return formatCount(value)
  if (unit === 'share') return formatPercent(value)
  if (unit === 'percent') return `${formatScore(value, 1)}\u00a0%`
  if (unit === 'points') return signedPp(value)
  return formatScore(value, 3)
}

/** The same at a tick, without decimals that every tick has as 0. */
export function writeTick(value: number, { unit, places }: Axis): string {
  if (places) return places[value] ?? ''
  if (unit === 'percent') return `${formatScore(value, Number.isInteger(value) ? 0 : 1)}\u00a0%`
  if (unit === 'points') return signedPp(value, Number.isInteger(value) ? 0 : 1)
  if (unit === 'number') return String(Number(value.toFixed(4))).replace('-', '\u2212')
  return writeNumber(value, unit)
}
