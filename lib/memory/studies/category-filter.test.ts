import { describe, expect, it } from 'vitest'
import { type FilterReport, type FilterRow, filterSentence, type LessonPair } from './category-filter.ts'

const row = (strategy: string, parts: Partial<FilterRow> = {}): FilterRow => ({
  ...{ strategy, n: 100, empty: 0, ungraded: 0, helps: 0.624, ci: null, misleads: null, meanGrade: null },
  ...{ mrr: 0.5, answerable: 80, mrrCi: null },
  ...parts,
})
const pair = (low: number, high: number, b = 'global'): LessonPair => ({
  ...{ a: 'subtask', b, difference: (low + high) / 2, low, high },
})
const report = (parts: Partial<FilterReport> = {}): FilterReport => ({
  rows: [row('subtask'), row('global', { helps: 0.3 })],
  paired: [pair(0.1, 0.3)],
  pairedMrr: [pair(-0.02, 0.04)],
  gradeCount: 10,
  readers: ['a'],
  ...parts,
})

describe('what the filter is worth, in a sentence', () => {
  it('says both shares, the difference with its interval, and what labels by run see of it', () => {
    expect(filterSentence(report())).toBe(
      'With the true category the filter helps: the first lesson helps in 62 % of 100 questions, without the filter in 30 % (+0.20, +0.10 to +0.30). MRR over 80 answerable questions cannot show it (+0.01, −0.02 to +0.04).',
    )
  })

  it.each([
    [0.01, 0.3, 'With the true category the filter helps: '],
    [-0.3, -0.01, 'Even with the true category the filter hurts: '],
    [-0.1, 0.1, 'Cannot tell what the filter is worth with the true category: '],
    [0, 0.2, 'Cannot tell what the filter is worth with the true category: '],
    [-0.2, 0, 'Cannot tell what the filter is worth with the true category: '],
  ])('of an interval from %f to %f begins with “%s”', (low, high, words) => {
    expect(filterSentence(report({ paired: [pair(low, high)] })).startsWith(words)).toBe(true)
  })

  it.each([
    [[pair(0.02, 0.06)], 'answerable questions shows it (+0.04, +0.02 to +0.06).'],
    [[pair(-0.06, -0.02)], 'answerable questions shows it (−0.04, −0.06 to −0.02).'],
    [[pair(0, 0.06)], 'cannot show it (+0.03, 0.00 to +0.06).'],
    [[], 'MRR: unknown.'],
    [[pair(0.1, 0.2, 'soft')], 'MRR: unknown.'],
  ])('of the ranks %j ends with “%s”', (pairedMrr, words) => {
    expect(filterSentence(report({ pairedMrr })).endsWith(words)).toBe(true)
  })
})

describe('nothing is said', () => {
  const none = 'Cannot tell: the first lessons of these strategies are not graded.'

  it.each<[string, Partial<FilterReport>]>([
    ['one of the two ways is missing', { rows: [row('subtask')] }],
    ['no question of one has a grade', { rows: [row('subtask'), row('global', { helps: null })] }],
    ['no question of the other has one', { rows: [row('subtask', { helps: null }), row('global')] }],
    ['they were not paired', { paired: [] }],
    ['other ways were paired', { paired: [pair(0.1, 0.2, 'soft'), { ...pair(0.1, 0.2), a: 'soft' }] }],
  ])('where %s', (_, parts) => {
    expect(filterSentence(report(parts))).toBe(none)
  })

  it('where more than one in ten first lessons are not graded, and it is said of both ways', () => {
    const ungraded = (subtask: number, global: number) =>
      filterSentence(
        report({ rows: [row('subtask', { ungraded: subtask }), row('global', { ungraded: global })] }),
      )
    expect(ungraded(10, 10)).toContain('the filter helps')
    expect(ungraded(11, 10)).toBe(
      'Cannot tell: not graded are 11 of 100 first lessons of subtask and 10 of 100 first lessons of global.',
    )
    expect(ungraded(0, 30)).toContain(
      '0 of 100 first lessons of subtask and 30 of 100 first lessons of global.',
    )
    expect(ungraded(11, 12)).toContain(
      '11 of 100 first lessons of subtask and 12 of 100 first lessons of global',
    )
  })
})
