import { expect, test } from 'vitest'
import { CATEGORIES } from '@/lib/memory/category.ts'
import type { CategorySummary, OverviewView } from '@/lib/memory/views.ts'
import { overviewVerdict } from './prepare-overview.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

function view(change: Partial<OverviewView>, category: Partial<CategorySummary> = {}): OverviewView {
  return {
    project: { id: 'p', name: 'sample', source: 'written', entryCount: 61, episodeCount: 12 },
    categories: CATEGORIES.map((name) => ({
      category: name,
      live: 15,
      approved: 15,
      held: 0,
      retired: 0,
      lastUsedAt: null,
      recurrence: null,
      recurrenceCount: 0,
      ...(name === 'VERIFY' ? category : {}),
    })),
    growth: [],
    findings: [],
    outcomes: { resolved: 6, unresolved: 5, unknown: 1 },
    recentRetrievals: [],
    ...change,
  }
}

test('a category that cannot answer comes before everything else', () => {
  expect(plain(overviewVerdict(view({}, { approved: 0 })))).toBe(
    'VERIFY has no approved entry, so nothing would be injected there; 60 live entries from 12 episodes in all.',
  )
})

test('a leak comes before a larger count of something harmless', () => {
  const findings = [
    { key: 'vague', label: 'vague', count: 8, href: '/memories?flag=vague' },
    { key: 'leak: path', label: 'leak: path', count: 3, href: '/memories?flag=leak' },
  ]
  expect(plain(overviewVerdict(view({ findings })))).toBe(
    'All four categories can answer: 60 live entries from 12 episodes; next, look at the 3 flagged “leak: path”.',
  )
})

test('it says that no rule found a fault, not that there is none', () => {
  expect(plain(overviewVerdict(view({})))).toContain('no rule found a fault in them')
})

test('outcomes of the sample are never part of the answer', () => {
  expect(overviewVerdict(view({}))).not.toMatch(/resolved/)
})
