import { expect, it } from 'vitest'
import { type CategoryRow, reportCategories, STRESS } from '@/lib/memory/audit/categories-audit.ts'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import { matrixTable, predictedWallWords, purityTable, stressTable, waysTable } from './categories-words.ts'

const each = <T>(value: (category: Category) => T) =>
  Object.fromEntries(CATEGORIES.map((category) => [category, value(category)])) as Record<Category, T>
const row = (id: string, label: Category, predicted: Category): CategoryRow => ({
  ...{ id, text: id, label, predicted, confidence: 0.9, soft: 0.5, global: 0.25, purity: 1 },
  byCategory: each((category) => (category === label ? 1 : 0)),
  softNamed: each(() => STRESS.map(() => 0.5)),
})
const unanswerable = { byCategory: null, soft: null, global: null, softNamed: null }
const report = reportCategories(
  [
    row('a', 'EDIT', 'EDIT'),
    row('b', 'EDIT', 'ANALYZE'),
    row('c', 'VERIFY', 'VERIFY'),
    { ...row('d', 'EDIT', 'ANALYZE'), ...unanswerable },
  ],
  { resamples: 200 },
)

it('every table says of how many answerable questions its mean reciprocal rank is, beside how many were asked', () => {
  const named = (table: ReturnType<typeof waysTable>, ...cells: string[]) => {
    const [head = [], ...rows] = table
    const found = rows.find((one) => cells.every((cell, i) => one[i] === cell))
    return Object.fromEntries(head.map((column, i) => [column, found?.[i]]))
  }
  expect(named(waysTable(report), 'no filter')).toMatchObject({ answerable: 3, MRR: 0.25 })
  expect(named(matrixTable(report), 'EDIT', 'ANALYZE')).toMatchObject({ questions: 2, answerable: 1 })
  expect(named(purityTable(report), 'steps of one label')).toMatchObject({ n: 4, answerable: 3 })
  expect(stressTable(report)[1]?.slice(0, 3)).toEqual([0, 3, 1])
})

it('says beside the worth of the true category how often the predictor names another, and what that costs of how many', () => {
  expect(predictedWallWords(report)).toMatch(
    /^The predictor in use names another category in 50\s% of 4 questions; in how many its first lesson helps is not measured\. By mean reciprocal rank over runs, 3 answerable questions, its mistakes cost 0\.333 \(/,
  )
  expect(predictedWallWords(report)).toMatch(
    /no better than none once about \d+\s% of the categories are wrong\.$/,
  )
  const unranked = reportCategories([{ ...row('d', 'EDIT', 'ANALYZE'), ...unanswerable }], { resamples: 200 })
  expect(predictedWallWords(unranked)).toMatch(/is not measured\.$/)
  expect(predictedWallWords(reportCategories([]))).toMatch(/is unknown\.$/)
})
