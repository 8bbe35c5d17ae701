import { expect, it } from 'vitest'
import type { BatchReport, BatchWinner, PairRow } from '@/lib/memory/studies/retrieval.ts'
import {
  agreementOf,
  batchVerdict,
  labParams,
  progressWords,
  shownParams,
  shownWords,
  winnerCells,
} from './prepare-batch.ts'

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

it('says only what the interval of the declared pair allows', () => {
  expect(batchVerdict(report({ paired: [pair(-0.01, 0.2)] }))).toMatch(/^Cannot tell subtask from instance/)
  expect(batchVerdict(report({ paired: [pair(0.1, 0.2)] }))).toBe(
    'subtask finds more than instance: MRR +0.150, +0.100 to +0.200.',
  )
  expect(batchVerdict(report({ paired: [pair(-0.2, -0.1)] }))).toMatch(/^subtask finds less/)
})

it('speaks of agreement alone where there are no labels', () => {
  expect(batchVerdict(report({}))).toContain('agree least, on 25')
})

it('knows the agreement of a pair either way round, and of what was not run nothing', () => {
  expect(agreementOf(report({}), 'random', 'subtask')).toBe(0.25)
  expect(agreementOf(report({}), 'random', 'random')).toBe(1)
  expect(agreementOf(report({}), 'random', 'tfidf')).toBeNull()
})

it('opens a question in the lab, the compared strategies first', () => {
  expect(labParams(row, ['a', 'b', 'c', 'd', 'e'])).toMatchObject({
    mode: 'task',
    columns: ['a', 'b', 'c', 'd'],
  })
  expect(labParams(row, ['a', 'b', 'c', 'd', 'e'], { a: 'e', b: 'gone' }).columns).toEqual([
    'e',
    'a',
    'b',
    'c',
  ])
})

it('says which questions are shown, and keeps in the address what is not usual', () => {
  const shown = { show: 'ahead', a: 'subtask', b: 'tfidf', metric: 'mrr', kind: null } as const
  expect(shownWords(shown)).toBe('subtask does better than tfidf by MRR')
  expect(shownWords({ ...shown, show: 'all' })).toBeNull()
  expect(shownParams(shown, 25)).toMatchObject({ show: 'ahead', metric: null, from: 25 })
  expect(shownParams({ show: 'all' })).toMatchObject({ show: null, from: null })
})

it('says how far a batch is, what goes first, and how it stopped', () => {
  const progress = {
    jobId: 'j',
    state: 'running' as const,
    askedCount: 50,
    queryCount: 1_200,
    share: 0.04,
    remainingMs: 8_000,
    reason: null,
    waitsFor: null,
  }
  expect(progressWords(progress)).toMatch(/^50 of 1.200 questions asked, 8\ss left\.$/)
  expect(progressWords({ ...progress, waitsFor: 'Import' })).toContain('“Import” goes first')
  expect(progressWords({ ...progress, askedCount: 1_200 })).toContain('intervals are drawn')
  expect(progressWords({ ...progress, state: 'cancelled' })).toMatch(/^Cancelled: 50 of/)
  expect(progressWords(null)).toContain('run its questions again')
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
  const words = batchVerdict({
    paired: [],
    agreement: [],
    metrics: null,
    queryCount: 120,
    kinds: [kindOf('stage', 0.07), kindOf('task', 0.02)],
  } as never)
  expect(words).toMatch(
    /^Stage questions \(60\): Cannot tell x from y: .*p is 0\.070\. Whole tasks \(60\): x finds more/,
  )
})
