/** Metrics against what persons judged blind. */
export type JudgedReport = {
  judges: string[]
  pairCount: number
  /** Pairs of the pool that nobody has judged; their questions are left out. */
  unjudgedCount: number
  /** Quadratic weighted kappa of the first two judges over the pairs both judged; null below two such pairs. */
  kappa: { value: number | null; n: number; a: string; b: string } | null
  rows: {
    strategy: string
    /** Questions whose whole pool is judged. */
    n: number
    hitAt1: number | null
    mrr: number | null
    ndcgAt5: number | null
    /** Mean grade of the winner, 0..3; null when none was judged. */
    gradeAt1: number | null
    ci: { ndcgAt5: [number, number] | null }
  }[]
}
