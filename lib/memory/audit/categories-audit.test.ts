import { describe, expect, it } from 'vitest'
import { CATEGORIES, type Category } from '../category.ts'
import { type CategoryRow, confusionOf, reportCategories, STRESS } from './categories-audit.ts'

const each = <T>(value: (category: Category) => T) =>
  Object.fromEntries(CATEGORIES.map((category) => [category, value(category)])) as Record<Category, T>

/** A question that only its own drawer answers. */
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
  expect(reportCategories(rows, { resamples: 10 }).purity).toEqual([])
  const split = reportCategories(
    rows.map((one, i) => ({ ...one, purity: [1, 0.5, 1, null][i] ?? null })),
    { resamples: 10 },
  ).purity
  expect(split).toMatchObject([
    { kind: 'pure', n: 2, agreeing: 2, lost: 0 },
    { kind: 'mixed', n: 1, agreeing: 0, lost: 1 },
  ])
})

describe('the report over labelled questions', () => {
  const report = reportCategories(rows, { resamples: 500 })

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

  it('the stress curve falls by the observed confusion, and crosses no filter where arithmetic says', () => {
    expect(report.stress.map(({ hard }) => hard)).toEqual(
      STRESS.map((wrong) => expect.closeTo(1 - wrong, 12)),
    )
    expect(report.stress.at(-1)?.soft).toBeCloseTo(0.5, 12)
    expect(report.worthless).toBeCloseTo(0.6, 12)
  })
})

it('mistakes are spread as they were made, evenly where none was made', () => {
  expect(confusionOf('EDIT', rows)).toEqual({ ANALYZE: 1, REPRODUCE: 0, EDIT: 0, VERIFY: 0 })
  const even = confusionOf('ANALYZE', rows)
  expect(CATEGORIES.reduce((sum, category) => sum + even[category], 0)).toBeCloseTo(1, 12)
})

it('without a labelled question nothing is claimed', () => {
  const empty = reportCategories([])
  expect(empty).toMatchObject({ n: 0, interval: null, worthless: null })
  expect(empty.ways.every(({ mrr }) => mrr === null)).toBe(true)
})
