import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dot } from '../memory/similarity.ts'
import { DOT, NUMBERS_AT_ONCE, openKernel, ROWS_AT_ONCE } from './row-kernel.ts'

/** Rows and a query laid out in a memory as the kernel wants them; `at` moves everything away from the beginning. */
function laidOut(rows: readonly Float32Array[], query: Float32Array, at = 0) {
  const memory = new WebAssembly.Memory({ initial: 4 })
  const kernel = openKernel(memory, DOT)
  if (!kernel) throw new Error('this machine has no SIMD')
  const rowBytes = query.length * 4
  const queryAt = at
  const startsAt = queryAt + query.length * 8
  const productsAt = Math.ceil((startsAt + rows.length * 4) / 8) * 8
  const rowsAt = productsAt + rows.length * 8
  new Float64Array(memory.buffer, queryAt, query.length).set(query)
  const starts = new Uint32Array(memory.buffer, startsAt, rows.length)
  for (const [n, row] of rows.entries()) {
    starts[n] = rowsAt + n * rowBytes
    new Float32Array(memory.buffer, rowsAt + n * rowBytes, row.length).set(row)
  }
  const products = new Float64Array(memory.buffer, productsAt, rows.length)
  const run = () => {
    kernel({
      query: queryAt,
      starts: startsAt,
      groups: rows.length / ROWS_AT_ONCE,
      products: productsAt,
      rowBytes,
    })
    return [...products]
  }
  return { run, starts, products, memory, kernel }
}

const number = fc.oneof(
  fc.float({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1, -1, 2 ** -149, 3.4e38, 1e-38).map(Math.fround),
)

it('gives the same bits as dot for any rows and lengths it takes, very small and very large numbers too', () => {
  const sizes = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 3 }))
  const cases = sizes.chain(([groups, turns]) => {
    const vector = fc
      .array(number, { minLength: turns * NUMBERS_AT_ONCE, maxLength: turns * NUMBERS_AT_ONCE })
      .map((values) => Float32Array.from(values))
    const count = groups * ROWS_AT_ONCE
    return fc.tuple(
      fc.array(vector, { minLength: count, maxLength: count }),
      vector,
      fc.constantFrom(0, 64, 8_192),
    )
  })
  fc.assert(
    fc.property(cases, ([rows, query, at]) => {
      expect(laidOut(rows, query, at).run()).toEqual(rows.map((row) => dot(query, row)))
    }),
    { seed: 5, numRuns: 200 },
  )
})

const counted = (length: number, from: number) => Float32Array.from({ length }, (_, n) => from + n)

it('reads rows where they are said to begin: twice, backwards, one for all', () => {
  const rows = [1, 2, 3, 4].map((from) => counted(16, from))
  const query = counted(16, 1)
  const { run, starts } = laidOut(rows, query)
  const products = rows.map((row) => dot(query, row))
  expect(run()).toEqual(products)
  starts.reverse()
  expect(run()).toEqual(products.toReversed())
  starts.fill(starts[0] ?? 0)
  expect(run()).toEqual(Array.from({ length: 4 }, () => products[3]))
})

it('writes a product a row and nothing beside them', () => {
  const rows = Array.from({ length: 8 }, (_, n) => counted(8, n))
  const { run, products, memory } = laidOut(rows, counted(8, 1), 128)
  const before = new Uint8Array(memory.buffer.slice(0))
  run()
  const after = new Uint8Array(memory.buffer)
  const from = products.byteOffset
  const changed = [...after.keys()].filter((n) => after[n] !== before[n])
  expect(changed.every((n) => n >= from && n < from + 8 * 8)).toBe(true)
  expect([...products].every((product) => product !== 0)).toBe(true)
})

it('an earlier query leaves nothing behind in the sums of the next', () => {
  const rows = Array.from({ length: 4 }, (_, n) => counted(8, n + 1))
  const { run } = laidOut(rows, counted(8, 1))
  const first = run()
  expect([run(), run()]).toEqual([first, first])
})

it('memories are apart: the one program serves each with its own rows', () => {
  const [one, other] = [
    laidOut(
      Array.from({ length: 4 }, () => counted(8, 1)),
      counted(8, 1),
    ),
    laidOut(
      Array.from({ length: 4 }, () => counted(8, 9)),
      counted(8, 1),
    ),
  ]
  const first = one.run()
  expect(other.run()).not.toEqual(first)
  expect(one.run()).toEqual(first)
})

it('rows beyond the memory are a fault, not numbers from elsewhere', () => {
  const { run, starts } = laidOut(
    Array.from({ length: 4 }, () => counted(8, 1)),
    counted(8, 1),
  )
  starts[2] = 4 * 65_536 - 8
  expect(run).toThrow(WebAssembly.RuntimeError)
})
