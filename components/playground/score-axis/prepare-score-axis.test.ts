import { describe, expect, it } from 'vitest'
import type { Hit } from '@/lib/memory/retrieval.ts'
import { prepareScoreAxis } from './prepare-score-axis.ts'

const hit = (rank: number, score: number): Hit => ({
  extractor: null,
  rank,
  score,
  entryId: `m_${rank}`,
  instanceId: null,
  repo: null,
  category: 'REPRODUCE',
  objective: `objective ${rank}`,
  keywords: [],
  experience: { title: 't', kind: 'pattern', when: '', do: '', because: '', check: '' },
})
const hits = [hit(1, 0.718342), hit(2, 0.640118)]
const unrelated = {
  questionCount: 60,
  source: 'other-tasks' as const,
  binFrom: -0.2,
  binWidth: 0.1,
  counts: [500, 2_000, 6_000, 7_000, 3_400, 1_000, 90, 10, 0, 0, 0, 0],
  highFrom: 0.321,
  asHighCount: 0,
}
const input = { hits, poolScores: [0.718342, 0.640118, 0.4, 0.1], kept: 4, unrelated }
const layout = { width: 1050, base: 168, plotHeight: 70, letter: 5.5 }

describe('the score axis', () => {
  it('has the same domain for every query, so that two can be compared', () => {
    expect(prepareScoreAxis(input, layout).domain).toEqual([-0.2, 0.85])
    expect(prepareScoreAxis({ ...input, hits: [] }, layout).domain).toEqual([-0.2, 0.85])
  })

  it('widens to 1 only for a score that would not fit', () => {
    expect(prepareScoreAxis({ ...input, hits: [hit(1, 0.93)] }, layout).domain).toEqual([-0.2, 1])
  })

  it('places the winner by its score and prints six digits', () => {
    const { winner } = prepareScoreAxis(input, layout)
    expect(winner?.x).toBeCloseTo(918.342)
    expect(winner?.label).toBe('0.718342')
  })

  it('measures the margin between the two marks', () => {
    const { margin } = prepareScoreAxis(input, layout)
    expect(margin?.label).toBe('0.078224')
    expect((margin?.to ?? 0) - (margin?.from ?? 0)).toBeCloseTo(78.224)
  })

  it('has no margin with a single candidate', () => {
    expect(prepareScoreAxis({ ...input, hits: hits.slice(0, 1) }, layout).margin).toBeNull()
  })

  it('draws the minimum score at its place, with its words where there is room', () => {
    expect(prepareScoreAxis(input, layout).floor).toBeNull()
    expect(prepareScoreAxis({ ...input, floor: 0.45 }, layout).floor).toEqual({
      x: 650,
      label: 'minimum 0.45',
      side: 'right',
    })
    expect(prepareScoreAxis({ ...input, floor: 0.84 }, layout).floor?.side).toBe('left')
  })

  it('draws no line where too few unrelated questions were asked', () => {
    const few = {
      ...input,
      unrelated: { ...unrelated, questionCount: 20, highFrom: null },
    }
    expect(prepareScoreAxis(few, layout).threshold).toBeNull()
  })

  it('shows every entry of a small pool and none twice', () => {
    const axis = prepareScoreAxis(input, layout)
    expect(axis.isEveryEntryATick).toBe(true)
    expect(axis.poolTicks).toHaveLength(2)
    expect(axis.categoryLine).toBeNull()
  })

  it('draws a large pool as a line and ticks only what is above the line of chance', () => {
    const poolScores = Array.from({ length: 1_000 }, (_, index) => 0.6 - index * 0.0007)
    const axis = prepareScoreAxis({ ...input, poolScores, kept: 1_000 }, layout)
    expect(axis.categoryLine).not.toBeNull()
    expect(axis.poolTicks.length).toBe(poolScores.filter((score) => score > 0.321).length)
  })

  it('says so when the line knows only the best of a larger pool', () => {
    const poolScores = Array.from({ length: 300 }, (_, index) => 0.6 - index * 0.001)
    expect(prepareScoreAxis({ ...input, poolScores, kept: 3_012 }, layout).categoryLine?.isPartial).toBe(true)
  })

  it('draws no shape from a handful of unrelated pairs, and still says how many', () => {
    const { unrelated: drawn } = prepareScoreAxis(
      { ...input, unrelated: { ...unrelated, questionCount: 10 } },
      layout,
    )
    expect(drawn).toMatchObject({ area: '', outline: '', origin: '10 of other tasks' })
  })

  it('knows where the words of the line of chance stand, so that a line which has to cross them can leave them out', () => {
    const near = { ...input, hits: [hit(1, 0.38), hit(2, 0.27)] }
    const { threshold, margin } = prepareScoreAxis(near, { ...layout, width: 590 })
    expect(threshold?.words.from).toBe(threshold?.x)
    expect(margin?.to).toBeGreaterThan(threshold?.words.from ?? 0)
    expect(margin?.to).toBeLessThan(threshold?.words.to ?? 0)
    const far = prepareScoreAxis(input, layout)
    expect(far.margin?.to).toBeGreaterThan(far.threshold?.words.to ?? 0)
  })
})
