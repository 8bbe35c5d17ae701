import { describe, expect, it } from 'vitest'
import { jobSentence, jobsVerdict } from './prepare-jobs.ts'

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
})
