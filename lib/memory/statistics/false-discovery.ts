/**
 * Benjamini and Hochberg's adjustment (1995), in the order given: calling everything at or below q a finding keeps the expected
 * share of false ones at q. Adjusted p values, each 0..1.
 */
export function falseDiscovery(pValues: readonly number[]): number[] {
  const order = pValues.map((p, place) => ({ p, place })).sort((x, y) => y.p - x.p)
  const adjusted = pValues.map(() => 1)
  let lowest = 1
  order.forEach(({ p, place }, fromTop) => {
    lowest = Math.min(lowest, (p * pValues.length) / (pValues.length - fromTop))
    adjusted[place] = lowest
  })
  return adjusted
}
