/** Retrieval metrics over one ranking (best first, no repeats) and the set of what is relevant. Means are the caller's. */

/** 1 when something relevant is among the first k, else 0 (success@k; arXiv 2602.21611 injects only k = 1). */
export function hitAt(ranking: readonly string[], relevant: ReadonlySet<string>, k: number): 0 | 1 {
  return ranking.slice(0, k).some((id) => relevant.has(id)) ? 1 : 0
}

/** 1 / rank of the first relevant one, 0 when there is none (Voorhees 1999); its mean over queries is MRR. */
export function reciprocalRank(ranking: readonly string[], relevant: ReadonlySet<string>): number {
  const place = ranking.findIndex((id) => relevant.has(id))
  return place === -1 ? 0 : 1 / (place + 1)
}

/**
 * nDCG@k with graded gains: Σ (2^grade − 1) / log2(rank + 1), over the best possible order (Burges et al. 2005).
 * 0..1; null when nothing has a grade above 0, because then no order is better than another.
 */
export function ndcgAt(
  ranking: readonly string[],
  grades: ReadonlyMap<string, number>,
  k = 10,
): number | null {
  const best = [...grades.values()].sort((a, b) => b - a)
  const ideal = discountedGain(best.slice(0, k))
  if (ideal === 0) return null
  return discountedGain(ranking.slice(0, k).map((id) => grades.get(id) ?? 0)) / ideal
}

function discountedGain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)
}

/**
 * Share of injected items that are of another category than the query's (cross-phase contamination; ours, after the
 * paper's Table 3). Null when nothing was injected. The hard filter makes it 0 by construction.
 */
export function crossPhaseShare(injected: readonly string[], category: string): number | null {
  if (injected.length === 0) return null
  return injected.filter((other) => other !== category).length / injected.length
}

/** Share of queries whose ranking is not empty: how often memory had anything to say. Null of no query. */
export function coverage(rankings: readonly (readonly unknown[])[]): number | null {
  if (rankings.length === 0) return null
  return rankings.filter((ranking) => ranking.length > 0).length / rankings.length
}

interface CalibrationBin {
  from: number
  to: number
  n: number
  /** Mean probability said; null in an empty bin. */
  confidence: number | null
  /** Share that was right; null in an empty bin. */
  correct: number | null
}

export interface Calibration {
  n: number
  /** Expected calibration error: mean gap between said and right, weighted by n; null of nothing. */
  ece: number | null
  bins: CalibrationBin[]
}

/** Calibration of a predictor's top probability in equal bins over 0..1 (ECE of Guo et al. 2017). */
export function calibration(
  pairs: readonly { confidence: number; correct: boolean }[],
  binCount = 10,
): Calibration {
  const members = Array.from({ length: binCount }, () => [] as { confidence: number; correct: boolean }[])
  for (const pair of pairs)
    members[Math.min(binCount - 1, Math.floor(pair.confidence * binCount))]?.push(pair)
  const bins = members.map((inside, place): CalibrationBin => {
    const n = inside.length
    return {
      from: place / binCount,
      to: (place + 1) / binCount,
      n,
      confidence: n === 0 ? null : inside.reduce((sum, pair) => sum + pair.confidence, 0) / n,
      correct: n === 0 ? null : inside.filter((pair) => pair.correct).length / n,
    }
  })
  const gap = bins.reduce((sum, bin) => sum + bin.n * Math.abs((bin.confidence ?? 0) - (bin.correct ?? 0)), 0)
  return { n: pairs.length, ece: pairs.length === 0 ? null : gap / pairs.length, bins }
}
