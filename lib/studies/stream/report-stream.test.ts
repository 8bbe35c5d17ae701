import { describe, expect, it } from 'vitest'
import { type SeedReplay, type StreamPlan, streamOrderSchema } from '../../memory/studies/stream-schema.ts'
import { doesFit, reportStream } from './report-stream.ts'

const plan: StreamPlan = {
  seeds: [0, 1],
  strategies: ['subtask', 'random'],
  episodes: 3,
  questions: 3,
  labels: { source: 'written', what: 'by hand' },
}

const asked = (position: number, pool: number, isReachable: boolean | null) => ({
  ...{ subtaskId: `s${position}`, position, category: 'EDIT' as const, pool, eligible: pool, isReachable },
})
const given = (isRelevant: boolean | null, score: number | null = 0.5) => ({ id: 'm', score, isRelevant })

const replay = (seed: number, hits: (boolean | null)[]): SeedReplay => ({
  ...{ seed, storeRevision: 1, floor: 0.4, tookMs: 5 },
  episodes: ['a', 'b', 'c'].map((name) => ({ episodeId: `e ${name}`, instanceId: name })),
  asked: [asked(0, 0, false), asked(1, 2, true), asked(2, 4, null)],
  given: {
    subtask: hits.map((hit) => given(hit)),
    random: [given(false, null), given(false, null), given(null, null)],
  },
})

it('holds quality against the pool each question met, worked out by hand', () => {
  const report = reportStream(plan, [replay(0, [false, true, null]), replay(1, [false, false, null])])
  expect(report.bins.map(({ from, to, n }) => [from, to, n])).toEqual([
    [0, 0, 2],
    [1, 2, 2],
    [3, 4, 2],
  ])
  expect(report.bins[1]?.relevant.subtask).toMatchObject({ n: 2, share: 0.5, bySeed: [1, 0] })
  expect(report.bins[1]?.reachable).toBe(1)
  expect(report.bins[2]?.relevant.subtask).toMatchObject({
    n: 0,
    share: null,
    low: null,
    bySeed: [null, null],
  })
  expect(report.all.fits.subtask?.share).toBe(1)
  expect(report.bins[1]?.byChance.subtask).toBeCloseTo(1 - 0.999 ** 2, 12)
  expect(report.labelled).toBe(4)
})

it('holds no lot against unrelated pairs, and calls one instance no interval', () => {
  const report = reportStream(plan, [replay(0, [false, true, null])])
  expect(Object.keys(report.all.fits)).toEqual(['subtask'])
  expect(report.bins[1]?.relevant.subtask).toMatchObject({ n: 1, share: 1, low: null, high: null })
  expect(report.seeds[0]?.places.map(({ relevant }) => relevant.subtask)).toEqual([0, 1, 0])
})

it('what fits by chance is of as many entries as a way chooses among: all of them where nothing filters', () => {
  const wide = replay(0, [false, true, null])
  wide.asked = wide.asked.map((one) => ({ ...one, pool: 25, eligible: 100 }))
  wide.given.global = wide.given.subtask ?? []
  const { all } = reportStream({ ...plan, strategies: ['subtask', 'global', 'random'] }, [wide])
  expect(all.byChance.subtask).toBeCloseTo(1 - 0.999 ** 25, 12)
  expect(all.byChance.global).toBeCloseTo(1 - 0.999 ** 100, 12)
  expect(all.byChance).not.toHaveProperty('random')
})

it('counts as many questions as a large store asks in eight orders', () => {
  const many = 130_000
  const one = replay(0, [false, true, null])
  const questions = Array.from({ length: many }, (_, i) => asked(i % 3, i % 5, null))
  const given_ = questions.map(() => given(null, null))
  const report = reportStream({ ...plan, strategies: ['subtask'] }, [
    { ...one, asked: questions, given: { subtask: given_ } },
  ])
  expect(report.all).toMatchObject({ n: many, from: 0, to: 4 })
  expect(report.bins.map(({ from, to, n }) => [from, to, n])).toEqual([
    [0, 0, many / 5],
    [1, 2, (2 * many) / 5],
    [3, 4, (2 * many) / 5],
  ])
})

it.each<[number | null | undefined, number | null, boolean | null]>([
  [0.5, 0.4, true],
  [0.4, 0.4, false],
  [-0.1, -0.2, true],
  [null, 0.4, false],
  [undefined, 0.4, false],
  [0.5, null, null],
  [null, null, null],
])('a score of %s over a floor of %s fits: %s', (score, floor, fits) => {
  expect(doesFit(score, floor)).toBe(fits)
})

it('says nothing of nothing: no questions, no bins, no shares', () => {
  const report = reportStream(plan, [])
  expect(report).toMatchObject({ bins: [], labelled: 0, instances: 0, seeds: [] })
  expect(report.all.relevant.subtask).toEqual({
    n: 0,
    share: null,
    low: null,
    high: null,
    bySeed: [null, null],
  })
  expect(report.all.byChance.subtask).toBeNull()
})

it('without a floor nobody can say what fits, in bins and at places', () => {
  const report = reportStream(plan, [{ ...replay(0, [true, true, null]), floor: null }])
  expect(report.all.fits.subtask).toMatchObject({ n: 0, share: null })
  expect(report.all.byChance.subtask).toBeNull()
  expect(report.seeds[0]?.places.map(({ fits }) => fits.subtask)).toEqual([0, 0, 0])
})

it('a place counts its questions by category, the labelled ones and the largest pool, and leaves out what is of no place', () => {
  const one = replay(0, [true, false, true])
  one.asked = [asked(0, 2, true), { ...asked(0, 7, null), category: 'VERIFY' }, asked(9, 1, true)]
  const [first, second] = reportStream(plan, [one]).seeds[0]?.places ?? []
  expect(first).toMatchObject({
    ...{
      instanceId: 'a',
      asked: 2,
      eligible: 7,
      labelled: 1,
      relevant: { subtask: 1, random: 0 },
      fits: { subtask: 2 },
    },
    byCategory: { ANALYZE: 0, REPRODUCE: 0, EDIT: 1, VERIFY: 1 },
  })
  expect(second).toMatchObject({ asked: 0, labelled: 0, relevant: {} })
})

it('bins begin at 0, 1, 3, 6, 11 and so on, and the last ends at the largest pool', () => {
  const pools = [0, 1, 2, 3, 5, 6, 10, 11, 20, 21, 5_120, 5_121, 9_000]
  const one = replay(0, [])
  one.asked = pools.map((pool) => asked(0, pool, null))
  one.given = { subtask: pools.map(() => given(null)), random: pools.map(() => given(null)) }
  expect(reportStream(plan, [one]).bins.map(({ from, to, n }) => [from, to, n])).toEqual([
    [0, 0, 1],
    [1, 2, 2],
    [3, 5, 2],
    [6, 10, 2],
    [11, 20, 2],
    [21, 40, 1],
    [2_561, 5_120, 1],
    [5_121, 9_000, 2],
  ])
})

describe('an order of replays', () => {
  const order = { project: 'p', seeds: [0], strategies: ['subtask'] }
  const takes = (parts: object) => streamOrderSchema.safeParse({ ...order, ...parts }).success

  it('names each seed and each strategy once, up to eight and four', () => {
    expect(
      takes({ seeds: [0, 1, 2, 3, 4, 5, 6, 1_000_000], strategies: ['subtask', 'global', 'soft', 'random'] }),
    ).toBe(true)
    for (const bad of [
      { seeds: [] },
      { seeds: [1, 1] },
      { seeds: [-1] },
      { seeds: [1_000_001] },
      { seeds: [0.5] },
      { seeds: [0, 1, 2, 3, 4, 5, 6, 7, 8] },
    ])
      expect(takes(bad), JSON.stringify(bad)).toBe(false)
    for (const bad of [
      { strategies: [] },
      { strategies: ['subtask', 'subtask'] },
      { strategies: ['newest'] },
      { strategies: ['subtask', 'global', 'soft', 'random', 'instance'] },
      { project: '' },
      { more: 1 },
    ])
      expect(takes(bad), JSON.stringify(bad)).toBe(false)
  })
})
