import { expect, it } from 'vitest'
import { reportStream } from './report-stream.ts'
import { type SeedReplay, type StreamPlan, streamPlanSchema } from './stream-schema.ts'

const plan: StreamPlan = streamPlanSchema.parse({
  project: 'p',
  projectId: 'p1',
  seeds: [0, 1],
  strategies: ['subtask', 'random'],
  embedder: 'made-up',
  episodes: 3,
  questions: 3,
  labels: { source: 'written', what: 'by hand' },
})

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
