import type { Matrix } from './pca.ts'

/** The `k` nearest rows of each row, nearest first, itself left out; `scores` are their dot products. Row i holds places i·k … */
export type Nearest = { k: number; places: Int32Array; scores: Float32Array }

/** Rows compared at a time, so that a block stays in the processor's cache. */
const BLOCK = 64

/**
 * Exact nearest neighbours of all rows by dot product (cosine, for rows of length 1); ties go to the later row. Compares
 * each pair once. `onProgress` hears how many of all pairs' blocks are done.
 */
export function nearestOfAll(
  { data, count, dimension }: Matrix,
  k: number,
  onProgress: (done: number, total: number) => void = () => {},
): Nearest {
  const kept = Math.max(0, Math.min(k, count - 1))
  const places = new Int32Array(count * kept).fill(-1)
  const scores = new Float32Array(count * kept).fill(Number.NEGATIVE_INFINITY)
  const insert = (row: number, other: number, score: number) => {
    const from = row * kept
    let at = from + kept - 1
    if (!beats(score, other, scores[at] ?? 0, places[at] ?? 0)) return
    for (; at > from && beats(score, other, scores[at - 1] ?? 0, places[at - 1] ?? 0); at--) {
      scores[at] = scores[at - 1] ?? 0
      places[at] = places[at - 1] ?? 0
    }
    scores[at] = score
    places[at] = other
  }
  const blocks = Math.ceil(count / BLOCK)
  const total = (blocks * (blocks + 1)) / 2
  let done = 0
  const four = new Float64Array(4)
  for (let i0 = 0; kept > 0 && i0 < count; i0 += BLOCK) {
    const i1 = Math.min(count, i0 + BLOCK)
    for (let j0 = i0; j0 < count; j0 += BLOCK) {
      const j1 = Math.min(count, j0 + BLOCK)
      for (let i = i0; i < i1; i++) {
        for (let j = Math.max(j0, i + 1); j < j1; j += 4) {
          const some = Math.min(4, j1 - j)
          if (some === 4) dotFour(data, i * dimension, j * dimension, dimension, four)
          for (let s = 0; s < some; s++) {
            const score =
              some === 4 ? (four[s] ?? 0) : dotOne(data, i * dimension, (j + s) * dimension, dimension)
            insert(i, j + s, score)
            insert(j + s, i, score)
          }
        }
      }
      done++
    }
    onProgress(done, total)
  }
  return { k: kept, places, scores }
}

export function nearestOf({ data, count, dimension }: Matrix, row: number, k: number): number[] {
  const best: { place: number; score: number }[] = []
  const four = new Float64Array(4)
  for (let other = 0; other < count; other++) {
    const s = other % 4
    if (s === 0 && other + 4 <= count) dotFour(data, row * dimension, other * dimension, dimension, four)
    const isOfFour = other - s + 4 <= count
    const score = isOfFour ? (four[s] ?? 0) : dotOne(data, row * dimension, other * dimension, dimension)
    if (other === row) continue
    const last = best[best.length - 1]
    if (best.length === k && last && !beats(score, other, last.score, last.place)) continue
    let at = best.length
    while (at > 0 && beats(score, other, best[at - 1]?.score ?? 0, best[at - 1]?.place ?? 0)) at--
    best.splice(at, 0, { place: other, score })
    if (best.length > k) best.pop()
  }
  return best.map(({ place }) => place)
}

function beats(score: number, place: number, otherScore: number, otherPlace: number): boolean {
  return score > otherScore || (score === otherScore && place > otherPlace)
}

/** One row against four that follow each other: the row is read once for all four. */
function dotFour(data: Float32Array, a: number, b: number, length: number, into: Float64Array): void {
  let [s0, s1, s2, s3] = [0, 0, 0, 0]
  for (let d = 0; d < length; d++) {
    const value = data[a + d] ?? 0
    s0 += value * (data[b + d] ?? 0)
    s1 += value * (data[b + length + d] ?? 0)
    s2 += value * (data[b + 2 * length + d] ?? 0)
    s3 += value * (data[b + 3 * length + d] ?? 0)
  }
  into[0] = s0
  into[1] = s1
  into[2] = s2
  into[3] = s3
}

/** In the same order of addition as `dotFour`, so that equal rows tie. */
function dotOne(data: Float32Array, a: number, b: number, length: number): number {
  let sum = 0
  for (let d = 0; d < length; d++) sum += (data[a + d] ?? 0) * (data[b + d] ?? 0)
  return sum
}
