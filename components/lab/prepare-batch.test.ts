import { expect, it } from 'vitest'
import type { BatchReport, BatchWinner, PairRow } from '@/lib/memory/batch.ts'
import { agreementOf, batchVerdict, isDisputed, labParams, winnerCells } from './prepare-batch.ts'

const pair = (low: number, high: number): PairRow => ({
  a: 'subtask',
  b: 'instance',
  metric: 'mrr',
  difference: (low + high) / 2,
  low,
  high,
  primary: true,
  p: 0.01,
  pHolm: null,
})
const winner = (...entryIds: string[]): BatchWinner => ({
  entryIds,
  instanceId: null,
  score: null,
  values: null,
})
const row = {
  query: { id: 'q', text: 'a lock', relevant: [] },
  winners: { subtask: winner('m_1', 'm_2'), random: winner('m_2') },
}
const report = (fields: Partial<BatchReport>): BatchReport => ({
  strategies: ['subtask', 'random'],
  primary: null,
  rows: [row],
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

it('calls a question disputed when the winners differ, and opens it in the lab', () => {
  expect(isDisputed(row)).toBe(true)
  expect(isDisputed({ ...row, winners: { a: winner('m_1'), b: winner('m_1', 'm_3') } })).toBe(false)
  expect(labParams(row, ['a', 'b', 'c', 'd', 'e'])).toMatchObject({
    mode: 'task',
    columns: ['a', 'b', 'c', 'd'],
  })
})

it('marks the winners unlike the first, and names one that is gone and one that is none', () => {
  const strategies = ['a', 'b', 'c', 'd']
  const winners = {
    a: { ...winner('m_1'), score: 0.5, values: { hitAt1: 1 } },
    b: winner('m_1', 'm_2'),
    c: winner('m_9'),
    d: { ...winner(), score: 0 },
  }
  const objectives = { m_1: { objective: 'take the lock', category: 'EDIT' as const } }
  const cells = winnerCells({ ...row, winners }, { objectives, report: report({ strategies }) })
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
