import { expect, it } from 'vitest'
import { reportSample, type SampleView } from './quality.ts'

const item = (id: string, findings: string[] = []) =>
  ({ entry: { id, flags: id === 'a' ? ['vague'] : [] }, findings }) as unknown as SampleView['items'][number]

const sample = (verdicts: SampleView['verdicts']) =>
  ({
    population: 100,
    items: [item('a', ['leak']), item('b', ['leak']), item('c'), item('d')],
    verdicts,
  }) as unknown as SampleView

it('unsure is neither junk nor kept, and judges who disagree are unsure', () => {
  const report = reportSample(
    sample([
      { entryId: 'a', verdict: 'junk', by: 'x' },
      { entryId: 'b', verdict: 'keep', by: 'x' },
      { entryId: 'c', verdict: 'unsure', by: 'x' },
      { entryId: 'd', verdict: 'keep', by: 'x' },
      { entryId: 'd', verdict: 'junk', by: 'y' },
    ]),
  )
  expect(report).toMatchObject({ judgedCount: 4, unsureCount: 2, junk: { count: 1, n: 2, share: 0.5 } })
  expect(report.marks).toMatchObject([
    { mark: 'leak', kind: 'finding', precision: { count: 1, n: 2 } },
    { mark: 'vague', kind: 'flag', precision: { count: 1, n: 1 } },
  ])
})

it('nothing judged is unknown, not none', () => {
  expect(reportSample(sample([])).junk).toBeNull()
})
