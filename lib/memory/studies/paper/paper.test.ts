import { describe, expect, it } from 'vitest'
import { sampleSd } from '../../statistics/runs.ts'
import { createRandom } from '../../statistics.ts'
import {
  BUCKETS,
  GAIN_OVER_INSTANCE_PP,
  METHODS,
  NO_EFFECT,
  PAPER,
  REUSE,
  TABLE_1,
  TIERS,
} from './figures.ts'
import {
  cumulativeBuckets,
  deriveReuse,
  deriveTiers,
  headlineGain,
  reconstructTable1,
} from './fixtures/derived.ts'
import { noEffectEnvelope } from './fixtures/no-effect.ts'

it('what is given as derived follows from the printed figures', () => {
  for (const [i, { runs, ...tests }] of reconstructTable1().entries()) {
    const { cells, p } = TABLE_1[i] as (typeof TABLE_1)[number]
    for (const method of METHODS) expect(cells[method].runs).toEqual(runs[method].triples)
    expect(p.overVanilla).toBeCloseTo(tests.subtaskOverVanilla?.p ?? Number.NaN, 4)
    expect(p.overInstance).toBeCloseTo(tests.subtaskOverInstance?.p ?? Number.NaN, 4)
    expect(p.instanceOverVanilla).toBeCloseTo(tests.instanceOverVanilla?.p ?? Number.NaN, 4)
  }
  expect(GAIN_OVER_INSTANCE_PP).toBeCloseTo(headlineGain().overInstancePp, 12)
  expect(TIERS.map(({ gained }) => gained.value)).toEqual(deriveTiers().map(({ gained }) => gained))
  expect(TIERS[1]?.gainPp).toMatchObject({ certainty: 'derived', value: 1.2 })
  expect(deriveTiers()[1]?.gainPp?.toFixed(1)).toBe('1.2')
  expect(REUSE.retrievals.value).toBe(deriveReuse()?.leastRetrievals)
  const { reach, dipChance, p } = noEffectEnvelope(NO_EFFECT.discordant)
  expect(NO_EFFECT.reach).toEqual(reach)
  expect([NO_EFFECT.dipChance, NO_EFFECT.p]).toEqual([dipChance.toFixed(4), p?.toFixed(4)].map(Number))
})

describe('Table 1', () => {
  it('every cell can be reached by whole solved counts, 11 of 12 by one triple only', () => {
    const triples = reconstructTable1().flatMap(({ runs }) =>
      Object.values(runs).map((cell) => cell.triples.length),
    )
    expect([triples.length, triples.filter((count) => count === 1).length, Math.min(...triples)]).toEqual([
      12, 11, 1,
    ])
  })

  it('reconstructs the runs; only Claude 4.0 without memory has two readings', () => {
    const runs = Object.fromEntries(reconstructTable1().map((row) => [row.backbone, row.runs]))
    expect(runs['Gemini 2.5 Flash']?.subtask.triples).toEqual([[216, 207, 205]])
    expect(runs['Claude 4.0 Sonnet']?.vanilla.triples).toEqual([
      [322, 317, 314],
      [322, 315, 315],
    ])
    for (const row of TABLE_1)
      for (const method of METHODS)
        for (const triple of runs[row.backbone]?.[method].triples ?? []) {
          const sd = sampleSd(triple.map((count) => (100 * count) / PAPER.instances)) ?? Number.NaN
          expect(Math.abs(sd - row.cells[method].sd)).toBeLessThanOrEqual(0.005 + 1e-9)
        }
  })

  it('over runs subtask memory beats none on each backbone (p 0.003 to 0.033), instance memory on none', () => {
    const rows = reconstructTable1()
    expect(rows.map((row) => row.subtaskOverVanilla?.p.toFixed(3))).toEqual([
      '0.004',
      '0.003',
      '0.020',
      '0.033',
    ])
    expect(rows.map((row) => row.subtaskOverInstance?.p.toFixed(3))).toEqual([
      '0.051',
      '0.011',
      '0.042',
      '0.026',
    ])
    for (const row of rows) expect(row.instanceOverVanilla?.p).toBeGreaterThan(0.2)
  })

  it('the headline 4.7 rounds a mean of rounded gains, 4.65; the runs give 4.62 to 4.63, and 4.2 over instance memory', () => {
    const gain = headlineGain()
    expect(gain.meanOfPrintedPp).toBeCloseTo(4.65, 12)
    expect([gain.lowPp.toFixed(2), gain.highPp.toFixed(2)]).toEqual(['4.62', '4.63'])
    expect(gain.overInstancePp).toBeCloseTo(4.2, 12)
  })

  it('printed gains and percentages follow from the printed means, within rounding', () => {
    for (const { cells, printedGainPp, printedGainPercent } of TABLE_1) {
      expect(Math.abs(cells.subtask.mean - cells.vanilla.mean - printedGainPp)).toBeLessThan(0.1 + 1e-9)
      expect(Math.abs((100 * printedGainPp) / cells.vanilla.mean - printedGainPercent)).toBeLessThan(0.06)
    }
  })
})

describe('Figures 3 to 5', () => {
  it('the buckets add up to +20 by the one reading that fits the runs, and the second −1 is marked as derived', () => {
    expect(cumulativeBuckets().map(({ net }) => net)).toEqual([-1, -2, 1, 10, 20])
    // The net over the stream is that of some run less some run of Claude 3.7 in Table 1.
    const runs = reconstructTable1().find(({ backbone }) => backbone === 'Claude 3.7 Sonnet')?.runs
    const solved = (method: 'subtask' | 'vanilla') => runs?.[method].triples.flat() ?? []
    expect(solved('subtask').some((s) => solved('vanilla').some((v) => s - v === 20))).toBe(true)
    expect(BUCKETS.map(({ net }) => net.certainty)).toEqual(['text', 'derived', 'text', 'text', 'text'])
  })

  it('tiers: hard 61 to 76 of 172, easy +3, so that medium must be +2; its levels stay unreported', () => {
    expect(deriveTiers()).toMatchObject([
      { name: 'easy', gained: 3, vanillaSolved: null },
      { name: 'medium', gained: 2, vanillaSolved: null, subtaskSolved: null },
      { name: 'hard', vanillaSolved: 61, subtaskSolved: 76, gained: 15 },
    ])
    expect(TIERS.reduce((sum, { instances }) => sum + instances, 0)).toBe(PAPER.instances)
  })

  it('797 entries, 404 of them used once, need at least 1,495 retrievals, 3.0 an instance', () => {
    const reuse = deriveReuse()
    expect(reuse).toMatchObject({ singleUse: 404, middle: 293, leastRetrievals: 1495 })
    // A head of 505 is printed as 33.8 % of 1,495, and no head of what the others leave is of fewer.
    expect(((100 * 505) / 1495).toFixed(1)).toBe('33.8')
    for (let retrievals = 990; retrievals < 1495; retrievals++)
      expect(((100 * (retrievals - 990)) / retrievals).toFixed(1)).not.toBe('33.8')
    expect(reuse?.perInstance.toFixed(1)).toBe('3.0')
    expect(reuse?.headUses).toBeCloseTo(5.05, 12)
  })
})

describe('the envelope of no effect', () => {
  it('moves the p value of +20 with the assumed discordance: 0.0022, 0.0135, 0.033, 0.057 at 40, 60, 80, 100', () => {
    expect([40, 60, 80, 100].map((d) => noEffectEnvelope(d).p?.toFixed(4))).toEqual([
      '0.0022',
      '0.0135',
      '0.0330',
      '0.0569',
    ])
  })

  it('equals what 20,000 simulated walks do', () => {
    const random = createRandom(1)
    const envelope = noEffectEnvelope(70)
    let [inside, dips] = [0, 0]
    const draws = 20_000
    for (let draw = 0; draw < draws; draw++) {
      let [at, isInside, isDip] = [0, true, false]
      for (let bucket = 0; bucket < 5; bucket++) {
        for (let flip = 0; flip < 14; flip++) at += random() < 0.5 ? 1 : -1
        if (Math.abs(at) > (envelope.reach[bucket] ?? 0) + 1e-9) isInside = false
        if (at <= -2) isDip = true
      }
      if (isInside) inside++
      if (isDip) dips++
    }
    // Whole steps: the envelope holds at least 95 %. Monte Carlo error 0.3 %.
    expect(inside / draws).toBeGreaterThan(0.945)
    expect(inside / draws).toBeLessThan(0.985)
    expect(Math.abs(dips / draws - envelope.dipChance)).toBeLessThan(0.012)
  })

  it('a dip of 2 is likelier than not when memory does nothing, whatever the discordance', () => {
    for (const discordant of [40, 100, 200])
      expect(noEffectEnvelope(discordant).dipChance).toBeGreaterThan(0.5)
  })
})
