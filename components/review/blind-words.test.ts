import { expect, it } from 'vitest'
import type { BlindReport } from '@/lib/memory/findings/blind.ts'
import { keepWords, pointsWords } from './blind-words.ts'

const gain = (gainPp: number, lowPp: number, highPp: number) => ({
  ...{ gainPp, lowPp, highPp },
  mcnemarP: 1,
  netResolved: 0,
})
const maker = (name: string) => ({
  ...{ maker: name, entryCount: 15, unsureCount: 0, good: null, middling: null, junk: null },
})
const pair = (junk: ReturnType<typeof gain>, kept: ReturnType<typeof gain>): BlindReport => ({
  makers: [maker('model'), maker('rules')],
  pairs: [{ makers: ['model', 'rules'], bothCount: 15, junk, kept }],
  readers: [],
})

it('names the one to keep only where an interval leaves 0 out', () => {
  const worse = pair(gain(60, 30, 78), gain(-50, -70, -20))
  expect(keepWords(worse)).toMatch(/^Keep model:/)
  const open = pair(gain(10, -12, 30), gain(-5, -20, 8))
  expect(keepWords(open)).toBe('Which one to keep cannot be told yet: draw again and read more.')
})

it('leaves the choice to the reader where one has less junk and the other more reach', () => {
  const split = pair(gain(40, 10, 60), gain(30, 5, 50))
  expect(keepWords(split)).toBe('model has less junk, rules more stages with something worth keeping.')
})

it('gives differences in points with their interval, and unknown without a pair', () => {
  expect(pointsWords(gain(-60, -78, -30))).toBe('−60 points, 95 % CI −78 to −30')
  expect(pointsWords(null)).toBe('unknown')
})
