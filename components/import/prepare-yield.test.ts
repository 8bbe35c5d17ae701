import { expect, it } from 'vitest'
import { modelOffer, yieldSentence } from './prepare-yield.ts'

/** With plain blanks between a number and its unit. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it('counts the stages that were found and those with a lesson', () => {
  const sentence = (lessonCount: number) => plain(yieldSentence({ stageCount: 41, lessonCount, reasons: [] }))
  expect(sentence(0)).toBe('41 stages found, no lesson yet.')
  expect(sentence(3)).toBe('41 stages found, 3 with a lesson.')
})

it('says of a model what is known, and unknown where it is not', () => {
  const estimate = {
    with: 'handover' as const,
    runs: 38,
    calls: 38,
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
    '38 runs, at least 38 calls, 120,000 tokens in and 22,800 out, price unknown, time unknown',
  )
})
