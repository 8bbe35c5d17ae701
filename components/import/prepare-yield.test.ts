import { expect, it } from 'vitest'
import { modelOffer, yieldSentence } from './prepare-yield.ts'

/** With plain blanks between a number and its unit. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

const left = {
  subtaskCount: 41,
  experienceCount: 0,
  excerptCount: 3,
  nothingCount: 38,
  withholdsExcerpts: false,
  reasons: [],
}

it('counts what has an excerpt, an experience, or nothing', () => {
  expect(plain(yieldSentence(left))).toBe(
    'Of 41 subtasks 3 have an excerpt by rules, none an experience, 38 nothing.',
  )
  expect(plain(yieldSentence({ ...left, excerptCount: 1, experienceCount: 40, nothingCount: 0 }))).toBe(
    'Of 41 subtasks 1 has an excerpt by rules, 40 an experience, none nothing.',
  )
})

it('says of a model what is known, and unknown where it is not', () => {
  const estimate = {
    with: 'handover' as const,
    runs: false,
    subtasks: 38,
    calls: 76,
    answered: 0,
    recorded: null,
    inputTokens: 120_000,
    outputTokens: 22_800,
    priceUsd: null,
    usdPerCall: null,
    durationMs: null,
    durationFrom: 'nothing to go by',
  }
  expect(plain(modelOffer(estimate))).toBe(
    '38 subtasks, at least 76 calls, 120,000 tokens in and 22,800 out, price unknown, time unknown',
  )
})
