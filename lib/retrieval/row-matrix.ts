import { dot } from '../memory/similarity.ts'
import { CodedRows } from './coded-rows.ts'
import { DOT, type KernelCall, NUMBERS_AT_ONCE, openKernel, ROWS_AT_ONCE } from './row-kernel.ts'

/** A smaller matrix is gone through by a plain loop: a memory of its own is worth it from here, in numbers. */
const KERNEL_ABOVE = 64 * 1_024
const PAGE = 64 * 1_024
/** Of fewer numbers, or where more than this share of the rows is asked for, all products are as fast as looking at codes first. */
const CODED_ABOVE = 512 * 1_024
const CODED_SHARE = 1 / 32
/** Rows handed to the kernel at a time. */
const BATCH = 256

/** Rows of float32 of one length, one after the other; grows by doubling. Their codes are made when first looked at. */
export class RowMatrix {
  readonly #dimension: number
  #room: Room
  /** Rows that were set, from the first. */
  #end = 0
  /** Null where the engine cannot. */
  #coded: CodedRows | null | undefined

  constructor(dimension: number) {
    this.#dimension = dimension
    this.#room = { numbers: new Float32Array(0), products: null }
  }

  /** Makes room for so many rows. Views of before stay as they were. */
  reserve(rows: number): void {
    const needed = rows * this.#dimension
    const { numbers } = this.#room
    if (needed <= numbers.length) return
    const room = makeRoom(this.#dimension, Math.max(16 * this.#dimension, needed, numbers.length * 2))
    room.numbers.set(numbers)
    this.#room = room
    this.#coded?.reserve(this.#rows)
  }

  set(row: number, vector: Float32Array): void {
    this.#room.numbers.set(vector, row * this.#dimension)
    this.#end = Math.max(this.#end, row + 1)
    this.#coded?.set(row, vector)
  }

  /** Moves rows `from` up to `end` (exclusive) so that the first lies at `to`. */
  move(to: number, from: number, end: number): void {
    const d = this.#dimension
    this.#room.numbers.copyWithin(to * d, from * d, end * d)
    this.#end = Math.max(this.#end, to + end - from)
    this.#coded?.move(to, from, end)
  }

  /** A view of one row: not to be written, valid until a row is set or moved. */
  row(row: number): Float32Array {
    const from = row * this.#dimension
    return this.#room.numbers.subarray(from, from + this.#dimension)
  }

  /**
   * Positions in `rows` of those that may be among the `k` of highest cosine, ascending: all that are, and few others. Null where
   * going through all of them is as fast.
   */
  candidates(query: Float32Array, rows: ArrayLike<number>, k: number): number[] | null {
    if (k < 1 || k > rows.length * CODED_SHARE || rows.length * this.#dimension < CODED_ABOVE) return null
    if (this.#coded === undefined) this.#coded = this.#encoded()
    return this.#coded?.candidates(query, rows, k) ?? null
  }

  get #rows(): number {
    return Math.floor(this.#room.numbers.length / this.#dimension)
  }

  #encoded(): CodedRows | null {
    const coded = CodedRows.open(this.#dimension, this.#rows)
    for (let row = 0; coded && row < this.#end; row++) coded.set(row, this.row(row))
    return coded
  }

  /** Dot product of the query with each of the rows, the same bits as `dot`. */
  products(query: Float32Array, rows: ArrayLike<number>): Float64Array {
    const { numbers, products } = this.#room
    if (products) return products(query, rows)
    const d = this.#dimension
    return Float64Array.from(rows, (row) => dot(query, numbers, 0, row * d, d))
  }
}

interface Room {
  numbers: Float32Array
  /** Null where a plain loop does. */
  products: ((query: Float32Array, rows: ArrayLike<number>) => Float64Array) | null
}

function makeRoom(dimension: number, count: number): Room {
  const plain = { numbers: new Float32Array(0), products: null }
  if (count < KERNEL_ABOVE || dimension % NUMBERS_AT_ONCE !== 0)
    return { ...plain, numbers: new Float32Array(count) }
  // The query, where rows start and their products come first, then the numbers.
  const at = { query: 0, starts: dimension * 8, products: dimension * 8 + BATCH * 8 }
  const base = at.products + BATCH * 8
  const memory = new WebAssembly.Memory({ initial: Math.ceil((base + count * 4) / PAGE) })
  const kernel = openKernel(memory, DOT)
  if (kernel === null) return { ...plain, numbers: new Float32Array(count) }
  const wide = new Float64Array(memory.buffer, at.query, dimension)
  const starts = new Uint32Array(memory.buffer, at.starts, BATCH)
  const batch = new Float64Array(memory.buffer, at.products, BATCH)
  const call: KernelCall = { ...at, groups: 0, rowBytes: dimension * 4 }
  return {
    numbers: new Float32Array(memory.buffer, base, count),
    products(query, rows) {
      wide.set(query)
      const products = new Float64Array(rows.length)
      for (let from = 0; from < rows.length; from += BATCH) {
        const some = Math.min(BATCH, rows.length - from)
        const groups = Math.ceil(some / ROWS_AT_ONCE)
        // The last row again where the rows do not fill a group.
        for (let i = 0; i < groups * ROWS_AT_ONCE; i++)
          starts[i] = base + (rows[from + Math.min(i, some - 1)] as number) * dimension * 4
        kernel({ ...call, groups })
        products.set(some === BATCH ? batch : batch.subarray(0, some), from)
      }
      return products
    },
  }
}
