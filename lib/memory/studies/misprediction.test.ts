import { describe, expect, it } from 'vitest'
import { CATEGORIES, type Category } from '../category.ts'
import { createRandom } from '../statistics.ts'
import { type CategoryRow, confusionOf, reportMisprediction, STRESS } from './misprediction.ts'

const each = <T>(value: (category: Category) => T) =>
  Object.fromEntries(CATEGORIES.map((category) => [category, value(category)])) as Record<Category, T>

/** A question that only its own category answers. */
const row = (id: string, label: Category, predicted: Category): CategoryRow => ({
  id,
  text: id,
  label,
  predicted,
  confidence: 0.9,
  byCategory: each((category) => (category === label ? 1 : 0)),
  soft: 0.5,
  global: 0.4,
  softNamed: each((category) => STRESS.map(() => (category === label ? 1 : 0.5))),
  purity: null,
})
const rows = [
  row('a', 'EDIT', 'EDIT'),
  row('b', 'EDIT', 'ANALYZE'),
  row('c', 'VERIFY', 'VERIFY'),
  { ...row('d', 'VERIFY', 'REPRODUCE'), byCategory: null, soft: null, global: null, softNamed: null },
]

it('splits by purity: what the predictor does on subtasks of one kind of step, and on mixed ones', () => {
  expect(reportMisprediction(rows, { resamples: 10 }).purity).toEqual([])
  const split = reportMisprediction(
    rows.map((one, i) => ({ ...one, purity: [1, 0.5, 1, null][i] ?? null })),
    { resamples: 10 },
  ).purity
  expect(split).toMatchObject([
    { kind: 'pure', n: 2, agreeing: 2, answerable: 2, lost: 0 },
    { kind: 'mixed', n: 1, agreeing: 0, answerable: 1, lost: 1 },
  ])
})

describe('the report over labelled questions', () => {
  const report = reportMisprediction(rows, { resamples: 500 })

  it('counts agreement, precision and recall', () => {
    expect([report.n, report.agreeing, report.answerable]).toEqual([4, 2, 3])
    expect(report.scores.find(({ category }) => category === 'EDIT')).toMatchObject({
      precision: 1,
      recall: 0.5,
    })
    expect(report.observedWrong).toBe(0.5)
  })

  it('puts the relevance lost off the diagonal, null where no question could be answered', () => {
    const cell = (label: Category, predicted: Category) =>
      report.matrix.find((one) => one.label === label && one.predicted === predicted)
    expect(cell('EDIT', 'ANALYZE')).toMatchObject({ count: 1, lost: 1 })
    expect(cell('EDIT', 'EDIT')?.lost).toBeNull()
    expect(cell('VERIFY', 'REPRODUCE')).toMatchObject({ count: 1, lost: null, answerable: 0 })
  })

  it('holds hard against soft on the same questions', () => {
    const way = Object.fromEntries(report.ways.map((one) => [one.way, one]))
    expect(way.given?.mrr).toBe(1)
    expect(way.predicted?.mrr).toBeCloseTo(2 / 3, 12)
    expect(way.soft?.overPredicted?.difference).toBeCloseTo(0.5 - 2 / 3, 12)
    expect(way.predicted?.overPredicted).toBeNull()
  })

  it('the stress curve falls by the observed confusion', () => {
    expect(report.stress.map(({ hard }) => hard)).toEqual(
      STRESS.map((wrong) => expect.closeTo(1 - wrong, 12)),
    )
    expect(report.stress.at(-1)?.soft).toBeCloseTo(0.5, 12)
  })
})

it('mistakes are spread as they were made, evenly where none was made', () => {
  expect(confusionOf('EDIT', rows)).toEqual({ ANALYZE: 1, REPRODUCE: 0, EDIT: 0, VERIFY: 0 })
  const even = confusionOf('ANALYZE', rows)
  expect(CATEGORIES.reduce((sum, category) => sum + even[category], 0)).toBeCloseTo(1, 12)
})

it('under stress is the mean over which category is asked, a mistake falling as the predictor’s do', () => {
  const given = createRandom(6)
  const pick = () => CATEGORIES[Math.floor(given() * 4)] ?? 'EDIT'
  const some = Array.from(
    { length: 40 },
    (_, i): CategoryRow => ({
      ...row(`i-${i % 9}`, pick(), pick()),
      byCategory: each(() => given()),
      softNamed: each(() => STRESS.map(() => given())),
    }),
  )
  const report = reportMisprediction(some, { resamples: 10 })
  const naive = (wrong: number, read: (one: CategoryRow, category: Category) => number) => {
    const values = some.map((one) => {
      const mistakes = some.filter(({ label, predicted }) => label === one.label && predicted !== label)
      const elsewhere = mistakes.map(({ predicted }) => read(one, predicted))
      const lost = elsewhere.reduce((sum, value) => sum + value, 0) / elsewhere.length
      return (1 - wrong) * read(one, one.label) + wrong * lost
    })
    return values.reduce((sum, value) => sum + value, 0) / values.length
  }
  report.stress.forEach(({ wrong, hard, soft }, i) => {
    expect(hard).toBeCloseTo(
      naive(wrong, (one, category) => one.byCategory?.[category] ?? Number.NaN),
      9,
    )
    expect(soft).toBeCloseTo(
      naive(wrong, (one, category) => one.softNamed?.[category][i] ?? Number.NaN),
      9,
    )
  })
})

it('without a labelled question nothing is claimed', () => {
  const empty = reportMisprediction([])
  expect(empty).toMatchObject({ n: 0, interval: null, observedWrong: null })
  expect(empty.stress.every(({ hard, soft }) => hard === null && soft === null)).toBe(true)
  expect(empty.scores.every(({ precision, recall }) => precision === null && recall === null)).toBe(true)
  expect(empty.ways.every(({ mrr }) => mrr === null)).toBe(true)
})

it('looks at each question a fixed number of times, however many there are', () => {
  let reads = 0
  const counted = Array.from({ length: 400 }, (_, i): CategoryRow => {
    const one = row(`q${i}`, 'EDIT', i % 2 === 0 ? 'EDIT' : 'VERIFY')
    const get = () => {
      reads++
      return 'EDIT' as const
    }
    return Object.defineProperty(one, 'label', { get })
  })
  reportMisprediction(counted, { resamples: 10 })
  expect(reads / counted.length).toBeLessThan(200)
})
