import { describe, expect, it } from 'vitest'
import { formatInstant } from '@/components/ui/format.ts'
import { jobSentence, jobsVerdict, lastImportSentence, sittingImportWords } from './prepare-jobs.ts'

const job = {
  state: 'running' as const,
  doneCount: 312,
  failedCount: 2,
  totalCount: 1_041,
  ratePerSecond: 41,
  remainingMs: 17_800,
  label: 'Extract',
}

describe('jobs in words', () => {
  it('says how far, how fast, how long and what failed', () => {
    expect(jobSentence(job)).toBe('running, 312 of 1,041, 41 a second, 18\u00a0s left, 2 failed')
  })

  it('promises no time before it knows a rate', () => {
    expect(jobSentence({ ...job, ratePerSecond: null, remainingMs: null, failedCount: 0 })).toBe(
      'running, 312 of 1,041',
    )
  })

  it('does not call a job with failures simply done', () => {
    expect(jobSentence({ ...job, state: 'done' })).toBe('done, 312 of 1,041, 2 failed')
  })

  it('names what runs now and what can be tried again', () => {
    expect(jobsVerdict([job, { ...job, state: 'failed', failedCount: 9 }])).toBe(
      'Extract, 18\u00a0s left. 9\u00a0items failed earlier and can be tried again.',
    )
    expect(jobsVerdict([])).toBe('Nothing is running.')
  })

  it('says of the last import how much of it came in, and what is still going on', () => {
    const last = { ...job, createdAt: '2026-11-22T08:40:00.000Z' }
    expect(
      lastImportSentence({ ...last, state: 'done', doneCount: 83, failedCount: 0, totalCount: 83 }, 'real'),
    ).toBe(`Last: 83\u00a0runs into real, ${formatInstant(last.createdAt)}.`)
    expect(lastImportSentence({ ...last, state: 'failed', doneCount: 81, totalCount: 83 }, 'real')).toContain(
      `Last: 81 of 83\u00a0runs into real, ${formatInstant(last.createdAt)}; 2 failed.`,
    )
    expect(lastImportSentence(last, 'real')).toBe(
      'Making entries of the last import into real: 312 of 1,041\u00a0runs done.',
    )
  })

  it('tells the imports of a sitting apart, and says when nothing of one is left', () => {
    const ended = { ...job, state: 'done' as const, totalCount: 2, createdAt: '2026-11-22T08:40:00.000Z' }
    const words = '08:40\u00a0UTC: 2\u00a0runs into real'
    expect(sittingImportWords({ ...ended, hasEntries: true }, 'real')).toBe(words)
    expect(sittingImportWords({ ...ended, hasEntries: false }, 'real')).toBe(
      `${words}, none of its entries is in service`,
    )
    expect(sittingImportWords({ ...ended, state: 'running', hasEntries: false }, 'real')).toBe(
      `${words}, making entries`,
    )
  })
})
