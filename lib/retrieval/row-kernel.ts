/**
 * Programs in WebAssembly SIMD that go over rows of a matrix, four side by side, so that each part of the query is loaded once for
 * all of them. They are put together here, so that they can be read; https://webassembly.github.io/spec/core/binary has the codes.
 */

/** Rows read side by side. */
export const ROWS_AT_ONCE = 4

/**
 * The row that the n-th product of so many groups is of. Rows that are read side by side lie a quarter of all apart: memory gives
 * four far streams up to twice as fast as four rows next to each other.
 */
export const rowOfProduct = (n: number, groups: number): number =>
  (n % ROWS_AT_ONCE) * groups + Math.trunc(n / ROWS_AT_ONCE)

/** Where things lie in the memory, in bytes from its beginning. */
export interface KernelCall {
  query: number
  /** Where each row begins, as uint32; a multiple of ROWS_AT_ONCE of them. */
  starts: number
  /** How many times ROWS_AT_ONCE rows; at least 1. */
  groups: number
  /** Gets one product a row. */
  products: number
  /** Length of a row in bytes; a multiple of what a turn takes, above 0. */
  rowBytes: number
}

/** What a program does with four rows and the query. */
interface RowProgram {
  /** Bytes of a row and of the query that one turn of the inner loop takes. */
  rowBytes: number
  queryBytes: number
  /** Registers, of them the first `sums` are set to nought before each four rows. */
  registers: number
  sums: number
  turn: Code
  /** Leaves the product of a row on the stack. */
  product: (row: number) => Code
  store: (offset: number) => Code
  /** Bytes of a product. */
  productBytes: number
}

export type Code = number[]
type Kernel = (call: KernelCall) => void

const compiled = new Map<RowProgram, WebAssembly.Module | null>()

/** A program over a memory, or null where the machine or the engine does not have its instructions. */
export function openKernel(memory: WebAssembly.Memory, program: RowProgram): Kernel | null {
  let module = compiled.get(program)
  if (module === undefined) {
    const bytes = assemble(program)
    module = WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : null
    compiled.set(program, module)
  }
  if (module === null) return null
  const run = new WebAssembly.Instance(module, { m: { m: memory } }).exports.f as (
    ...parameters: number[]
  ) => void
  return ({ query, starts, groups, products, rowBytes }) => run(query, starts, groups, products, rowBytes)
}

// Types and instructions by their names in the specification.
const I32 = 0x7f
const V128 = 0x7b
const I32_ADD = 0x6a
const I32_SUB = 0x6b
const I32_LT_U = 0x49
const LOOP = [0x03, 0x40]
const END = 0x0b
const AGAIN_IF = [0x0d, 0x00]
const i32 = (value: number): Code => [0x41, ...signed(value)]
const tee = (local: number): Code => [0x22, local]
const loadI32 = (offset: number): Code => [0x28, 2, ...unsigned(offset)]
const NOUGHTS: Code = [0xfd, 0x0c, ...new Array<number>(16).fill(0)]
export const get = (local: number): Code => [0x20, local]
export const set = (local: number): Code => [0x21, local]
/** An instruction with a place in the memory: alignment as a power of two, offset. */
export const at = (code: Code, align: number, offset: number): Code => [...code, align, ...unsigned(offset)]
const simd = (code: number, ...rest: Code): Code => [0xfd, ...unsigned(code), ...rest]

// Locals: the parameters, then where the loops stand, then the registers.
const QUERY = 0
const STARTS = 1
const GROUPS = 2
const PRODUCTS = 3
const ROW_BYTES = 4
const END_OF_ROW = 5
/** The local that holds where the query of this turn lies. */
const AT_QUERY = 6
/** The local that holds where the numbers of a row of this turn lie. */
const atRow = (row: number): number => 7 + row
export const register = (n: number): number => atRow(ROWS_AT_ONCE) + n

const eachRow = (code: (row: number) => Code): Code =>
  Array.from({ length: ROWS_AT_ONCE }, (_, row) => code(row)).flat()

const forward = (local: number, bytes: number): Code => [...get(local), ...i32(bytes), I32_ADD, ...set(local)]

function assemble(program: RowProgram): Uint8Array<ArrayBuffer> {
  const body = [
    ...LOOP,
    ...eachRow((row) => [...get(STARTS), ...loadI32(row * 4), ...set(atRow(row))]),
    ...Array.from({ length: program.sums }, (_, n) => [...NOUGHTS, ...set(register(n))]).flat(),
    ...[...get(QUERY), ...set(AT_QUERY)],
    ...[...get(atRow(0)), ...get(ROW_BYTES), I32_ADD, ...set(END_OF_ROW)],
    ...LOOP,
    ...program.turn,
    ...forward(AT_QUERY, program.queryBytes),
    ...eachRow((row) => forward(atRow(row), program.rowBytes)),
    ...[...get(atRow(0)), ...get(END_OF_ROW), I32_LT_U, ...AGAIN_IF],
    END,
    ...eachRow((row) => [
      ...get(PRODUCTS),
      ...program.product(row),
      ...program.store(row * program.productBytes),
    ]),
    ...forward(STARTS, ROWS_AT_ONCE * 4),
    ...forward(PRODUCTS, ROWS_AT_ONCE * program.productBytes),
    ...[...get(GROUPS), ...i32(1), I32_SUB, ...tee(GROUPS), ...AGAIN_IF],
    END,
    END,
  ]
  const five = [5, I32, I32, I32, I32, I32]
  const code = [2, 2 + ROWS_AT_ONCE, I32, program.registers, V128, ...body]
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // "\0asm", version 1
    ...section(1, [1, 0x60, ...five, 0]), // one type: five numbers to nothing
    ...section(2, [1, 1, 0x6d, 1, 0x6d, 2, 0, 1]), // import memory "m" "m", one page at least
    ...section(3, [1, 0]), // one function of that type
    ...section(7, [1, 1, 0x66, 0, 0]), // export it as "f"
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ])
}

function section(id: number, content: Code): Code {
  return [id, ...unsigned(content.length), ...content]
}

/** LEB128. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}

/** Signed LEB128 of a value that is not negative. */
function signed(value: number): Code {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >>> 7)]
}

/** Numbers of a row that one turn of the inner loop takes. */
export const NUMBERS_AT_ONCE = 8

const F64_ADD = 0xa0
const STORE_F64 = (offset: number): Code => at([0x39], 3, offset)
const loadTwoF64 = (offset: number): Code => at(simd(0x00), 3, offset)
/** Two float32, widened to float64 without loss. */
const loadTwoF32 = (offset: number): Code => [...at(simd(0x5d), 2, offset), ...simd(0x5f)]
const MULTIPLY = simd(0xf2)
const ADD = simd(0xf0)
const lane = (n: number): Code => simd(0x21, n)

// Two sums a row, then two registers of the query.
const sumsEven = (row: number) => register(2 * row)
const sumsOdd = (row: number) => register(2 * row + 1)
const QUERY_EVEN = register(8)
const QUERY_ODD = register(9)

/** sum += query · row, for numbers 4k and 4k + 1 (even), 4k + 2 and 4k + 3 (odd) of this turn. */
function fourNumbers(k: number): Code {
  const addTwo = (sums: number, query: number, row: number, offset: number): Code => [
    ...[...get(sums), ...get(query), ...get(atRow(row)), ...loadTwoF32(offset)],
    ...[...MULTIPLY, ...ADD, ...set(sums)],
  ]
  return [
    ...[...get(AT_QUERY), ...loadTwoF64(k * 32), ...set(QUERY_EVEN)],
    ...[...get(AT_QUERY), ...loadTwoF64(k * 32 + 16), ...set(QUERY_ODD)],
    ...eachRow((row) => [
      ...addTwo(sumsEven(row), QUERY_EVEN, row, k * 16),
      ...addTwo(sumsOdd(row), QUERY_ODD, row, k * 16 + 8),
    ]),
  ]
}

/**
 * Dot products of rows of float32 with a query of float64, as float64: a fifth of the time of a loop, and the same bits as `dot`,
 * because its four running sums are the lanes of two registers and are added in the same order.
 */
export const DOT: RowProgram = {
  rowBytes: NUMBERS_AT_ONCE * 4,
  queryBytes: NUMBERS_AT_ONCE * 8,
  registers: 10,
  sums: 8,
  turn: Array.from({ length: NUMBERS_AT_ONCE / 4 }, (_, k) => fourNumbers(k)).flat(),
  // s0 + s1 + (s2 + s3), as `dot` adds them.
  product: (row) => [
    ...[...get(sumsEven(row)), ...lane(0), ...get(sumsEven(row)), ...lane(1), F64_ADD],
    ...[...get(sumsOdd(row)), ...lane(0), ...get(sumsOdd(row)), ...lane(1), F64_ADD],
    F64_ADD,
  ],
  store: STORE_F64,
  productBytes: 8,
}

/** Numbers of a row that one turn of the inner loop takes; codes of a row are padded with noughts to a multiple of it. */
export const CODES_AT_ONCE = 64
const IN_REGISTER = 16

const load = (offset: number): Code => at(simd(0x00), 4, offset)
/** i32x4.relaxed_dot_i8x16_i7x16_add_s: exact on every machine while the second factor is 0..127. */
const DOT_ADD = simd(0x113)
const laneOfI32 = (n: number): Code => simd(0x1b, n)
const QUERY_CODES = register(4)

const F64_MUL = 0xa2
const F64_FROM_I32 = 0xb7
const wideF32 = (local: number, offset: number): Code => [...get(local), ...at([0x2a], 2, offset), 0xbb]
const loadF64 = (local: number, offset: number): Code => [...get(local), ...at([0x2b], 3, offset)]

/** What stands behind the codes, in bytes: of a row its scale and error as float32, its shift as int32; of the query three float64. */
export const AFTER_ROW = { scale: 0, error: 4, shift: 8, bytes: 16 } as const
export const AFTER_QUERY = { scale: 0, perError: 8, always: 16, bytes: 24 } as const

/**
 * The highest cosine that rows of int8 can have with a query of 0..127, as float64: scales * (dot product - shift), where the dot
 * product is exact, + the row's error * `perError` + `always`. Of newer engines only (relaxed SIMD). What belongs to a row is read with
 * its codes: from tables of its own it took as long as the codes.
 */
export const HIGHEST_COSINE: RowProgram = {
  rowBytes: CODES_AT_ONCE,
  queryBytes: CODES_AT_ONCE,
  registers: 5,
  sums: 4,
  turn: Array.from({ length: CODES_AT_ONCE / IN_REGISTER }, (_, k) => [
    ...[...get(AT_QUERY), ...load(k * IN_REGISTER), ...set(QUERY_CODES)],
    ...eachRow((row) => [
      ...[...get(atRow(row)), ...load(k * IN_REGISTER), ...get(QUERY_CODES)],
      ...[...get(register(row)), ...DOT_ADD, ...set(register(row))],
    ]),
  ]).flat(),
  product: (row) => [
    ...[0, 1, 2, 3].flatMap((n) => [...get(register(row)), ...laneOfI32(n), ...(n > 0 ? [I32_ADD] : [])]),
    ...[...get(atRow(row)), ...loadI32(AFTER_ROW.shift), I32_SUB, F64_FROM_I32],
    ...[...wideF32(atRow(row), AFTER_ROW.scale), F64_MUL],
    ...[...loadF64(AT_QUERY, AFTER_QUERY.scale), F64_MUL],
    ...[...wideF32(atRow(row), AFTER_ROW.error), ...loadF64(AT_QUERY, AFTER_QUERY.perError)],
    ...[F64_MUL, F64_ADD, ...loadF64(AT_QUERY, AFTER_QUERY.always), F64_ADD],
  ],
  store: STORE_F64,
  productBytes: 8,
}
