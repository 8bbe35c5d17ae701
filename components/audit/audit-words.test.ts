import { expect, it } from 'vitest'
import { runOf } from '../../lib/memory/studies/outcomes/fixtures/run.ts'
import { reportExperiments } from '../../lib/memory/studies/outcomes/report.ts'
import { demonstrated, missingWords, outcomeWords, unknownWords } from './audit-words.ts'

const ids = (isResolved: (i: number) => boolean) =>
  Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`r__r-${i}`, isResolved(i)]))

it('without results of one’s own the answer is unknown, whatever demonstration is shown elsewhere', () => {
  const report = reportExperiments([])
  expect(outcomeWords(report, 'acme')).toBe('Unknown for acme: no results with memory and without it.')
  // Each page is named once.
  const missing = missingWords({ report, replayed: 0 })
  expect(missing.map(({ study }) => study)).toEqual(['results', 'cold-start'])
  expect(missing[0]?.words).toMatch(/with memory and without it.* A plan frozen/)
})

it('a demonstration is never the verdict of a project without outcomes: it stands under what is unknown', () => {
  const page = { verdict: 'Workbench: worse.', sources: [], basis: ['agent: a program'], sections: [] }
  expect(demonstrated(page, unknownWords('cold-start', 'acme'))).toMatchObject({
    verdict: 'Unknown for acme: no results of a growing store.',
    basis: ['Demonstration: Workbench: worse.', 'agent: a program'],
  })
  expect(demonstrated(page, null)).toBe(page)
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
