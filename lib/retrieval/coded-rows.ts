import { norm } from '../memory/similarity.ts'
import {
  AFTER_QUERY,
  AFTER_ROW,
  CODES_AT_ONCE,
  HIGHEST_COSINE,
  type KernelCall,
  openKernel,
  ROWS_AT_ONCE,
  rowOfProduct,
} from './row-kernel.ts'

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
  #room: Room

  private constructor(dimension: number, room: Room) {
    this.#dimension = dimension
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
    this.#room = room
  }

  set(row: number, vector: Float32Array): void {
    const { codes, view, stride, length } = this.#room
    const { scale, error, sum } = encode(vector, codes.subarray(row * stride), LARGEST.row, 0)
    const after = codes.byteOffset + row * stride + length
    view.setFloat32(after + AFTER_ROW.scale, scale, true)
    view.setFloat32(after + AFTER_ROW.error, error, true)
    view.setInt32(after + AFTER_ROW.shift, sum * SHIFT, true)
  }

  /** Moves rows `from` up to `end` (exclusive) so that the first lies at `to`. */
  move(to: number, from: number, end: number): void {
    const { codes, stride } = this.#room
    codes.copyWithin(to * stride, from * stride, end * stride)
  }

  /**
   * Positions in `rows` of those that may be among the `k` of highest cosine, in ascending order: all that are, and few others.
   * `k` at least 1, at most as many as there are rows.
   */
  candidates(query: Float32Array, rows: ArrayLike<number>, k: number): number[] {
    const { query: codes, view, length } = this.#room
    const { scale, error } = encode(query, codes, LARGEST.query, SHIFT)
    const reach = { perError: 1 + error, always: error + SLACK }
    const after = codes.byteOffset + length
    view.setFloat64(after + AFTER_QUERY.scale, scale, true)
    view.setFloat64(after + AFTER_QUERY.perError, reach.perError, true)
    view.setFloat64(after + AFTER_QUERY.always, reach.always, true)
    const found = new Found(k)
    for (let from = 0; from < rows.length; from += BATCH) this.#look(rows, from, reach, found)
    return found.positions()
  }

  /** One batch of rows: a function of its own, which the engine compiles for good after some batches. */
  #look(
    rows: ArrayLike<number>,
    from: number,
    { perError, always }: { perError: number; always: number },
    found: Found,
  ): void {
    const { highest, view, codes, stride, length } = this.#room
    const errors = codes.byteOffset + length + AFTER_ROW.error
    const count = Math.min(BATCH, rows.length - from)
    const groups = Math.ceil(count / ROWS_AT_ONCE)
    const batch = highest(rows, from, count, groups)
    for (let n = 0; n < groups * ROWS_AT_ONCE; n++) {
      const most = batch[n] as number
      if (most < found.bound) continue
      const i = from + rowOfProduct(n, groups)
      if (i >= from + count) continue
      const error = view.getFloat32(errors + (rows[i] as number) * stride, true)
      found.take(i, most, most - 2 * (error * perError + always))
    }
  }
}

/** Positions whose highest possible cosine reaches `bound`: the k-th highest of the lowest possible ones, minus infinity before there are so many. */
class Found {
  readonly #k: number
  readonly #positions: number[] = []
  readonly #highest: number[] = []
  readonly #lowest: number[] = []
  bound = Number.NEGATIVE_INFINITY

  constructor(k: number) {
    this.#k = k
  }

  take(position: number, highest: number, lowest: number): void {
    this.#positions.push(position)
    this.#highest.push(highest)
    if (lowest <= this.bound) return
    const best = this.#lowest
    let place = best.length
    while (place > 0 && lowest > (best[place - 1] as number)) place--
    best.splice(place, 0, lowest)
    if (best.length > this.#k) best.pop()
    if (best.length === this.#k) this.bound = best[this.#k - 1] as number
  }

  /** Ascending. */
  positions(): number[] {
    return this.#positions.filter((_, n) => (this.#highest[n] as number) >= this.bound).sort((a, b) => a - b)
  }
}

/** Writes the codes of a vector of any length, scaled to length 1: `number / length ≈ scale · (code − shift)`. A vector of noughts has noughts. */
function encode(
  vector: Float32Array,
  codes: Int8Array,
  largest: number,
  shift: number,
): { scale: number; error: number; sum: number } {
  const length = norm(vector)
  let most = 0
  for (let i = 0; i < vector.length; i++) most = Math.max(most, Math.abs(vector[i] as number))
  if (most === 0 || !Number.isFinite(length)) {
    codes.fill(shift, 0, vector.length)
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
    codes[i] = code + shift
  }
  return { scale: step / length, error: Math.sqrt(squares) / length, sum }
}

interface Room {
  rows: number
  /** Codes of a row, padded with noughts; from row to row it is `stride`. */
  length: number
  stride: number
  codes: Int8Array
  query: Int8Array
  view: DataView
  /** The highest cosine that some rows can have, the n-th that of `rowOfProduct`: valid until the next call. */
  highest: (rows: ArrayLike<number>, from: number, count: number, groups: number) => Float64Array
}

function makeRoom(dimension: number, rows: number): Room | null {
  const length = Math.ceil(dimension / CODES_AT_ONCE) * CODES_AT_ONCE
  const stride = length + AFTER_ROW.bytes
  const at = { products: 0, starts: BATCH * 8, query: BATCH * 12 }
  const base = at.query + length + 2 * AFTER_ROW.bytes
  const memory = new WebAssembly.Memory({ initial: Math.ceil((base + rows * stride) / PAGE) })
  const kernel = openKernel(memory, HIGHEST_COSINE)
  if (kernel === null) return null
  const starts = new Uint32Array(memory.buffer, at.starts, BATCH)
  const highest = new Float64Array(memory.buffer, at.products, BATCH)
  const call: KernelCall = { ...at, groups: 0, rowBytes: length }
  return {
    rows,
    length,
    stride,
    codes: new Int8Array(memory.buffer, base, rows * stride),
    query: new Int8Array(memory.buffer, at.query, length),
    view: new DataView(memory.buffer),
    highest(places, from, count, groups) {
      // The last row again where the rows do not fill a group.
      for (let n = 0; n < groups * ROWS_AT_ONCE; n++)
        starts[n] = base + (places[from + Math.min(rowOfProduct(n, groups), count - 1)] as number) * stride
      kernel({ ...call, groups })
      return highest
    },
  }
}
