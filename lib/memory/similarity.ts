/**
 * Dot product of `length` numbers of `a` from `aFrom` and of `b` from `bFrom`.
 * Four running sums, added in one fixed order: the result is the same bits on every machine and in every caller,
 * which replay and the comparison with brute force rely on.
 */
export function dot(a: Float32Array, b: Float32Array, aFrom = 0, bFrom = 0, length = a.length): number {
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  const whole = length - (length % 4)
  let i = 0
  for (; i < whole; i += 4) {
    const x = aFrom + i
    const y = bFrom + i
    // `?? 0` is for the compiler and costs nothing; a helper function here costs a factor of three.
    s0 += (a[x] ?? 0) * (b[y] ?? 0)
    s1 += (a[x + 1] ?? 0) * (b[y + 1] ?? 0)
    s2 += (a[x + 2] ?? 0) * (b[y + 2] ?? 0)
    s3 += (a[x + 3] ?? 0) * (b[y + 3] ?? 0)
  }
  for (; i < length; i++) s0 += (a[aFrom + i] ?? 0) * (b[bFrom + i] ?? 0)
  return s0 + s1 + (s2 + s3)
}

/**
 * Dot products of one vector with many rows of a matrix, each row given by where it starts: the same bits as `dot` of each.
 * Two rows at a time over the query widened once, which takes half the time of `dot` row by row.
 */
export function dotRows(
  query: Float32Array,
  matrix: Float32Array,
  starts: ArrayLike<number>,
  products: Float64Array,
): void {
  const wide = Float64Array.from(query)
  const whole = query.length - (query.length % 4)
  const pairs = starts.length - (starts.length % 2)
  for (let row = 0; row < pairs; row += 2) {
    const y = starts[row] as number
    const z = starts[row + 1] as number
    let s0 = 0
    let s1 = 0
    let s2 = 0
    let s3 = 0
    let t0 = 0
    let t1 = 0
    let t2 = 0
    let t3 = 0
    // All indices lie inside: a check of each would double the time.
    for (let i = 0; i < whole; i += 4) {
      const a0 = wide[i] as number
      const a1 = wide[i + 1] as number
      const a2 = wide[i + 2] as number
      const a3 = wide[i + 3] as number
      s0 += a0 * (matrix[y + i] as number)
      s1 += a1 * (matrix[y + i + 1] as number)
      s2 += a2 * (matrix[y + i + 2] as number)
      s3 += a3 * (matrix[y + i + 3] as number)
      t0 += a0 * (matrix[z + i] as number)
      t1 += a1 * (matrix[z + i + 1] as number)
      t2 += a2 * (matrix[z + i + 2] as number)
      t3 += a3 * (matrix[z + i + 3] as number)
    }
    for (let i = whole; i < query.length; i++) {
      s0 += (wide[i] as number) * (matrix[y + i] as number)
      t0 += (wide[i] as number) * (matrix[z + i] as number)
    }
    products[row] = s0 + s1 + (s2 + s3)
    products[row + 1] = t0 + t1 + (t2 + t3)
  }
  if (pairs < starts.length) products[pairs] = dot(query, matrix, 0, starts[pairs] as number, query.length)
}

/** Euclidean length, ≥ 0. */
export function norm(a: Float32Array, from = 0, length = a.length): number {
  return Math.sqrt(dot(a, a, from, from, length))
}

/** Cosine from a dot product and both lengths, −1..1; 0 when one of the vectors is zero (it says nothing). */
export function cosineOf(product: number, normA: number, normB: number): number {
  if (normA === 0 || normB === 0) return 0
  return Math.max(-1, Math.min(1, product / (normA * normB)))
}

/** Cosine similarity of two vectors of one model, −1..1. Throws when their dimensions differ: they were never comparable. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new RangeError(`vectors of ${a.length} and ${b.length} dimensions`)
  return cosineOf(dot(a, b), norm(a), norm(b))
}

/**
 * Positions of the `k` highest scores, best first; of equal scores the later position wins.
 * With rows in creation order that is the highest entry id (DESIGN §2). NaN is never chosen.
 */
export function topPositions(scores: ArrayLike<number>, k: number): number[] {
  const best: number[] = []
  if (k <= 0) return best
  if (k >= scores.length / 8) return allPositions(scores).slice(0, k)
  let floor = Number.NEGATIVE_INFINITY
  for (let position = 0; position < scores.length; position++) {
    const score = scores[position] ?? Number.NaN
    if (!(score >= floor)) continue
    let place = best.length
    while (place > 0 && score >= (scores[best[place - 1] ?? 0] ?? 0)) place--
    best.splice(place, 0, position)
    if (best.length > k) best.pop()
    if (best.length === k) floor = scores[best[k - 1] ?? 0] ?? floor
  }
  return best
}

function allPositions(scores: ArrayLike<number>): number[] {
  const positions: number[] = []
  for (let i = 0; i < scores.length; i++) if (!Number.isNaN(scores[i])) positions.push(i)
  return positions.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || b - a)
}
