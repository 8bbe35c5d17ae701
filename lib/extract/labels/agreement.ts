/** Cohen's kappa of two label sequences of equal length; null when chance agreement is 1 or there is nothing to compare. */
export function cohenKappa(a: readonly string[], b: readonly string[]): number | null {
  if (a.length !== b.length)
    throw new Error(`two raters of ${a.length} and ${b.length} labels cannot be compared`)
  const labels = new Set([...a, ...b])
  const share = (rater: readonly string[], label: string) =>
    rater.filter((x) => x === label).length / rater.length
  const observed = a.filter((x, i) => x === b[i]).length / a.length
  const byChance = [...labels].reduce((sum, label) => sum + share(a, label) * share(b, label), 0)
  return a.length === 0 || byChance === 1 ? null : (observed - byChance) / (1 - byChance)
}

/** Agreement on where subtasks begin, as F1 over inner boundaries; a boundary counts when the other has one within `tolerance` steps. */
export function boundaryAgreement(
  a: readonly number[],
  b: readonly number[],
  tolerance: number,
): { matched: number; a: number; b: number; f1: number | null } {
  const free = [...b]
  let matched = 0
  for (const x of a) {
    const at = free.findIndex((y) => Math.abs(x - y) <= tolerance)
    if (at === -1) continue
    free.splice(at, 1)
    matched += 1
  }
  const total = a.length + b.length
  return { matched, a: a.length, b: b.length, f1: total === 0 ? null : (2 * matched) / total }
}
