import { createRandom, seedFrom, shuffled } from '../statistics.ts'

/** A multinomial logistic regression over standardised features; the first class is the reference. With two classes: logistic. */
export type Softmax = {
  /** Subtracted from and divided out of each feature. */
  means: number[]
  scales: number[]
  /** For every class but the first: its intercept, then a weight a feature. */
  weights: number[][]
}

/** Newton steps; each settles to the last digit well before. */
const MOST_STEPS = 40
const SETTLED = 1e-9

/**
 * Fits by Newton's method; `labels` are 0 to `classes` − 1. `l2` is the penalty of each weight, intercepts are free. A feature that
 * never varies gets the weight 0. Throws RangeError without a row.
 */
export function fitSoftmax(
  rows: readonly (readonly number[])[],
  labels: readonly number[],
  { classes, l2 }: { classes: number; l2: number },
): Softmax {
  const width = rows[0]?.length
  if (width === undefined) throw new RangeError('a regression needs a row')
  const column = (at: number) => rows.map((row) => row[at] ?? 0)
  const means = Array.from({ length: width }, (_, at) => meanOf(column(at)))
  const scales = means.map((middle, at) => {
    const spread = Math.sqrt(meanOf(column(at).map((value) => (value - middle) ** 2)))
    return spread > 1e-9 ? spread : 1
  })
  const known = { means, scales }
  const inputs = rows.map((row) => standardised(row, known))
  const size = (classes - 1) * (width + 1)
  let flat = new Float64Array(size)
  for (let step = 0; step < MOST_STEPS; step++) {
    const change = newtonStep(flat, inputs, labels, l2)
    flat = flat.map((value, i) => value - (change[i] ?? 0))
    if (change.every((value) => Math.abs(value) < SETTLED)) break
  }
  const weights = Array.from({ length: classes - 1 }, (_, z) => [
    ...flat.subarray(z * (width + 1), (z + 1) * (width + 1)),
  ])
  return { ...known, weights }
}

/** P of each class for one row; they sum to 1. */
export function softmaxOf(model: Softmax, row: readonly number[]): number[] {
  const input = standardised(row, model)
  return shares(model.weights.map((weights) => weights.reduce((sum, w, i) => sum + w * (input[i] ?? 0), 0)))
}

/** Rows of one name stand in one fold. */
type Grouped = { group: string }

/** The folds of some rows, drawn by group: for each row the number of its fold. */
export function foldsOf(rows: readonly Grouped[], folds: number, seed: number): number[] {
  const groups = [...new Set(rows.map(({ group }) => group))].sort()
  const drawn = shuffled(groups, createRandom(seedFrom('folds', seed)))
  const places = new Map(drawn.map((group, i) => [group, i % folds]))
  return rows.map(({ group }) => places.get(group) ?? 0)
}

function standardised(row: readonly number[], { means, scales }: Pick<Softmax, 'means' | 'scales'>) {
  return Float64Array.from([1, ...row.map((value, i) => (value - (means[i] ?? 0)) / (scales[i] ?? 1))])
}

/** Shares of all classes from the scores of all but the first, whose score is 0. */
function shares(scores: readonly number[]): number[] {
  const highest = Math.max(0, ...scores)
  const powers = [0, ...scores].map((score) => Math.exp(score - highest))
  const total = powers.reduce((sum, value) => sum + value, 0)
  return powers.map((value) => value / total)
}

function newtonStep(
  flat: Float64Array,
  inputs: readonly Float64Array[],
  labels: readonly number[],
  l2: number,
): Float64Array {
  const width = inputs[0]?.length ?? 0
  const size = flat.length
  const others = size / width
  const gradient = Float64Array.from(flat, (value, i) => (i % width === 0 ? 0 : l2 * value))
  const curvature = Array.from({ length: size }, (_, i) => {
    const line = new Float64Array(size)
    line[i] = i % width === 0 ? 1e-9 : l2
    return line
  })
  for (const [n, input] of inputs.entries()) {
    const scores = Array.from({ length: others }, (_, z) => {
      let sum = 0
      for (let i = 0; i < width; i++) sum += (flat[z * width + i] ?? 0) * (input[i] ?? 0)
      return sum
    })
    const p = shares(scores).slice(1)
    for (let z = 0; z < others; z++) {
      const off = (p[z] ?? 0) - (labels[n] === z + 1 ? 1 : 0)
      for (let i = 0; i < width; i++) add(gradient, z * width + i, off * (input[i] ?? 0))
      for (let y = 0; y < others; y++) {
        const bend = (p[z] ?? 0) * ((z === y ? 1 : 0) - (p[y] ?? 0))
        for (let i = 0; i < width; i++) {
          const line = curvature[z * width + i] as Float64Array
          const part = bend * (input[i] ?? 0)
          for (let j = 0; j < width; j++) add(line, y * width + j, part * (input[j] ?? 0))
        }
      }
    }
  }
  return solve(curvature, gradient)
}

function add(list: Float64Array, at: number, value: number): void {
  list[at] = (list[at] ?? 0) + value
}

/** x of Ax = b for a positive definite A, by elimination; writes over A. */
function solve(matrix: Float64Array[], right: Float64Array): Float64Array {
  const size = right.length
  const found = Float64Array.from(right)
  for (let i = 0; i < size; i++) {
    const line = matrix[i] as Float64Array
    for (let below = i + 1; below < size; below++) {
      const other = matrix[below] as Float64Array
      const factor = (other[i] ?? 0) / (line[i] ?? 1)
      if (factor === 0) continue
      for (let j = i; j < size; j++) add(other, j, -factor * (line[j] ?? 0))
      add(found, below, -factor * (found[i] ?? 0))
    }
  }
  for (let i = size - 1; i >= 0; i--) {
    const line = matrix[i] as Float64Array
    for (let j = i + 1; j < size; j++) add(found, i, -(line[j] ?? 0) * (found[j] ?? 0))
    found[i] = (found[i] ?? 0) / (line[i] ?? 1)
  }
  return found
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
