import { expect, it } from 'vitest'
import { occurrences } from './use-steps.ts'

it('finds a text in thought, command and output, case aside', () => {
  const step = {
    n: 1,
    thought: 'Look at paging.',
    actions: [{ tool: 'bash', text: 'cat Paging.py', callId: null }],
    observations: [{ text: 'paging paging', exitCode: 0, callId: null, truncated: false }],
    at: null,
    costUsd: null,
  }
  expect(occurrences(step, 'PAGING')).toBe(4)
  expect(occurrences(step, 'cursor')).toBe(0)
})
