import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dipOf } from '../../statistics/cumulative.ts'
import { stretchOf } from '../../statistics/distributions.ts'
import { createRandom, quantile } from '../../statistics.ts'
import { analyseCurve, type CurveData } from './curve.ts'

/** Sums and counts by draw, cluster and point, as tests write them. */
function dataOf(sums: number[][][], counts?: number[][][]): CurveData {
  const points = sums[0]?.[0]?.map((_, i) => 10 * (i + 1)) ?? []
  return {
    points,
    sums,
    counts: counts ?? sums.map((clusters) => clusters.map((row) => row.map(() => 4))),
    clusters: (sums[0] ?? []).map((_, i) => `function-${i}`),
  }
}

const tables = fc
  .record({
    draws: fc.integer({ min: 1, max: 3 }),
    clusters: fc.integer({ min: 2, max: 5 }),
    points: fc.integer({ min: 1, max: 3 }),
    seed: fc.integer({ min: 1, max: 1_000 }),
  })
  .map(({ draws, clusters, points, seed }) => {
    const random = createRandom(seed)
    const table = (least: number, most: number) =>
      Array.from({ length: draws }, () =>
        Array.from({ length: clusters }, () =>
          Array.from({ length: points }, () => least + Math.floor(random() * (most - least + 1))),
        ),
      )
    return { data: dataOf(table(-3, 3), table(3, 5)), seed }
  })

describe('a curve', () => {
  it('is the sum over all draws and clusters: in percentage points over tasks, in instances over draws', () => {
    fc.assert(
      fc.property(tables, ({ data, seed }) => {
        const both = (['pp', 'instances'] as const).map((unit) =>
          analyseCurve(data, { unit, random: createRandom(seed), resamples: 5, flips: 5 }),
        )
        data.points.forEach((x, point) => {
          const at = (table: number[][][]) => table.flat().reduce((sum, row) => sum + (row[point] ?? 0), 0)
          const byDraw = data.sums.map(
            (clusters, draw) =>
              (100 * clusters.reduce((sum, row) => sum + (row[point] ?? 0), 0)) /
              (data.counts[draw] ?? []).reduce((sum, row) => sum + (row[point] ?? 0), 0),
          )
          const [pp, instances] = both.map((curve) => curve?.points[point])
          expect(pp?.x).toBe(x)
          expect(pp?.value).toBeCloseTo((100 * at(data.sums)) / at(data.counts), 9)
          expect(instances?.value).toBeCloseTo(at(data.sums) / data.sums.length, 9)
          pp?.draws.forEach((value, draw) => {
            expect(value).toBeCloseTo(byDraw[draw] ?? Number.NaN, 9)
          })
        })
      }),
      { numRuns: 60, seed: 1 },
    )
  })

  it('has a p below 0.05 just where its 95 % interval leaves 0 out, of the same draws', () => {
    let [told, untold] = [0, 0]
    fc.assert(
      fc.property(tables, ({ data, seed }) => {
        const curve = analyseCurve(data, { unit: 'pp', random: createRandom(seed), resamples: 500, flips: 5 })
        for (const { interval, p } of curve?.points ?? []) {
          const isOff = interval !== null && (interval.low > 0 || interval.high < 0)
          expect((p ?? 1) < 0.05).toBe(isOff)
          if (isOff) told++
          else untold++
          expect(p).toBeGreaterThan(0)
          expect(p).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 500, seed: 2 },
    )
    // Both kinds were seen.
    expect(Math.min(told, untold)).toBeGreaterThan(20)
  })

  it('draws functions and stores at once: of one draw the interval is that of the functions alone', () => {
    // Two functions, +1 and −1 of 1 task each: a resample is −100, 0 or +100 with chances ¼, ½, ¼.
    const curve = analyseCurve(dataOf([[[1], [-1]]], [[[1], [1]]]), {
      unit: 'pp',
      random: createRandom(3),
      resamples: 2_000,
      flips: 5,
    })
    expect(curve?.points[0]).toMatchObject({ value: 0, interval: { low: -100, high: 100 }, p: 1, tasks: 2 })
    // Two stores of the same two functions, all won and all lost: the stores alone give the same spread.
    const stores = analyseCurve(
      dataOf(
        [
          [[1], [1]],
          [[-1], [-1]],
        ],
        [
          [[1], [1]],
          [[1], [1]],
        ],
      ),
      { unit: 'pp', random: createRandom(3), resamples: 2_000, flips: 5 },
    )
    expect(stores?.points[0]).toMatchObject({
      value: 0,
      interval: { low: -100, high: 100 },
      draws: [100, -100],
    })
  })

  it('p goes on falling where no draw reaches 0', () => {
    const clusters = (gain: number) => Array.from({ length: 28 }, (_, i) => [gain + (i % 5) - 2])
    const of = (gain: number) =>
      analyseCurve(dataOf([clusters(gain)]), {
        unit: 'pp',
        random: createRandom(1),
        resamples: 500,
        flips: 5,
      })?.points[0]?.p ?? 1
    expect(of(1.2)).toBeLessThan(0.001)
    expect(of(4)).toBeLessThan(of(1.2) / 1e3)
  })

  it('tells the smallest p that its draws can when every function gains the same', () => {
    const curve = analyseCurve(dataOf([[[2], [2], [2]]]), {
      unit: 'pp',
      random: createRandom(1),
      resamples: 99,
      flips: 5,
    })
    expect(curve?.points[0]).toMatchObject({ value: 50, interval: { low: 50, high: 50 }, p: 2 / 100 })
  })

  it('of one function has a value and neither interval nor p; of nothing it is null', () => {
    const options = { unit: 'pp' as const, random: createRandom(1), resamples: 50, flips: 50 }
    const curve = analyseCurve(dataOf([[[2, -2]]]), options)
    expect(curve?.points).toMatchObject([
      { value: 50, interval: null, p: null },
      { value: -50, interval: null, p: null },
    ])
    expect(curve?.breakEvenRange).toBeNull()
    expect(analyseCurve(dataOf([]), options)).toBeNull()
    expect(analyseCurve({ ...dataOf([[[1]]]), points: [] }, options)).toBeNull()
  })
})

describe('the band of no effect', () => {
  const analyse = (sums: number[][][], flips = 4_000) =>
    analyseCurve(dataOf(sums), { unit: 'pp', random: createRandom(5), resamples: 20, flips })

  it('deals anew which side is called the arm, a function at a time: of three that differ alike 2 of 8 ways are as far out', () => {
    const curve = analyse([[[4], [4], [4]]])
    // ±1 ±1 ±1 of a third of 100 pp each: 100 with chance ¼, else 33⅓; the lowest lies at −100 in one of eight.
    expect(curve?.p).toBeCloseTo(1 / 4, 1)
    expect(curve?.detectableDepth).toBeCloseTo(100, 9)
    // A standard deviation is √3 · 33⅓; the farthest 95 % lie √3 of them out: the band takes all of it in.
    expect(curve?.reach[0]).toBeCloseTo(100, 9)
    expect(curve?.dipChance).toBe(1)
    const low = analyse([[[-4], [-4], [-4]]])
    expect(low?.dipChance).toBeCloseTo(1 / 8, 1)
    expect(low?.p).toBe(curve?.p)
  })

  it('turns all points of a function at once, so that a curve of equal points is no farther out than one', () => {
    const one = analyse([[[4], [4], [2]]])
    const three = analyse([
      [
        [4, 4, 4],
        [4, 4, 4],
        [2, 2, 2],
      ],
    ])
    expect(three?.p).toBe(one?.p)
    expect(three?.reach).toEqual([0, 1, 2].map(() => one?.reach[0]))
  })

  it('is of no width where nothing differs, and no curve is then out of the ordinary', () => {
    const curve = analyse([[[0], [0], [0]]], 99)
    expect(curve).toMatchObject({ reach: [0], p: 1, dipChance: 1, detectableDepth: 0 })
  })
})

describe('what resampled curves do at a dip', () => {
  it('breaks even where the curve comes back, in rungs that exist, and says how often it never does', () => {
    // Every function the same: each resampled curve is the curve itself.
    const always = analyseCurve(
      dataOf([
        [
          [-2, -1, 1],
          [-2, -1, 1],
        ],
      ]),
      { unit: 'pp', random: createRandom(1), resamples: 50, flips: 5 },
    )
    expect(always?.dip).toMatchObject({ depth: 50, deepestAt: 1, breakEvenAt: 3 })
    expect(always?.breakEvenRange).toEqual({ low: 30, high: 30 })
    // One function that stays below and one that does not: half of the resamples hold both, a quarter each one alone.
    const half = analyseCurve(
      dataOf([
        [
          [-2, -2],
          [-2, 2],
        ],
      ]),
      { unit: 'pp', random: createRandom(2), resamples: 4_000, flips: 5 },
    )
    expect(half?.breakEvenRange).toEqual({ low: 20, high: 20 })
  })

  it('is without a range of its ends where no resampled curve ends', () => {
    const never = analyseCurve(dataOf([[[-1], [-1]]]), {
      unit: 'pp',
      random: createRandom(1),
      resamples: 50,
      flips: 5,
    })
    expect(never?.breakEvenRange).toBeNull()
  })
})

it('is resampled function by function, then store by store, and its ranges are of those very curves', () => {
  const [draws, clusters, points, resamples] = [3, 5, 4, 300]
  const random = createRandom(11)
  const table = (value: () => number) =>
    Array.from({ length: draws }, () =>
      Array.from({ length: clusters }, () => Array.from({ length: points }, value)),
    )
  const data = dataOf(
    table(() => Math.floor(random() * 7) - 3),
    table(() => 3 + Math.floor(random() * 3)),
  )
  const curve = analyseCurve(data, { unit: 'pp', random: createRandom(8), resamples, flips: 5 })

  const again = createRandom(8)
  const pick = (count: number) => Array.from({ length: count }, () => Math.floor(again() * count))
  const drawn = Array.from({ length: resamples }, () => {
    const [functions, stores] = [pick(clusters), pick(draws)]
    const total = (from: number[][][], point: number) =>
      stores
        .flatMap((store) => functions.map((one) => from[store]?.[one]?.[point] ?? 0))
        .reduce((sum, value) => sum + value, 0)
    return data.points.map((_, point) => (100 * total(data.sums, point)) / total(data.counts, point))
  })
  const stretch = stretchOf(data.clusters.length, 100)
  const ascending = (values: number[]) => values.toSorted((a, b) => a - b)
  curve?.points.forEach(({ interval }, point) => {
    const value = curve?.points[point]?.value ?? 0
    const column = ascending(drawn.map((row) => stretch(row[point] ?? 0, value)))
    expect(interval?.low).toBeCloseTo(quantile(column, 0.025) ?? 0, 9)
    expect(interval?.high).toBeCloseTo(quantile(column, 0.975) ?? 0, 9)
  })

  const dips = drawn.map(dipOf)
  const nearest = (values: (number | null)[]) => {
    const known = ascending(values.filter((value) => value !== null))
    // The smallest value that at least this share of the known lies at or below.
    const at = (share: number) =>
      known.find((value) => known.filter((one) => one <= value).length >= share * known.length)
    return { low: at(0.025), high: at(0.975) }
  }
  const ends = dips.map(({ breakEvenAt: end }) => end && (data.points[end - 1] ?? null))
  expect(curve?.breakEvenRange).toEqual(nearest(ends))
  expect(new Set(ends).size).toBeGreaterThan(3)
})
