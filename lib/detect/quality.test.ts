import { expect, it } from 'vitest'
import type { DetectorName } from '../memory/findings/finding.ts'
import type { Detection } from './detect.ts'
import { DETECTOR_OF, duplicateCurve, isHeldOut, type Planted, qualityOf } from './quality.ts'

const detection = (detector: DetectorName, ...pairs: [entryId: string, otherId?: string][]): Detection => ({
  detector,
  faults: pairs.map(([entryId, otherId = null]) => ({
    entryId,
    otherId,
    score: 1,
    detail: { sentence: '', spans: [] },
  })),
  unknownBecause: null,
  stoppedBecause: null,
})
const planted = (entryId: string, trouble: string, of: string | null = null): Planted => ({
  entryId,
  trouble,
  of,
})
const of = (detector: DetectorName, detections: Detection[], all: Planted[]) =>
  qualityOf(detections, all).find((one) => one.detector === detector)

it('counts a pair as found only where both of it are named', () => {
  const all = [planted('a', 'none'), planted('b', 'near-duplicate', 'a'), planted('c', 'none')]
  expect(of('near-duplicate', [detection('near-duplicate', ['a', 'b'])], all)).toMatchObject({
    planted: 1,
    found: 1,
    recall: 1,
    precision: 1,
    f1: 1,
    missed: [],
    wrong: [],
  })
  expect(of('near-duplicate', [detection('near-duplicate', ['b', 'c'])], all)).toMatchObject({
    found: 0,
    recall: 0,
    precision: 0,
    f1: null,
    missed: ['b'],
    wrong: [{ entryId: 'b', otherId: 'c', plantedAs: 'near-duplicate + none' }],
  })
})

it('takes the later one of an echo for what is flagged, not the sound lesson that it repeats', () => {
  const all = [planted('a', 'none'), planted('b', 'echo', 'a')]
  expect(of('echo', [detection('echo', ['a', 'b'])], all)).toMatchObject({
    found: 1,
    wrong: [],
    healthyFlagged: 0,
  })
  expect(of('echo', [detection('echo', ['b', 'a'])], all)).toMatchObject({
    found: 0,
    healthyFlagged: 1,
    wrong: [{ entryId: 'a', otherId: null, plantedAs: 'none' }],
  })
})

it('finds an entry once, however often it is named, and counts each wrong naming', () => {
  const all = [planted('a', 'leak'), planted('b', 'leak'), planted('c', 'none'), planted('d', 'junk')]
  const quality = of('leak', [detection('leak', ['a'], ['a'], ['c'], ['d'], ['e'])], all)
  expect(quality).toMatchObject({
    planted: 2,
    found: 1,
    recall: 0.5,
    flagged: 5,
    precision: 0.4,
    missed: ['b'],
  })
  expect(quality?.f1).toBeCloseTo((2 * 0.5 * 0.4) / 0.9, 12)
  expect(quality?.healthyFlagged).toBe(1)
  expect(quality?.wrong.map(({ plantedAs }) => plantedAs)).toEqual(['none', 'junk', 'unlabelled'])
})

it('leaves shares unknown where nothing was planted or nothing flagged', () => {
  for (const quality of qualityOf([], []))
    expect(quality).toMatchObject({
      recall: null,
      precision: null,
      f1: null,
      recallInterval: null,
      flagged: 0,
    })
  expect(qualityOf([], [])).toHaveLength(Object.keys(DETECTOR_OF).length)
})

it('holds about half of all ids back, the same ones each time', () => {
  const ids = Array.from({ length: 2_000 }, (_, i) => `m_${i}`)
  const held = ids.filter(isHeldOut)
  expect(held.length).toBeGreaterThan(900)
  expect(held.length).toBeLessThan(1_100)
  expect(ids.filter(isHeldOut)).toEqual(held)
})

it('draws precision and recall at each threshold as counted by hand', () => {
  const pairs = [
    { older: 'a', newer: 'b', score: 0.99 },
    { older: 'c', newer: 'd', score: 0.95 },
    { older: 'e', newer: 'a', score: 0.91 },
  ]
  const all = [planted('b', 'near-duplicate', 'a'), planted('e', 'near-duplicate', 'a'), planted('d', 'none')]
  const curve = duplicateCurve(pairs, all, 0.9)
  expect(curve.map(({ threshold }) => threshold)).toEqual([0.9, 0.92, 0.94, 0.96, 0.98, 1])
  expect(curve.map(({ pairs: n, precision, recall }) => [n, precision, recall])).toEqual([
    [3, 2 / 3, 1],
    [2, 1 / 2, 1 / 2],
    [2, 1 / 2, 1 / 2],
    [1, 1, 1 / 2],
    [1, 1, 1 / 2],
    [0, null, 0],
  ])
  expect(curve.at(-1)?.f1).toBeNull()
  expect(curve[0]?.f1).toBeCloseTo(0.8, 12)
})
