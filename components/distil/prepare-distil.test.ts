import { describe, expect, it } from 'vitest'
import type { DistilStatus } from '@/lib/memory/distil/distil.ts'
import { capWords, distilVerdict, estimateLines, jobWords, spentWords } from './prepare-distil.ts'

const spent = {
  ...{ callCount: 0, unpricedCount: 0, cutCount: 0 },
  ...{ inputTokens: 0, outputTokens: 0, countedTokens: 0, costUsd: 0 },
}
const job = {
  id: 'j_1',
  state: 'running',
  with: 'openai',
  doneCount: 10,
  failedCount: 2,
  totalCount: 40,
  ratePerSecond: 0.5,
  remainingMs: 56_000,
  reason: null,
  caps: { jobCalls: 50, jobUsd: 10, jobTokens: null, dayCalls: null, dayUsd: null, dayTokens: null },
  namedCaps: {},
  isPriced: true,
  spent,
  failures: [],
} satisfies DistilStatus['job']
const status: DistilStatus = {
  project: 'shop',
  serving: null,
  extractor: 'model-v1',
  counts: { subtasks: 40, entries: 0, beside: 0, skipped: 0, refused: 0 },
  job: null,
  today: spent,
  answeredBy: [],
  waitingCount: 0,
  ways: [],
}
const counts = { subtasks: 40, entries: 30, beside: 0, skipped: 6, refused: 1 }

describe('the verdict', () => {
  it.each<[Partial<DistilStatus>, RegExp]>([
    [{ counts: { ...counts, subtasks: 0 } }, /no run here yet/],
    [{}, /^No subtask has an experience yet; a model would read 40\.$/],
    [
      { counts },
      /^30\sof\s40\ssubtasks\shave\san\sexperience;\s6\sheld\snothing\sworth\skeeping,\s1\sanswers\sstayed\sfaulty,\s3\sare\sleft\.$/,
    ],
    [{ counts, job }, /^A\smodel\shas\sbeen\sover\s37\sof\s40\ssubtasks,\s56\ss\sleft\.$/],
    [
      { counts, job: { ...job, state: 'held' }, waitingCount: 1 },
      /^1\srequest\swaits\sfor\san\sanswer;\s37\sof\s40\ssubtasks\sare\sread\.$/,
    ],
    [{ counts, job: { ...job, state: 'paused' } }, /^Paused/],
  ])('says how far it is: %#', (change, words) => {
    expect(distilVerdict({ ...status, ...change })).toMatch(words)
  })
})

it('a job says its pace, what is left and what failed', () => {
  expect(jobWords(job)).toBe('at work, 10 of 40, 30 a minute, 56\u00a0s left, 2 failed')
})

it('names the caps that hold: money where a price is known, tokens where none is', () => {
  expect(capWords(job)).toBe('50 calls and $10')
  expect(capWords({ isPriced: false, caps: { ...job.caps, jobTokens: 5_000_000 } })).toMatch(
    /^50 calls and 5\D000\D000 tokens$/,
  )
  expect(capWords({ isPriced: false, caps: { ...job.caps, jobCalls: null } })).toBeNull()
})

it('tokens that nobody told are counted by length and not nothing', () => {
  const words = spentWords({ ...spent, callCount: 2, unpricedCount: 2, countedTokens: 900 })
  expect(words).toMatch(/^2\scalls, some 900 tokens by length, price unknown$/)
})

it('money that nobody knows is unknown and not nothing', () => {
  expect(spentWords(spent)).toBe('no call, nothing paid')
  expect(spentWords({ ...spent, callCount: 2, unpricedCount: 2 })).toMatch(/price unknown$/)
  expect(spentWords({ ...spent, callCount: 3, unpricedCount: 1, costUsd: 0.5, cutCount: 1 })).toMatch(
    /\$0\.50\sand\s1\scall\sof\sunknown\sprice,\s1\sunder\sway\sor\scut\soff$/,
  )
  const estimate = {
    with: 'openai',
    runs: 1,
    calls: 1,
    answered: 0,
    recorded: null,
    inputTokens: 4,
    outputTokens: 5,
    usdPerCall: null,
    durationMs: null,
    durationFrom: 'unknown before the first answers',
  } as const
  const lines = estimateLines({ ...estimate, priceUsd: null })
  expect(lines.find(({ label }) => label === 'Price')?.value).toBe('unknown')
  expect(lines.find(({ label }) => label === 'Time')).toMatchObject({
    value: 'unknown',
    note: 'unknown before the first answers',
  })
  expect(lines.some(({ label }) => label === 'In the recording')).toBe(false)
  const recorded = estimateLines({ ...estimate, with: 'recorded', recorded: 0, priceUsd: 0 })
  expect(recorded.find(({ label }) => label === 'In the recording')).toMatchObject({
    value: '0 of 1',
    note: expect.stringContaining('knows none'),
  })
})
