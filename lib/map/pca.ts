import { dot } from '../memory/similarity.ts'
import { createRandom } from '../memory/statistics.ts'
import { sampleOf } from './sample.ts'

/** Rows of a matrix, one after the other. */
export type Matrix = { data: Float32Array; count: number; dimension: number }

/** Iterations at most, and the turn of an axis (1 − |cos|) below which it stands still. Ours. */
const MOST_ITERATIONS = 30
const STILL = 1e-6
/** Of more rows than this, the axes are first brought to rest on a sample: a round over it costs a fraction of one over all. Ours. */
const SAMPLE = 2_000
/** Rounds over all rows after that: where the second axis is hardly longer than the third, it never rests. Ours. */
const MOST_AFTER_SAMPLE = 4

/**
 * The two axes along which the rows differ most, by orthogonal iteration on the centred rows (the covariance itself is
 * never made), begun with the axes of a sample where there are many. Deterministic: a seeded start, and the largest component of each axis is positive. Unit length; all zero
 * where the rows do not differ in a second direction.
 */
export function principalAxes(rows: Matrix): { mean: Float32Array; axes: Axes } {
  const random = createRandom(1)
  const start = (): Float32Array => Float32Array.from({ length: rows.dimension }, () => random() - 0.5)
  const first = start()
  const second = start()
  orthonormal(first, second)
  const mean = meanOf(rows)
  const [a, b] =
    rows.count <= SAMPLE
      ? untilStill(rows, mean, [first, second], MOST_ITERATIONS)
      : untilStill(
          rows,
          mean,
          untilStill(sampleRows(rows, SAMPLE), mean, [first, second], MOST_ITERATIONS),
          MOST_AFTER_SAMPLE,
        )
  return { mean, axes: [signed(a), signed(b)] }
}

type Axes = [Float32Array, Float32Array]

function untilStill(rows: Matrix, mean: Float32Array, begun: Axes, mostRounds: number): Axes {
  let axes = begun
  for (let round = 0; round < mostRounds; round++) {
    const [a, b] = timesCovariance(rows, mean, ...axes)
    orthonormal(a, b)
    const turn = Math.max(1 - Math.abs(dot(a, axes[0])), 1 - Math.abs(dot(b, axes[1])))
    axes = [a, b]
    if (turn < STILL) break
  }
  return axes
}

function sampleRows({ data, count, dimension }: Matrix, most: number): Matrix {
  const chosen = new Float32Array(most * dimension)
  for (const [place, row] of sampleOf(count, most).entries())
    chosen.set(data.subarray(row * dimension, (row + 1) * dimension), place * dimension)
  return { data: chosen, count: most, dimension }
}

/** Each row's place on the two axes, x0, y0, x1, y1, … */
export function projectOn(rows: Matrix, { mean, axes: [first, second] }: ReturnType<typeof principalAxes>) {
  const { data, count, dimension } = rows
  const offsetX = dot(mean, first)
  const offsetY = dot(mean, second)
  const places = new Float32Array(count * 2)
  for (let i = 0; i < count; i++) {
    places[2 * i] = dot(first, data, 0, i * dimension, dimension) - offsetX
    places[2 * i + 1] = dot(second, data, 0, i * dimension, dimension) - offsetY
  }
  return places
}

function meanOf({ data, count, dimension }: Matrix): Float32Array {
  const sums = new Float64Array(dimension)
  for (let i = 0, at = 0; i < count; i++)
    for (let j = 0; j < dimension; j++) sums[j] = (sums[j] ?? 0) + (data[at++] ?? 0)
  return Float32Array.from(sums, (sum) => sum / Math.max(1, count))
}

/** Both axes in one pass: each row is read once. */
function timesCovariance(
  { data, count, dimension }: Matrix,
  mean: Float32Array,
  first: Float32Array,
  second: Float32Array,
): [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>] {
  const offsetX = dot(mean, first)
  const offsetY = dot(mean, second)
  const a = new Float64Array(dimension)
  const b = new Float64Array(dimension)
  let [sumX, sumY] = [0, 0]
  for (let i = 0; i < count; i++) {
    const from = i * dimension
    const x = dot(first, data, 0, from, dimension) - offsetX
    const y = dot(second, data, 0, from, dimension) - offsetY
    sumX += x
    sumY += y
    for (let j = 0; j < dimension; j++) {
      const value = data[from + j] ?? 0
      a[j] = (a[j] ?? 0) + x * value
      b[j] = (b[j] ?? 0) + y * value
    }
  }
  return [
    Float32Array.from(a, (sum, j) => sum - sumX * (mean[j] ?? 0)),
    Float32Array.from(b, (sum, j) => sum - sumY * (mean[j] ?? 0)),
  ]
}

/** Makes both of length 1 and at right angles; what is too small to have a direction becomes zero. */
function orthonormal(first: Float32Array, second: Float32Array): void {
  const before = Math.sqrt(dot(second, second))
  unit(first, 1e-12)
  const along = dot(first, second)
  for (let j = 0; j < second.length; j++) second[j] = (second[j] ?? 0) - along * (first[j] ?? 0)
  unit(second, Math.max(1e-12, before * 1e-5))
}

function unit(vector: Float32Array, least: number): void {
  const length = Math.sqrt(dot(vector, vector))
  for (let j = 0; j < vector.length; j++) vector[j] = length < least ? 0 : (vector[j] ?? 0) / length
}

function signed(axis: Float32Array): Float32Array {
  const largest = axis.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0)
  return largest < 0 ? axis.map((value) => -value) : axis
}
