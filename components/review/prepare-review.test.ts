import { expect, it } from 'vitest'
import { wilsonInterval } from '@/lib/memory/statistics/proportion.ts'
import { reviewVerdict } from './prepare-review.ts'

type Queues = Parameters<typeof reviewVerdict>[0]['queues']

const queue = (title: string, left: number, right: [count: number, n: number] | null): Queues[number] => ({
  ...{ task: 'finding', queue: title, title, question: '', rule: '', left, done: 0 },
  precision: right && {
    count: right[0],
    n: right[1],
    share: right[0] / right[1],
    interval: wilsonInterval(right[0], right[1]),
  },
})
const verdictOf = (queues: Queues) => reviewVerdict({ queues, scannedAt: '2026-11-27', unseenCount: 0 })
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it('begins in no queue whose findings were wrong more than one time in five', () => {
  const [wrong, right] = [queue('Contradictions', 1, [0, 3]), queue('Echoes', 2, [8, 10])]
  expect(plain(verdictOf([wrong, right]))).toBe('3 findings in 2 queues; begin with echoes.')
  expect(plain(verdictOf([wrong, queue('Not a lesson', 4, null)]))).toContain('begin with not a lesson')
  expect(plain(verdictOf([wrong]))).toBe('1 finding in 1 queue.')
  expect(verdictOf([queue('Echoes', 0, [8, 10])])).toBe('No finding is open.')
})
