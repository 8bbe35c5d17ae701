import { expect, it } from 'vitest'
import { createRandom, pairedBootstrap } from '../statistics.ts'
import { mcNemarExact } from './mcnemar.ts'
import { signFlipP } from './sign-flip.ts'

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
