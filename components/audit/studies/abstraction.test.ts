import { expect, it } from 'vitest'
import { type AbstractionReport, RAW, reportAbstraction } from '@/lib/memory/studies/abstraction.ts'
import { abstractionPage, abstractionVerdict, keyTable } from './abstraction.ts'

const rows = ['q1', 'q2', 'q3'].map((id, i) => ({
  id,
  raw: i / 4,
  made: 1,
  rawWinner: null,
  madeWinner: 's1',
}))
const over = (spans: number, maker = 'rules'): AbstractionReport =>
  reportAbstraction(
    { makers: [RAW, maker], spans: [], own: [{ maker, spans, rows }], shared: [] },
    { mask: (text) => text, resamples: 200 },
  )

it('tells nothing of a single span, and leaves its difference and interval empty', () => {
  expect(abstractionVerdict(over(1))).toBe('Cannot tell yet: only one stretch of steps has a lesson.')
  const [head = [], row = []] = keyTable(over(1))
  const cells = Object.fromEntries(head.map((column, i) => [column, row[i]]))
  expect(cells).toMatchObject({
    stretches: 1,
    MRR: 1,
    'MRR of raw steps': 0.25,
    difference: null,
    '95 % low': null,
  })
})

it('says which search key is better, of whom, and only where the interval leaves 0 out', () => {
  expect(abstractionVerdict(over(12, 'model-v1'))).toBe(
    'As a search key the lesson by model-v1 beats raw steps, MRR +0.750.',
  )
  expect(abstractionVerdict(over(12))).toMatch(/the excerpt by rules\S* beats/)
  const [key] = over(12, 'model-v1').keys
  if (!key) throw new Error('a maker has a key')
  const between = (low: number, high: number) =>
    abstractionVerdict({
      ...over(12),
      keys: [{ ...key, overRaw: { difference: (low + high) / 2, low, high, p: 0.5 } }],
    })
  expect(between(-0.3, -0.1)).toBe(
    'As a search key the lesson by model-v1 is worse than raw steps, MRR \u22120.200.',
  )
  expect(between(-0.1, 0.3)).toMatch(
    /^As a search key whether the lesson by model-v1 is better cannot be told, MRR \+0\.100/,
  )
  expect(abstractionPage(over(12, 'model-v1')).basis[0]).toMatch(
    /^model-v1 95 % CI \+0\.\d+ to \+1\.000, 12\sstretches of steps$/,
  )
})

it('names every maker, so that the one that did best is not alone in the headline', () => {
  const [key] = over(12, 'model-v1').keys
  if (!key) throw new Error('a maker has a key')
  const unsure = {
    ...key,
    maker: 'model-v3',
    overRaw: { difference: 0.063, low: -0.013, high: 0.139, p: 0.1 },
  }
  const report = { ...over(12), keys: [key, unsure] }
  expect(abstractionVerdict(report)).toBe(
    'As a search key the lesson by model-v1 beats raw steps, MRR +0.750; whether the lesson by model-v3 is better cannot be told, MRR +0.063.',
  )
  expect(
    abstractionPage(report)
      .basis.slice(0, 2)
      .map((line) => line.split(' ')[0]),
  ).toEqual(['model-v1', 'model-v3'])
})
