import { expect, it } from 'vitest'
import type { BatchRow } from '../memory/studies/retrieval.ts'
import { retrieval } from './designs/retrieval.ts'
import { studyCsv } from './study-views.ts'

async function csvOf(rows: BatchRow[], strategies = ['s']): Promise<string> {
  let csv = ''
  const pages = (async function* () {
    for (const { query: unit, winners: value } of rows) yield [{ unit, value }]
  })()
  for await (const piece of studyCsv(retrieval, { strategies }, pages)) csv += piece
  return csv
}
const row = (text: string, winners: BatchRow['winners'] = {}): BatchRow => ({
  query: { id: 'q', text, category: 'EDIT', relevant: [] },
  winners,
})

it.each([
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['Größe 東京', 'Größe 東京'],
  // What a spreadsheet would run.
  ['=1+1', "'=1+1"],
  ['+cmd', "'+cmd"],
  ['-cmd', "'-cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  // A number is none of that.
  ['-1.5', '-1.5'],
  ['-2e-7', '-2e-7'],
  ['-1+1', "'-1+1"],
  // What a terminal would obey is shown.
  ['\u001b[31m', '␛[31m'],
])('a text of %j stands in its cell as %j', async (text, cell) => {
  const csv = await csvOf([row(text)])
  expect(csv.slice(csv.indexOf('\r\n') + 2)).toBe(`q,${cell},EDIT,s,,,,,,\r\n`)
})

it('has a line a question and strategy, with what was found and its metrics; what is not known is empty and no 0', async () => {
  const values = { hitAt1: 0, hitAt3: 1, hitAt5: 1, hitAt10: 1, mrr: 0.5, ndcgAt10: 0.63 }
  const found = {
    entryIds: ['m_1', 'm_2'],
    instanceId: 'i-1',
    score: -0.25,
    values,
    crossPhase: null,
    tookMs: 3,
  }
  const nothing = { ...found, entryIds: [], instanceId: null, score: null, values: null }
  expect(await csvOf([row('t', { a: found, b: nothing })], ['a', 'b', 'c'])).toBe(
    [
      'id,text,category,strategy,winner,instance,score,hit_at_1,rr,ndcg_at_10',
      'q,t,EDIT,a,m_1,i-1,-0.25,0,0.5,0.63',
      'q,t,EDIT,b,,,,,,',
      'q,t,EDIT,c,,,,,,',
      '',
    ].join('\r\n'),
  )
})
