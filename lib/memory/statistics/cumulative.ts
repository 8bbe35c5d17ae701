export interface Dip {
  /** How far the curve fell below 0 at its lowest, instances, ≥ 0. */
  depth: number
  /** Position of the lowest point, 1 = after the first instance; null when it never falls below 0. */
  deepestAt: number | null
  /** First position from which on the curve stands at 0 or above and does not fall below again: 0 when it never did, null while it is below at the end. */
  breakEvenAt: number | null
}

/** The cold start of a curve, as it is: no smoothing. null is a gap. */
export function dipOf(curve: readonly (number | null)[]): Dip {
  let [depth, deepestAt, below] = [0, null as number | null, 0]
  curve.forEach((value, i) => {
    if (value === null) return
    if (-value > depth + 1e-9) [depth, deepestAt] = [-value, i + 1]
    if (value < -1e-9) below = i + 1
  })
  const isBelowAtTheEnd = below > 0 && below === lastKnown(curve)
  if (deepestAt === null) return { depth: 0, deepestAt, breakEvenAt: 0 }
  const breakEvenAt = isBelowAtTheEnd ? null : curve.findIndex((value, i) => i >= below && value !== null) + 1
  return { depth, deepestAt, breakEvenAt }
}

function lastKnown(curve: readonly (number | null)[]): number {
  return curve.findLastIndex((value) => value !== null) + 1
}
