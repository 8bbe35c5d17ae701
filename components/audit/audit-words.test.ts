import { expect, it } from 'vitest'
import { runOf } from '../../lib/memory/studies/outcomes/fixtures/run.ts'
import { reportExperiments } from '../../lib/memory/studies/outcomes/report.ts'
import { missingWords, outcomeWords } from './audit-words.ts'

const ids = (isResolved: (i: number) => boolean) =>
  Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`r__r-${i}`, isResolved(i)]))

it('without results of one’s own the answer is unknown, whatever demonstration is shown elsewhere', () => {
  const report = reportExperiments([])
  expect(outcomeWords(report, 'acme')).toBe('Unknown for acme: no results with memory and without it.')
  expect(missingWords({ report, replayed: 0 }).map(({ study }) => study)).toEqual([
    ...['results', 'results', 'cold-start'],
  ])
})

it('with them it is theirs, and what is there is missing no more', () => {
  const runs = [
    runOf(
      {},
      ids(() => false),
    ),
    runOf(
      { arm: 'subtask' },
      ids((i) => i < 12),
    ),
  ]
  const report = reportExperiments(runs, { resamples: 200 })
  expect(outcomeWords(report, 'acme')).toBe('subtask +60.0 pp over no memory.')
  expect(missingWords({ report, replayed: 1 }).map(({ words }) => words)).toEqual([
    'A plan frozen before the next results come in.',
  ])
})
