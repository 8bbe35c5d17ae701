import { expect, it } from 'vitest'
import type { ImpactView } from '@/lib/memory/views/curation.ts'
import { impactLimits } from './impact-words.tsx'

const view = (counts: Partial<ImpactView>) =>
  impactLimits({
    logCount: 40,
    otherStrategyCount: 0,
    logReadCount: 40,
    standInCount: 0,
    standInAskedCount: 0,
    ...counts,
  } as ImpactView).replaceAll('\u00a0', ' ')

it('says what was not asked, and nothing where all was', () => {
  expect(view({})).toBe('')
  expect(view({ logCount: 1204, logReadCount: 300 })).toContain('the latest 300 of 1,204 kept answers')
  expect(view({ standInCount: 900, standInAskedCount: 300 })).toContain('300 of 900 stored subtasks')
  expect(view({ logCount: 41, otherStrategyCount: 1 })).toBe(
    '1 answer of strategies that rank in another way was not asked.',
  )
})
