import { expect, it } from 'vitest'
import type { StreamReport } from '../../../../lib/memory/studies/stream.ts'
import type { StreamPlan } from '../../../../lib/memory/studies/stream-schema.ts'
import { streamBasis, streamVerdict } from './stream-words.ts'

const share = (of: number, n: number) => ({ n, share: of / n, low: 0, high: 0.5, bySeed: [] })
const bin = (from: number, relevant: number, n: number, reachable: number) => ({
  ...{ from, to: from + 2, n, reachable, byChance: {}, fits: {} },
  relevant: { subtask: share(relevant, n) },
})

it('says how much of what could be found was found, with n and interval under it', () => {
  const plan = { strategies: ['subtask'] } as unknown as StreamPlan
  const report = { bins: [bin(1, 3, 69, 3 / 69), bin(41, 27, 69, 1)] } as unknown as StreamReport
  expect(streamVerdict(plan, report, 'relevant')).toBe(
    'subtask finds 3 of 3 findable at 1–3 entries, 27 of 69 findable at 41–43 entries.',
  )
  expect(streamBasis(plan, report, 'relevant')[0]?.replaceAll('\u00a0', ' ')).toBe(
    'few entries: 4 %, 95 % CI 0 % to 50 %, n 69',
  )
})
