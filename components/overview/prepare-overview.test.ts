import { expect, test } from 'vitest'
import { CATEGORIES } from '@/lib/memory/category.ts'
import type { CategorySummary, OverviewView } from '@/lib/memory/views/project.ts'
import { overviewVerdict as verdictOf } from './prepare-overview.ts'

const overviewVerdict = (shown: OverviewView, unread = 0) => verdictOf(shown, unread)

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

function view(change: Partial<OverviewView>, category: Partial<CategorySummary> = {}): OverviewView {
  return {
    project: { id: 'p', name: 'sample', source: 'written', entryCount: 61, liveCount: 61, episodeCount: 12 },
    categories: CATEGORIES.map((name) => ({
      category: name,
      live: 15,
      approved: 15,
      withheld: 0,
      unreviewed: 0,
      held: 0,
      retired: 0,
      lastUsedAt: null,
      recurrence: null,
      ...(name === 'VERIFY' ? category : {}),
    })),
    growth: [],
    findings: [],
    otherFindingCount: 0,
    scannedAt: '2026-11-22T09:00:00.000Z',
    outcomes: { resolved: 6, unresolved: 5, kept: 0, reverted: 0, unknown: 1 },
    recentRetrievals: [],
    servedLastHour: 0,
    unseenCount: 0,
    ...change,
  }
}

test('a category that cannot answer comes before everything else', () => {
  expect(plain(overviewVerdict(view({}, { approved: 0 })))).toBe(
    'VERIFY has no entry in service, so nothing would be injected there.',
  )
})

test('a category whose entries are all withheld for a secret cannot answer', () => {
  expect(plain(overviewVerdict(view({}, { withheld: 15 })))).toMatch(/^VERIFY has no entry in service/)
  expect(plain(overviewVerdict(view({}, { withheld: 14 })))).toMatch(
    /^Every category has a lesson in service/,
  )
})

test('where a model has not read everything, that is the way on', () => {
  expect(plain(overviewVerdict(view({}, { approved: 0 }), 242))).toBe(
    'VERIFY has no entry in service; next, a model could read 242 subtasks.',
  )
})

test('the first finding is the next thing to do: they come with what can do harm first', () => {
  const findings = [
    { key: 'leak', label: 'Leaks', meaning: '', count: 3, href: '/memories/review/leak' },
    { key: 'vague', label: 'Empty advice', meaning: '', count: 8, href: '/memories/review/vague' },
  ]
  expect(plain(overviewVerdict(view({ findings })))).toBe(
    'Every category has a lesson in service; next, look at 3 findings under “Leaks”.',
  )
})

test('it says that no rule found a fault, not that there is none', () => {
  expect(plain(overviewVerdict(view({})))).toContain('no trusted rule found a fault')
})

test('what nobody looked at is not called clean', () => {
  expect(plain(overviewVerdict(view({ scannedAt: null, unseenCount: 60 })))).toContain(
    'no rule has looked yet',
  )
  const arrived = view({ scannedAt: '2026-11-22T10:00:00.000Z', unseenCount: 10_000 })
  expect(plain(overviewVerdict(arrived))).toContain('not looked at since 10,000 arrived or changed')
})

test('where everything is retired it says so, and not that nothing was imported', () => {
  const { categories } = view({})
  const all = view({ categories: categories.map((one) => ({ ...one, live: 0, approved: 0, retired: 65 })) })
  expect(plain(overviewVerdict(all))).toBe('Nothing would be injected: all 260 entries are retired.')
})

test('runs without a lesson need a model next', () => {
  const { categories, project } = view({})
  const none = view({
    project: { ...project, episodeCount: 52 },
    categories: categories.map((one) => ({ ...one, live: 0, approved: 0 })),
  })
  expect(plain(overviewVerdict(none))).toBe('No lesson yet: next, a model could read 52 episodes.')
})

test('outcomes of the sample are never part of the answer', () => {
  expect(overviewVerdict(view({}))).not.toMatch(/resolved/)
})
