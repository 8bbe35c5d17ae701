import { describe, expect, it } from 'vitest'
import { funnelSentence, heightOf, prepareFunnel } from './prepare-funnel.ts'

const funnel = {
  all: 10_412,
  inScope: 9_838,
  approved: 8_961,
  byCategory: { ANALYZE: 3_012, REPRODUCE: 1_874, EDIT: 2_690, VERIFY: 1_385 },
}
const input = { funnel, kept: 1_874, abstained: null, category: 'REPRODUCE' as const, winnerId: 'm_1' }
const layout = { width: 598, plotTop: 40, plotHeight: 60 }

describe('the funnel', () => {
  it('is linear: a set of half the size is half as high', () => {
    expect(heightOf(50, 100, 60)).toBe(30)
    expect(heightOf(100, 100, 60)).toBe(60)
  })

  it('draws a tiny set at 1.5 px and an empty set not at all', () => {
    expect(heightOf(1, 100_000, 60)).toBe(1.5)
    expect(heightOf(0, 100_000, 60)).toBe(0)
  })

  it('rests the wanted category on the baseline and stacks the others above it', () => {
    const { blocks, baseline } = prepareFunnel(input, layout)
    const wanted = blocks.find((block) => block.wanted)
    expect(wanted?.category).toBe('REPRODUCE')
    expect((wanted?.y ?? 0) + (wanted?.height ?? 0)).toBeCloseTo(baseline)
    expect(blocks.map((block) => block.category)).toEqual(['REPRODUCE', 'ANALYZE', 'EDIT', 'VERIFY'])
    expect(Math.min(...blocks.map((block) => block.y))).toBeGreaterThan(40)
  })

  it('says at each step how many it lost', () => {
    expect(prepareFunnel(input, layout).stages.map((stage) => stage.lost)).toEqual([
      null,
      574,
      877,
      7_087,
      1_873,
    ])
  })

  it('says in words what each step lost, where there is room', () => {
    const words = (width: number) =>
      prepareFunnel(input, { ...layout, width }).stages.map((stage) => stage.lostWords)
    expect(words(598)).toEqual(['', 'other projects', 'not in service', 'other steps', 'less alike'])
    expect(words(430)).toEqual(['', '', '', '', ''])
  })

  it('ends at the wall when the category is empty', () => {
    const cold = prepareFunnel({ ...input, kept: 0, abstained: 'cold', winnerId: null }, layout)
    expect(cold.taper).toBeNull()
    expect(cold.ring).toBeNull()
    expect(cold.stages.at(-1)).toMatchObject({ count: 0, entryId: null })
  })

  it('chooses nothing when the floor forbids the best', () => {
    expect(prepareFunnel({ ...input, abstained: 'floor' }, layout).stages.at(-1)?.count).toBe(0)
  })

  it('links a number only to a list that holds exactly that set', () => {
    const [all, scope, approved, category] = prepareFunnel(input, layout).stages
    expect(all?.filter).toBeNull()
    expect(scope?.filter).toEqual({})
    expect(approved?.filter).toEqual({ lifecycle: 'approved' })
    expect(category?.filter).toEqual({ lifecycle: 'approved', category: 'REPRODUCE' })
  })

  it('shortens the category to its letter on a phone', () => {
    expect(prepareFunnel(input, { ...layout, width: 358 }).stages[3]?.label).toBe('R')
  })

  it('enlarges a scope that would vanish, keeps it linear and says by how much', () => {
    const small = {
      all: 10_000,
      inScope: 100,
      approved: 50,
      byCategory: { ANALYZE: 20, REPRODUCE: 10, EDIT: 10, VERIFY: 10 },
    }
    const { enlarged, blocks } = prepareFunnel({ ...input, funnel: small, kept: 10 }, layout)
    expect(enlarged?.factor).toBe(100)
    expect(blocks.find((block) => block.category === 'ANALYZE')?.height).toBeCloseTo(11)
    expect(prepareFunnel(input, layout).enlarged).toBeNull()
  })

  it('can be read aloud', () => {
    expect(funnelSentence(input)).toBe(
      '10,412 entries, 9,838 in scope, 8,961 in service, 1,874 in REPRODUCE, 1 chosen',
    )
  })
})
