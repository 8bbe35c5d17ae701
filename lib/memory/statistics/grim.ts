/**
 * GRIM (Brown and Heathers 2017) and SPRITE (Heathers et al. 2018) for solved counts: can whole numbers of instances give the
 * printed mean, sd and best? Percentages as printed; rounding half either way is allowed.
 */

/** A reported cell: percentages with the digits they were printed with. */
export interface ReportedCell {
  /** Instances a run. */
  n: number
  runs: number
  meanPercent: number
  meanDigits: number
  /** Sample sd over runs. */
  sdPercent: number
  sdDigits: number
  bestPercent: number
  bestDigits: number
}

/** All multisets of solved counts, best first, that give the cell; none = the cell cannot be. */
export function reconstructRuns(cell: ReportedCell): number[][] {
  const { n, runs, meanPercent, meanDigits, sdPercent, sdDigits, bestPercent, bestDigits } = cell
  if (!Number.isInteger(runs) || runs < 1 || runs > 4)
    throw new RangeError(`${runs} runs: 1 to 4 can be tried`)
  const found: number[][] = []
  // The mean leaves few sums, and those leave few choices for the last run.
  const sumOf = (percent: number) => (percent / 100) * n * runs
  const slack = 0.5 / 10 ** meanDigits + 1e-9
  const [least, most] = [Math.ceil(sumOf(meanPercent - slack)), Math.floor(sumOf(meanPercent + slack))]
  const extend = (counts: number[]) => {
    if (counts.length === runs) {
      const percents = counts.map((count) => (100 * count) / n)
      const mean = percents.reduce((sum, value) => sum + value, 0) / runs
      if (!rounds(mean, meanPercent, meanDigits)) return
      const squares = percents.reduce((sum, value) => sum + (value - mean) ** 2, 0)
      if (runs > 1 && !rounds(Math.sqrt(squares / (runs - 1)), sdPercent, sdDigits)) return
      found.push(counts)
      return
    }
    const sum = counts.reduce((total, count) => total + count, 0)
    const isLast = counts.length === runs - 1
    const highest = Math.min(counts.at(-1) ?? n, isLast ? most - sum : n)
    const lowest = isLast ? Math.max(0, least - sum) : 0
    for (let count = highest; count >= lowest; count--) extend([...counts, count])
  }
  for (const best of countsOf(bestPercent, n, bestDigits)) extend([best])
  return found
}

/** Whole counts of n whose percentage rounds to what is printed (GRIM of one share); none = it cannot be. */
export function countsOf(percent: number, n: number, digits: number): number[] {
  const near = Math.round((percent / 100) * n)
  const reach = Math.ceil(n / 100 / 10 ** digits) + 1
  const counts: number[] = []
  for (let count = Math.max(0, near - reach); count <= Math.min(n, near + reach); count++)
    if (rounds((100 * count) / n, percent, digits)) counts.push(count)
  return counts
}

function rounds(value: number, printed: number, digits: number): boolean {
  return Math.abs(value - printed) <= 0.5 / 10 ** digits + 1e-9
}
