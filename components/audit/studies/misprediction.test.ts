import { expect, it } from 'vitest'
import { figureTable } from '@/components/figures/figure-table.ts'
import { curvesFrame } from '@/components/figures/frame.ts'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import {
  type CategoryLabels,
  type CategoryRow,
  reportMisprediction,
  STRESS,
} from '@/lib/memory/studies/misprediction.ts'
import {
  matrixTable,
  mispredictionPage,
  mispredictionVerdict,
  predictedWords,
  purityTable,
  stressFigure,
  waysTable,
} from './misprediction.ts'

const each = <T>(value: (category: Category) => T) =>
  Object.fromEntries(CATEGORIES.map((category) => [category, value(category)])) as Record<Category, T>
const row = (id: string, label: Category, predicted: Category): CategoryRow => ({
  ...{ id, text: id, label, predicted, confidence: 0.9, soft: 0.5, global: 0.25, purity: 1 },
  byCategory: each((category) => (category === label ? 1 : 0)),
  softNamed: each(() => STRESS.map(() => 0.5)),
})
const unanswerable = { byCategory: null, soft: null, global: null, softNamed: null }
const rows = [
  row('a', 'EDIT', 'EDIT'),
  row('b', 'EDIT', 'ANALYZE'),
  row('c', 'VERIFY', 'VERIFY'),
  { ...row('d', 'EDIT', 'ANALYZE'), ...unanswerable },
]
const report = reportMisprediction(rows, { resamples: 200 })
const labels = (kind: CategoryLabels['kind']): CategoryLabels => ({
  kind,
  byPersons: 0,
  others: 0,
  stored: null,
})

it('every table says of how many answerable questions its mean reciprocal rank is, beside how many were asked', () => {
  const named = (table: ReturnType<typeof waysTable>, ...cells: (string | number)[]) => {
    const [head = [], ...body] = table
    const found = body.find((one) => cells.every((cell, i) => one[i] === cell))
    return Object.fromEntries(head.map((column, i) => [column, found?.[i]]))
  }
  expect(named(waysTable(report), 'no filter')).toMatchObject({ answerable: 3, MRR: 0.25 })
  expect(named(matrixTable(report), 'EDIT', 'ANALYZE')).toMatchObject({ questions: 2, answerable: 1 })
  expect(named(purityTable(report), 'steps of one label')).toMatchObject({ n: 4, answerable: 3 })
  expect(named(figureTable(stressFigure(report)), 0)).toMatchObject({
    answerable: 3,
    'hard filter': 1,
    'no filter': 0.25,
  })
})

it('says in how many questions the category is wrong and what it costs; of rules, that they only agree', () => {
  expect(mispredictionVerdict(report, labels('written'))).toBe(
    'The category is wrong in 2 of 4 questions: MRR \u22120.333.',
  )
  expect(mispredictionVerdict(report, labels('rules'))).toMatch(
    /^At the start, rules name the final category in 50\s% of 4 subtasks\.$/,
  )
  expect(mispredictionVerdict(reportMisprediction([]), labels('rules'))).toBe('No labelled question yet.')
  const basis = (kind: CategoryLabels['kind']) =>
    mispredictionPage({ report, rows, labels: labels(kind), predictor: 'p', filter: null }).basis.join(' · ')
  expect(basis('persons')).toMatch(/^accuracy 50/)
  expect(basis('written')).toMatch(/^agreement 50/)
})

it('says what the predicted category costs, of how many answerable questions', () => {
  expect(predictedWords(report)).toMatch(
    /^With predicted categories 50\s% of 4 are wrong; .*is not measured\. By MRR, 3 answerable questions, its mistakes cost 0\.333 \(/,
  )
  const unranked = reportMisprediction([{ ...row('d', 'EDIT', 'ANALYZE'), ...unanswerable }], {
    resamples: 200,
  })
  expect(predictedWords(unranked)).toMatch(/is not measured\.$/)
  expect(predictedWords(reportMisprediction([]))).toBe('With predicted categories: unknown.')
})

it('lists the mistakes with the costliest first, and those that cannot be ranked last, unknown', () => {
  const page = mispredictionPage({ report, rows, labels: labels('written'), predictor: 'p', filter: null })
  const list = page.sections.find(({ id }) => id === 'mistakes')?.parts[0]
  expect(list).toMatchObject({
    items: [
      { text: 'b', category: 'EDIT', beside: 'predicted ANALYZE', value: '1.000' },
      { text: 'd', value: null },
    ],
  })
})

it('names the three lines beside the plot', () => {
  expect(
    curvesFrame(stressFigure(report), 700)
      .labels.map(({ text }) => text)
      .sort(),
  ).toEqual(['hard filter', 'no filter', 'soft prior'])
})
