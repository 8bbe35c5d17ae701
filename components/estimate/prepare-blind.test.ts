import { expect, it } from 'vitest'
import type { BlindReport, BlindView } from '@/lib/memory/findings/blind.ts'
import { blindVerdict, drawnWords, pointsWords } from './prepare-blind.ts'

const gain = (gainPp: number, lowPp: number, highPp: number) => ({
  ...{ gainPp, lowPp, highPp },
  mcnemarP: 1,
  netResolved: 0,
})
const reading = (report: BlindReport | null): BlindView => ({
  ...{ id: 'qs_1', by: 'Mara', seed: 1, where: 'each', makerCount: 2, subtaskCount: 15, population: 40 },
  createdAt: '2026-01-01T00:00:00.000Z',
  items: Array.from({ length: 30 }, (_, place) => ({ place })) as BlindView['items'],
  verdicts: [0, 1, 1].map((place) => ({ place, verdict: 'good' as const, by: 'Mara' })),
  revealed: report && { report, made: [] },
})
const maker = (name: string) => ({
  ...{ maker: name, entryCount: 15, unsureCount: 0, good: null, middling: null, junk: null },
})
const pair = (junk: ReturnType<typeof gain>, kept: ReturnType<typeof gain>): BlindReport => ({
  makers: [maker('model'), maker('rules')],
  pairs: [{ makers: ['model', 'rules'], bothCount: 15, junk, kept }],
})

it('says nothing of the makers before everything is read', () => {
  expect(blindVerdict(reading(null))).toBe('2 of 30 read; who made them is said when all are.')
})

it('names the one to keep only where an interval leaves 0 out', () => {
  const worse = pair(gain(60, 30, 78), gain(-50, -70, -20))
  expect(blindVerdict(reading(worse))).toMatch(/^Keep model:/)
  const open = pair(gain(10, -12, 30), gain(-5, -20, 8))
  expect(blindVerdict(reading(open))).toBe('Which one to keep cannot be told yet: draw again and read more.')
})

it('leaves the choice to the reader where one has less junk and the other more reach', () => {
  const split = pair(gain(40, 10, 60), gain(30, 5, 50))
  expect(blindVerdict(reading(split))).toBe(
    'model has less junk, rules more stages with something worth keeping.',
  )
})

it('gives differences in points with their interval, and unknown without a pair', () => {
  expect(pointsWords(gain(-60, -78, -30))).toBe('−60 points, 95 % CI −78 to −30')
  expect(pointsWords(null)).toBe('unknown')
})

it('says what was drawn of how much', () => {
  expect(drawnWords(reading(null)).replaceAll(/\s/g, ' ')).toBe(
    '30 entries by 2 extractors over 15 of 40 stages for which each wrote something',
  )
})
