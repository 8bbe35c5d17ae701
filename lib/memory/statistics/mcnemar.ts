import { binomialProbability } from './distributions.ts'

/**
 * Exact McNemar test (McNemar 1947; exact form: two-sided binomial with ½ over the discordant pairs): chance that two arms of
 * equal power differ at least this much. `b` and `c` are the two discordant counts; 1 when nothing is discordant.
 */
export function mcNemarExact(b: number, c: number): number {
  if (!Number.isInteger(b) || !Number.isInteger(c) || b < 0 || c < 0)
    throw new RangeError(`${b} and ${c} are not counts`)
  const n = b + c
  let tail = 0
  for (let k = 0; k <= Math.min(b, c); k++) tail += binomialProbability(k, n, 0.5)
  return Math.min(1, 2 * tail)
}
