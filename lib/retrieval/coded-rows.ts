import { norm } from '../memory/similarity.ts'
import { CODES_AT_ONCE, INT8_DOT, type KernelCall, openKernel, ROWS_AT_ONCE } from './row-kernel.ts'

const PAGE = 64 * 1_024
/** Rows handed to the kernel at a time. */
const BATCH = 1_024
const LARGEST = { row: 127, query: 63 } as const
/** The query is shifted to 0..127, as its instruction wants it; a row's sum of codes takes the shift out again. */
const SHIFT = 64
/** More than all roundings of float64 and float32 in a bound together. */
const SLACK = 1e-6

/**
 * Rows of unit length as int8, with what is needed to say how far a cosine by them can be from the true one: four bytes are read as
 * one, and only the rows that may be among the nearest are looked at whole. After the codes of a row comes nothing of its vector.
 * |q·x − q̂·x̂| ≤ |x − x̂| + |q − q̂| · |x̂| for unit q and x; |x̂| ≤ 1 + |x − x̂|.
 */
export class CodedRows {
  readonly #dimension: number
  /** Length of a row of codes, padded with noughts. */
  readonly #length: number
  #room: Room

  private constructor(dimension: number, room: Room) {
    this.#dimension = dimension
    this.#length = room.length
    this.#room = room
  }

  /** Null where the engine does not have the instruction. */
  static open(dimension: number, rows: number): CodedRows | null {
    const room = makeRoom(dimension, rows)
    return room && new CodedRows(dimension, room)
  }

  /** Makes room for so many rows. */
  reserve(rows: number): void {
    if (rows <= this.#room.rows) return
    const room = makeRoom(this.#dimension, Math.max(rows, this.#room.rows * 2))
    if (!room) throw new Error('unreachable: the engine had the instruction before')
    room.codes.set(this.#room.codes)
    room.scales.set(this.#room.scales)
    room.errors.set(this.#room.errors)
    room.shifts.set(this.#room.shifts)
    this.#room = room
  }

  set(row: number, vector: Float32Array): void {
    const { codes, scales, errors, shifts } = this.#room
    const from = row * this.#length
    const { scale, error, sum } = encode(vector, codes, from, LARGEST.row, 0)
    scales[row] = scale
    errors[row] = error
    shifts[row] = sum * SHIFT
  }

  /** Moves rows `from` up to `end` (exclusive) so that the first lies at `to`. */
  move(to: number, from: number, end: number): void {
    const { codes, scales, errors, shifts } = this.#room
    codes.copyWithin(to * this.#length, from * this.#length, end * this.#length)
    for (const numbers of [scales, errors, shifts]) numbers.copyWithin(to, from, end)
  }

  /**
   * Positions in `rows` of those that may be among the `k` of highest cosine, in ascending order: all that are, and few others.
   * `k` at least 1, at most as many as there are rows.
   */
  candidates(query: Float32Array, rows: ArrayLike<number>, k: number): number[] {
    const room = this.#room
    const { scale, error } = encode(query, room.query, 0, LARGEST.query, SHIFT)
    const count = rows.length
    const cosines = new Float64Array(count)
    const reaches = new Float64Array(count)
    const lowest = new Lowest(k)
    for (let from = 0; from < count; from += BATCH) {
      const some = Math.min(BATCH, count - from)
      const products = room.products(rows, from, some)
      for (let i = 0; i < some; i++) {
        const row = rows[from + i] as number
        const cosine =
          scale * (room.scales[row] as number) * ((products[i] as number) - (room.shifts[row] as number))
        const off = room.errors[row] as number
        const reach = off + error * (1 + off) + SLACK
        cosines[from + i] = cosine
        reaches[from + i] = reach
        lowest.take(cosine - reach)
      }
    }
    const found: number[] = []
    for (let i = 0; i < count; i++)
      if ((cosines[i] as number) + (reaches[i] as number) >= lowest.bound) found.push(i)
    return found
  }
}

/** The k-th highest of the numbers that it was given; minus infinity before there are so many. */
class Lowest {
  readonly #k: number
  readonly #highest: number[] = []
  bound = Number.NEGATIVE_INFINITY

  constructor(k: number) {
    this.#k = k
  }

  take(value: number): void {
    if (value <= this.bound) return
    const highest = this.#highest
    let place = highest.length
    while (place > 0 && value > (highest[place - 1] as number)) place--
    highest.splice(place, 0, value)
    if (highest.length > this.#k) highest.pop()
    if (highest.length === this.#k) this.bound = highest[this.#k - 1] as number
  }
}

/** Writes the codes of a vector of any length, scaled to length 1: `number / length ≈ scale · (code − shift)`. A vector of noughts has noughts. */
function encode(
  vector: Float32Array,
  codes: Int8Array,
  from: number,
  largest: number,
  shift: number,
): { scale: number; error: number; sum: number } {
  const length = norm(vector)
  let most = 0
  for (let i = 0; i < vector.length; i++) most = Math.max(most, Math.abs(vector[i] as number))
  if (most === 0 || !Number.isFinite(length)) {
    codes.fill(shift, from, from + vector.length)
    // Without a length every cosine is said to be possible, or is 0.
    return { scale: 0, error: most === 0 ? 0 : 2, sum: 0 }
  }
  const step = most / largest
  const perStep = 1 / step
  let squares = 0
  let sum = 0
  for (let i = 0; i < vector.length; i++) {
    const number = vector[i] as number
    // Rounded half up: what matters is that the error below is of the code that is kept.
    const code = Math.floor(number * perStep + 0.5)
    const off = number - code * step
    squares += off * off
    sum += code
    codes[from + i] = code + shift
  }
  return { scale: step / length, error: Math.sqrt(squares) / length, sum }
}

interface Room {
  rows: number
  length: number
  codes: Int8Array
  scales: Float64Array
  errors: Float64Array
  /** Sum of a row's codes, times the shift of the query. */
  shifts: Int32Array
  query: Int8Array
  /** Dot products of the query's codes with those of some rows: valid until the next call. */
  products: (rows: ArrayLike<number>, from: number, count: number) => Int32Array
}

function makeRoom(dimension: number, rows: number): Room | null {
  const length = Math.ceil(dimension / CODES_AT_ONCE) * CODES_AT_ONCE
  const at = { query: 0, starts: length, products: length + BATCH * 4 }
  const base = at.products + BATCH * 4
  const memory = new WebAssembly.Memory({ initial: Math.ceil((base + rows * length) / PAGE) })
  const kernel = openKernel(memory, INT8_DOT)
  if (kernel === null) return null
  const starts = new Uint32Array(memory.buffer, at.starts, BATCH)
  const products = new Int32Array(memory.buffer, at.products, BATCH)
  const call: KernelCall = { ...at, groups: 0, rowBytes: length }
  return {
    rows,
    length,
    codes: new Int8Array(memory.buffer, base, rows * length),
    scales: new Float64Array(rows),
    errors: new Float64Array(rows),
    shifts: new Int32Array(rows),
    query: new Int8Array(memory.buffer, at.query, length),
    products(places, from, count) {
      const groups = Math.ceil(count / ROWS_AT_ONCE)
      // The last row again where the rows do not fill a group.
      for (let i = 0; i < groups * ROWS_AT_ONCE; i++)
        starts[i] = base + (places[from + Math.min(i, count - 1)] as number) * length
      kernel({ ...call, groups })
      return products
    },
  }
}
