import {
  AT_QUERY,
  at,
  atRow,
  type Code,
  eachRow,
  get,
  type RowProgram,
  register,
  set,
  simd,
} from './row-kernel.ts'

/** Numbers of a row that one turn of the inner loop takes; codes of a row are padded with noughts to a multiple of it. */
export const CODES_AT_ONCE = 64
const IN_REGISTER = 16

const I32_ADD = 0x6a
const load = (offset: number): Code => at(simd(0x00), 4, offset)
/** i32x4.relaxed_dot_i8x16_i7x16_add_s: exact on every machine while the second factor is 0..127. */
const DOT_ADD = simd(0x113)
const lane = (n: number): Code => simd(0x1b, n)
const QUERY = register(4)

/** Dot products of rows of int8 with a query of 0..127, as int32, exact. Of newer engines only (relaxed SIMD). */
export const INT8_DOT: RowProgram = {
  rowBytes: CODES_AT_ONCE,
  queryBytes: CODES_AT_ONCE,
  registers: 5,
  sums: 4,
  turn: Array.from({ length: CODES_AT_ONCE / IN_REGISTER }, (_, k) => [
    ...[...get(AT_QUERY), ...load(k * IN_REGISTER), ...set(QUERY)],
    ...eachRow((row) => [
      ...[...get(atRow(row)), ...load(k * IN_REGISTER), ...get(QUERY)],
      ...[...get(register(row)), ...DOT_ADD, ...set(register(row))],
    ]),
  ]).flat(),
  product: (row) =>
    [0, 1, 2, 3].flatMap((n) => [...get(register(row)), ...lane(n), ...(n > 0 ? [I32_ADD] : [])]),
  store: (offset) => at([0x36], 2, offset),
  productBytes: 4,
}
