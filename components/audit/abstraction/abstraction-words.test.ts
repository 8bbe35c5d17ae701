import { expect, it } from 'vitest'
import { type AbstractionReport, RAW, reportAbstraction } from '@/lib/memory/audit/abstraction-audit.ts'
import { abstractionVerdict, keyTable } from './abstraction-words.ts'

const rows = ['q1', 'q2', 'q3'].map((id, i) => ({
  id,
  raw: i / 4,
  made: 1,
  rawWinner: null,
  madeWinner: 's1',
}))
const over = (spans: number): AbstractionReport =>
  reportAbstraction(
    { makers: [RAW, 'rules'], spans: [], own: [{ maker: 'rules', spans, rows }], shared: [] },
    { mask: (text) => text, resamples: 200 },
  )

it('tells nothing of a single span, and leaves its difference and interval empty', () => {
  expect(abstractionVerdict(over(1))).toMatch(/^Cannot tell yet: only one span has both/)
  const [head = [], row = []] = keyTable(over(1))
  const cells = Object.fromEntries(head.map((column, i) => [column, row[i]]))
  expect(cells).toMatchObject({ spans: 1, mrr: 1, raw_mrr: 0.25, less_raw: null, low: null, high: null })
  expect(abstractionVerdict(over(12))).toMatch(/^To be found by, .* 12 spans\)\.$/)
})
