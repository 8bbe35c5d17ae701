import { expect, it } from 'vitest'
import { doubtfulCount, reviewVerdict } from './prepare-review.ts'

type Queues = Parameters<typeof reviewVerdict>[0]['queues']
type One = Queues[number]

const queue = (title: string, left: number, trust: One['trust']): One => ({
  ...{ task: 'finding', queue: title, title, question: '', rule: '', left, done: 0 },
  ...(trust ? { trust } : {}),
})
const verdictOf = (queues: Queues) => reviewVerdict({ queues, scannedAt: '2026-11-27', unseenCount: 0 })
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it('begins with a rule that can be trusted, and counts none that was wrong too often', () => {
  const [wrong, right] = [queue('Contradictions', 11, 'wrong'), queue('Secrets', 2, 'trusted')]
  const untested = queue('Leaks', 4, 'untested')
  expect(plain(verdictOf([untested, wrong, right]))).toBe('6 findings in 2 queues; begin with secrets.')
  expect(plain(verdictOf([wrong, untested]))).toBe(
    'No trusted rule found a fault; 4 findings in 1 queue of untested rules.',
  )
  expect(verdictOf([wrong])).toBe('No trusted rule found a fault.')
  expect(verdictOf([queue('Echoes', 0, 'trusted')])).toBe('No finding is open.')
  expect(doubtfulCount({ queues: [wrong, right, untested] })).toBe(11)
})
