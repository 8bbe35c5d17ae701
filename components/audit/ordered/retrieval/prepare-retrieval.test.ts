import { expect, it } from 'vitest'
import type { BatchReport, BatchWinner, PairRow } from '@/lib/memory/studies/retrieval.ts'
import {
  agreementOf,
  compareParams,
  mrrFigure,
  retrievalBasis,
  retrievalConditions,
  retrievalVerdict,
  shownWords,
  winnerCells,
} from './prepare-retrieval.ts'

const pair = (low: number, high: number): PairRow => ({
  a: 'subtask',
  b: 'instance',
  metric: 'mrr',
  difference: (low + high) / 2,
  low,
  high,
  aheadCount: 3,
  behindCount: 1,
  primary: true,
  p: 0.01,
  pHolm: null,
})
const winner = (...entryIds: string[]): BatchWinner => ({
  entryIds,
  instanceId: null,
  score: null,
  values: null,
  crossPhase: null,
  tookMs: 0,
})
const row = {
  query: { id: 'q', text: 'a lock', relevant: [] },
  winners: { subtask: winner('m_1', 'm_2'), random: winner('m_2') },
}
const report = (fields: Partial<BatchReport>): BatchReport => ({
  strategies: ['subtask', 'random'],
  primary: null,
  queryCount: 4,
  disputedCount: 1,
  agreement: [{ a: 'subtask', b: 'random', share: 0.25, n: 4 }],
  metrics: null,
  paired: [],
  labelledCount: 0,
  tuned: [],
  isHalf: false,
  ...fields,
})

it('says only what the interval of the declared pair allows, and gives it with its n below', () => {
  const open = report({ paired: [pair(-0.01, 0.2)] })
  expect(retrievalVerdict(open)).toBe('No difference shown between subtask and instance (MRR +0.095).')
  expect(retrievalVerdict(report({ paired: [pair(0.1, 0.2)] }))).toBe('Subtask beats instance, MRR +0.150.')
  expect(retrievalVerdict(report({ paired: [pair(-0.2, -0.1)] }))).toMatch(/^Subtask falls behind instance/)
  expect(retrievalBasis({ ...open, labelledCount: 80 })).toEqual([
    'subtask − instance, 95 % CI −0.010 to +0.200, n 80',
  ])
})

it('draws the mean of each strategy with its interval, the declared pair in ink; nothing without labels', () => {
  const metrics = [{ strategy: 'subtask', n: 4, mrr: 0.5, ci: { mrr: [0.25, 0.75] } }]
  expect(
    mrrFigure(report({ metrics: metrics as never, primary: ['subtask', 'random'] }))?.rows,
  ).toMatchObject([{ name: 'subtask', value: 0.5, low: 0.25, high: 0.75, role: 'main' }])
  expect(mrrFigure(report({}))).toBeNull()
})

it('speaks of agreement alone where there are no labels', () => {
  expect(retrievalVerdict(report({}))).toContain('agree least, on 25')
})

it('knows the agreement of a pair either way round, and of what was not run nothing', () => {
  expect(agreementOf(report({}), 'random', 'subtask')).toBe(0.25)
  expect(agreementOf(report({}), 'random', 'random')).toBe(1)
  expect(agreementOf(report({}), 'random', 'tfidf')).toBeNull()
})

it('opens a question in Compare, the compared strategies first', () => {
  expect(compareParams(row, ['a', 'b', 'c', 'd', 'e'])).toMatchObject({
    mode: 'task',
    columns: ['a', 'b', 'c', 'd'],
  })
  expect(compareParams(row, ['a', 'b', 'c', 'd', 'e'], { a: 'e', b: 'gone' }).columns).toEqual([
    'e',
    'a',
    'b',
    'c',
  ])
})

it('says which questions are shown', () => {
  const shown = { show: 'ahead', a: 'subtask', b: 'tfidf', metric: 'mrr', kind: null } as const
  expect(shownWords(shown)).toBe('subtask does better than tfidf by MRR')
  expect(shownWords({ ...shown, show: 'all' })).toBeNull()
})

it('marks the winners unlike the first, and names one that is gone and one that is none', () => {
  const strategies = ['a', 'b', 'c', 'd']
  const winners = {
    a: {
      ...winner('m_1'),
      score: 0.5,
      values: { hitAt1: 1, hitAt3: 1, hitAt5: 1, hitAt10: 1, mrr: 1, ndcgAt10: 1 },
    },
    b: winner('m_1', 'm_2'),
    c: winner('m_9'),
    d: { ...winner(), score: 0 },
  }
  const objectives = { m_1: { objective: 'take the lock', category: 'EDIT' as const } }
  const cells = winnerCells({ ...row, winners }, strategies, objectives)
  expect(cells.map(({ words }) => words)).toEqual([
    'take the lock',
    'take the lock',
    'an entry that is gone',
    'nothing',
  ])
  expect(cells.map(({ differs }) => differs)).toEqual([false, false, true, true])
  expect(cells[0]).toMatchObject({ category: 'EDIT', score: 0.5, isHit: true })
  expect(cells[3]).toMatchObject({ category: null, score: null, isHit: null })
})

it('says of a kind only what holds after Holm over the two kinds: two looks are taken at the declared pair', () => {
  const kindOf = (kind: 'stage' | 'task', pHolm: number) => ({
    kind,
    labelledCount: 60,
    metrics: [],
    paired: [{ a: 'x', b: 'y', metric: 'mrr', difference: 0.1, low: 0.01, high: 0.2, primary: true, pHolm }],
  })
  const both = {
    paired: [],
    agreement: [],
    metrics: null,
    kinds: [kindOf('stage', 0.07), kindOf('task', 0.2)],
  }
  expect(retrievalVerdict(both as never)).toBe('X and y: no difference shown on either kind of question.')
  const words = retrievalVerdict({
    paired: [],
    agreement: [],
    metrics: null,
    queryCount: 120,
    kinds: [kindOf('stage', 0.07), kindOf('task', 0.02)],
  } as never)
  expect(words).toBe('Stage questions: no difference shown. Whole tasks: x beats y, MRR +0.100.')
})

it('says which strategies were given the true category, and that raw ranks as subtask does', () => {
  const metrics = [{ crossPhaseRate: 0 }] as BatchReport['metrics']
  expect(retrievalConditions({ strategies: ['subtask', 'raw', 'instance'], metrics })).toEqual([
    'subtask, raw: true category given where a question names one',
    'raw ranks as subtask by construction: only the injected text differs',
  ])
  expect(retrievalConditions({ strategies: ['subtask-predicted', 'instance'], metrics })).toEqual([])
  expect(retrievalConditions({ strategies: ['subtask', 'instance'], metrics: null })).toEqual([])
})
