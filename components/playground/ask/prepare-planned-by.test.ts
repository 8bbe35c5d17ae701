import { expect, it } from 'vitest'
import type { PlannedBy, QuestionStanding } from '@/lib/memory/question-reading.ts'
import { nameOf, offerWords, planWords, readingWords } from './prepare-planned-by.ts'

const rules: PlannedBy = { by: 'rules', name: 'rules-v1', provider: null, prompt: null, at: null, note: null }
const model: PlannedBy = { ...rules, by: 'model', name: 'small', provider: 'openai', prompt: 'plan@1' }

it('says how many intents, who planned them and where they begin', () => {
  const four = ['ANALYZE', 'REPRODUCE', 'EDIT', 'VERIFY'].map((category) => ({ category }))
  expect(planWords(four, rules)).toBe('four intents by rules-v1, ANALYZE first')
  expect(planWords([{ category: 'EDIT' }], model)).toBe('one intent by small, EDIT first')
  expect(nameOf({ ...model, name: null })).toBe('a model that nobody named')
})

it('says what a reading took, and leaves out what nobody counted', () => {
  const took = { inputTokens: 900, outputTokens: 120, costUsd: 0.0021, latencyMs: 1 }
  expect(readingWords(model, took)).toBe('through a server, plan@1, 900 + 120 tokens, $0.00210')
  expect(
    readingWords({ ...model, provider: 'handover' }, { ...took, outputTokens: null, costUsd: null }),
  ).toBe('by hand-over, plan@1')
  expect(readingWords({ ...model, provider: 'recorded' }, took)).toBe('recorded, plan@1, 900 + 120 tokens')
})

it('says the price of a call before it is made, or that it is unknown', () => {
  const standing = { inputTokens: 900, outputTokens: 300, priceUsd: null } as QuestionStanding
  expect(offerWords(standing)).toContain('some 900 + 300 tokens, price unknown;')
  expect(offerWords({ ...standing, priceUsd: 0.0039 })).toContain('$0.00390;')
})
