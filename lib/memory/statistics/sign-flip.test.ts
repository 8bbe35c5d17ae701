import { expect, it } from 'vitest'
import { createRandom, pairedBootstrap } from '../statistics.ts'
import { mcNemarExact, signFlipP } from './paired.ts'

const random = () => createRandom(1)

it('is exact McNemar where all that differ differ by the same', () => {
  const values = [...Array(20).fill(0.5), ...Array(9).fill(-0.5), ...Array(30).fill(0)]
  expect(signFlipP(values, random())).toBe(mcNemarExact(20, 9))
  expect(signFlipP([0, 0], random())).toBe(1)
})

it('counts every way where they are few: 1, 1 and ½ all one way have 2 of 8', () => {
  expect(signFlipP([1, 1, 0.5], random())).toBe(2 / 8)
  // ±1 ±1 ±½ with at least 1½ either way: both ones agree, 4 of 8.
  expect(signFlipP([1, 1, -0.5], random())).toBe(4 / 8)
})

it('counts all 16,384 ways of fourteen without drawing, and draws 10,000 of fifteen', () => {
  const never = () => {
    throw new Error('nothing is drawn')
  }
  const values = Array.from({ length: 14 }, (_, i) => (i + 1) * (i % 3 === 0 ? -1 : 1))
  const seen = Math.abs(values.reduce((sum, value) => sum + value, 0))
  // Ways by the sum they give, added one difference at a time.
  let ways = new Map([[0, 1]])
  for (const value of values) {
    const next = new Map<number, number>()
    for (const [sum, count] of ways)
      for (const to of [sum + value, sum - value]) next.set(to, (next.get(to) ?? 0) + count)
    ways = next
  }
  const atLeast = [...ways].reduce((sum, [at, count]) => sum + (Math.abs(at) >= seen ? count : 0), 0)
  expect(signFlipP(values, never)).toBe(atLeast / 2 ** 14)
  expect(signFlipP([0, ...values, 0], never)).toBe(atLeast / 2 ** 14)
  expect(() => signFlipP([...values, 15], never)).toThrow('nothing is drawn')

  let drawn = 0
  const counting = () => {
    drawn++
    return 0.1 + 0.8 * (drawn % 2)
  }
  // One way round and the other in turn, thus never all the one way: one added to both counts is what is left.
  const all = Array.from({ length: 15 }, (_, i) => i + 1)
  expect(signFlipP(all, counting)).toBe(1 / 10_001)
  expect(drawn).toBe(150_000)
})

it('draws where they are many, and comes close to counting', () => {
  const values = Array.from({ length: 40 }, (_, i) => (i % 3 === 0 ? 0.5 : i % 3 === 1 ? 1 : -0.25))
  const p = signFlipP(values, random())
  const sd = Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0))
  // Normal approximation of the same chance: z = Σ / √Σd².
  const z = values.reduce((sum, value) => sum + value, 0) / sd
  expect(z).toBeGreaterThan(3)
  expect(p).toBeLessThan(0.005)
  expect(p).toBeGreaterThan(0)
})

it('a bootstrap of what has no spread, or comes from one cluster, says so instead of a point', () => {
  const ones = [1, 1]
  const options = { random: random(), resamples: 200 }
  // Two of two: Clopper and Pearson's share is at least √0.025, the rest taken to go the other way.
  expect(pairedBootstrap(ones, [0, 0], options)).toMatchObject({
    difference: 1,
    low: expect.closeTo(2 * Math.sqrt(0.025) - 1, 12),
    high: 1,
    p: 0.5,
  })
  expect(pairedBootstrap([1, 0, 1], [0, 0, 0], { ...options, clusters: ['a', 'a', 'a'] })).toBeNull()
  expect(pairedBootstrap([1, 0], [1, 0], options)).toMatchObject({ low: 0, high: 0, p: 1 })
})
