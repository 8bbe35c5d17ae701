import { expect, it } from 'vitest'
import type { ActivityFacets } from '@/lib/memory/views/activity.ts'
import { activityVerdict, chainWords, keptWords } from './prepare-activity.ts'

const facets = (verbs: ActivityFacets['verbs']): ActivityFacets => ({
  people: [{ value: 'Mara', count: 3 }],
  verbs,
  totalCount: 3,
  firstAt: '2026-11-22T11:06:00.000Z',
})

it('promises a before and an after only of what no purge took out', () => {
  const retired = facets([{ value: 'retire', count: 3 }])
  expect(activityVerdict(retired, 3, false)).toMatch(/by Mara since 22\sNov\s2026/)
  expect(keptWords(retired)).toBe('each kept as it was before and after')
  const purged = facets([
    { value: 'retire', count: 2 },
    { value: 'purge', count: 1 },
  ])
  expect(keptWords(purged)).toMatch(/before and after, but for what 1\spurge took out$/)
})

it('says of a chain whose numbers have gaps that all projects share the numbers, and of one without gaps nothing of it', () => {
  const chain = { ok: true, from: 1, to: 603, count: 6, brokenAt: null, why: null }
  expect(chainWords(chain)).toMatch(
    /^The chain holds: 6\ssealed revisions, 1 to 603, numbered over all projects and chained within this one\.$/,
  )
  expect(chainWords({ ...chain, to: 6 })).toMatch(/^The chain holds: 6\ssealed revisions, 1 to 6\.$/)
})
