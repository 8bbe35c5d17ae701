import { signedPp } from '../../../lib/memory/text/signed.ts'

/** Ends of an axis that holds 0 and what is drawn, with some room. */
export function boundsOf(values: readonly number[]): [number, number] {
  return [Math.min(0, ...values) * 1.1 - 0.5, Math.max(0, ...values) * 1.1 + 0.5]
}

/** A tick in points: whole ones without decimals. */
export const tickText = (value: number) => signedPp(value, Number.isInteger(value) ? 0 : 1)
