import { describe, expect, it } from 'vitest'
import { alwaysValidCount } from '../statistics/always-valid.ts'
import { wilsonInterval } from '../statistics/proportion.ts'
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

describe('the interval of the junk share', () => {
  const said = (...verdicts: ('junk' | 'keep' | 'unsure')[]): SampleView['verdicts'] =>
    verdicts.map((verdict, i) => ({ entryId: 'abcd'[i] ?? '', verdict, by: 'x' }))

  it('holds at every look until all that was drawn is judged, and is Wilson’s of the whole from then on', () => {
    const halfway = reportSample(sample(said('junk', 'keep', 'keep')))
    const { low, high } = alwaysValidCount(1, 3, 100)
    expect(halfway).toMatchObject({ isJudged: false, judgedCount: 3 })
    expect(halfway.junk).toEqual({
      count: 1,
      n: 3,
      share: 1 / 3,
      interval: { low: low / 100, high: high / 100 },
    })
    const whole = reportSample(sample(said('junk', 'keep', 'keep', 'keep')))
    expect(whole).toMatchObject({ isJudged: true, judgedCount: 4 })
    expect(whole.junk?.interval).toEqual(wilsonInterval(1, 4, 100))
  })

  it('is of those who are sure: unsure is judged, and counts in no share', () => {
    const report = reportSample(sample(said('junk', 'unsure', 'keep', 'unsure')))
    expect(report).toMatchObject({ isJudged: true, judgedCount: 4, unsureCount: 2 })
    expect(report.junk).toEqual({ count: 1, n: 2, share: 0.5, interval: wilsonInterval(1, 2, 100) })
  })

  it('of marks names the commonest first, findings before flags of as many', () => {
    const marks = reportSample(sample(said('junk', 'keep', 'junk', 'keep'))).marks
    expect(marks.map(({ mark, precision }) => [mark, precision?.count, precision?.n])).toEqual([
      ['leak', 1, 2],
      ['vague', 1, 1],
    ])
    expect(marks[0]?.precision?.interval).toEqual(wilsonInterval(1, 2))
  })
})
