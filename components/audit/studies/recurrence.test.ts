import { expect, it } from 'vitest'
import { figureTable } from '@/components/figures/figure-table.ts'
import type { RecurrenceReport, RecurrenceShare } from '@/lib/memory/studies/recurrence.ts'
import { recurrencePage, recurrenceVerdict } from './recurrence.ts'

const share = (low: number, high: number): RecurrenceShare => ({
  ...{ n: 10, recurring: 4, share: (low + high) / 2, interval: { low, high }, byChance: 0.3 },
})
const none: RecurrenceShare = { n: 0, recurring: 0, share: null, interval: null, byChance: null }
const bins = [
  { from: 0, to: 4, ...share(0.1, 0.7) },
  { from: 5, to: 9, ...none },
]
const report: RecurrenceReport = {
  ...{
    episodes: 10,
    arrivals: 10,
    all: share(0.1, 0.7),
    byCategory: [{ category: 'EDIT', ...share(0.1, 0.7), bins }],
  },
  ...{
    bins,
    pairs: 5000,
    seed: null,
    floor: 0.5,
    isSample: false,
    objectives: { a: 'mend it', b: 'mend that' },
  },
  examples: [
    {
      entryId: 'a',
      category: 'EDIT',
      position: 1,
      earlier: 3,
      best: { score: 0.91, entryId: 'b' },
      chance: 0,
    },
  ],
}

it('holds the share of matches against chance, and says when it cannot tell', () => {
  const of = (low: number, high: number) => recurrenceVerdict({ ...report, all: share(low, high) })
  expect(of(0.4, 0.6)).toMatch(
    /^More than chance: 50\s% of new entries have an earlier match \(chance 30\s%\)\.$/,
  )
  expect(of(0.1, 0.2)).toMatch(/^Less than chance/)
  expect(of(0.1, 0.7)).toMatch(/^Cannot tell from chance/)
  expect(recurrenceVerdict({ ...report, all: { ...none, n: 4 } })).toMatch(/too few unrelated pairs/)
  expect(recurrenceVerdict({ ...report, arrivals: 0 })).toBe('No entries yet.')
})

it('draws no stream where no entry came from an episode', () => {
  const { verdict, basis, sections } = recurrencePage(
    { ...report, all: none, episodes: 0, bins: [] },
    'written',
  )
  expect(verdict).toBe('Cannot tell. No entry came from an episode: none has a place in the stream.')
  expect(basis[0]?.replaceAll('\u00a0', ' ')).toBe(
    '10 approved entries, 0 episodes, 0 entries with a place in the stream',
  )
  expect(sections[0]?.parts.map(({ kind }) => kind)).toEqual(['words', 'words'])
})

it('draws chance behind, leaves a stretch where nothing arrived empty, and links the nearest', () => {
  const parts = recurrencePage(report, 'written').sections.flatMap((section) => section.parts)
  const figure = parts.find((part) => part.kind === 'figure')
  if (figure?.kind !== 'figure') throw new Error('a figure is drawn')
  const table = figureTable(figure.figure)
  expect(table[0]).toEqual(['series', 'episodes', 'share', '95 % low', '95 % high', 'entries', 'matches'])
  expect(table).toContainEqual(['chance', '1–5', null, 0, 0.3, null, null])
  expect(table).toContainEqual(['all', '6–10', null, null, null, 0, 0])
  expect(parts).toContainEqual({
    kind: 'list',
    items: [
      expect.objectContaining({
        entryId: 'a',
        besideId: 'b',
        beside: 'nearest of 3: mend that',
        value: '0.910',
      }),
    ],
  })
})
