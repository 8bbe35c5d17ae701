import { expect, test } from 'vitest'
import { byFacet, type EntryFacet } from '@/lib/memory/filter/entry-fields.ts'
import type { FacetCount } from '@/lib/memory/views/entries.ts'
import { memoriesVerdict } from './prepare-memories.ts'

function whole(totalCount: number, counts: Partial<Record<EntryFacet, FacetCount[]>>) {
  const facets: Record<EntryFacet, FacetCount[]> = { ...byFacet(() => []), ...counts }
  return { totalCount, facets }
}
const WORKLISTS = [
  { detector: 'leak', title: 'Leaks', trust: 'trusted' },
  { detector: 'vague', title: 'Empty advice', trust: 'untested' },
] as const
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('what may hurt comes first, whatever its count, and no share of junk is claimed', () => {
  const list = whole(10412, {
    finding: [
      { value: 'vague', count: 862 },
      { value: 'leak', count: 318 },
    ],
  })
  expect(plain(memoriesVerdict(list, WORKLISTS))).toBe('Start with “Leaks”: 318 of 10,412 entries.')
})

test('a rule that cannot be trusted is not where to start', () => {
  const list = whole(308, { finding: [{ value: 'vague', count: 25 }] })
  expect(plain(memoriesVerdict(list, WORKLISTS))).toBe('No trusted rule found a fault in 308 entries.')
  const junk = { count: 46, n: 150, share: 0.307, interval: { low: 0.24, high: 0.39 } }
  expect(plain(memoriesVerdict(list, WORKLISTS, junk))).toBe(
    'About 31 % of 308 entries are junk; no trusted rule found it.',
  )
})

test('without a finding it says so, and who waits', () => {
  expect(plain(memoriesVerdict(whole(61, {}), WORKLISTS))).toBe('No open finding on 61 entries.')
  expect(
    plain(memoriesVerdict(whole(61, { lifecycle: [{ value: 'quarantined', count: 3 }] }), WORKLISTS)),
  ).toBe('No open finding on 61 entries; 3 are held for review.')
})

test('an empty store has no junk and says so', () => {
  expect(memoriesVerdict(whole(0, {}), WORKLISTS)).toBe('No memories yet.')
})

test('a memory whose every entry is retired is not called empty', () => {
  const gone = whole(0, { lifecycle: [{ value: 'retired', count: 309 }] })
  expect(plain(memoriesVerdict(gone, WORKLISTS))).toBe('Nothing in service: 309 entries are retired.')
})

test('the verdict says the share of junk where a sample was judged, and that nobody looked where nobody did', () => {
  const junk = { count: 46, n: 150, share: 0.307, interval: { low: 0.24, high: 0.39 } }
  const list = whole(10412, { finding: [{ value: 'leak', count: 318 }] })
  expect(plain(memoriesVerdict(list, WORKLISTS, junk))).toBe(
    'About 31 % of 10,412 entries are junk; start with “Leaks” (318).',
  )
  const few = { count: 4, n: 4, share: 1, interval: { low: 0.51, high: 1 } }
  expect(plain(memoriesVerdict(list, WORKLISTS, few))).toMatch(
    /^Between 51 and 100 % of 10,412 entries are junk/,
  )
  expect(plain(memoriesVerdict(whole(10412, {}), WORKLISTS, null, 10_000))).toBe(
    'Not checked: 10,000 of 10,412 entries are new or changed.',
  )
})
