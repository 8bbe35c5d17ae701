import { CATEGORIES } from '../../../lib/memory/category.ts'
import type { Source } from '../../../lib/memory/source.ts'
import type { RecurrenceReport, RecurrenceView } from '../../../lib/memory/studies/recurrence.ts'
import type { Cell, Curves, Point } from '../../figures/figure.ts'
import { tableOf } from '../../figures/table-of.ts'
import { formatCount, formatPercent, formatScore, plural } from '../../ui/format.ts'
import { note, type StudyPage, tablePart, words } from './study-page.ts'

export function recurrencePage(view: RecurrenceReport, source: Source): StudyPage {
  return {
    verdict: recurrenceVerdict(view),
    sources: source === 'written' ? ['measured', source] : ['measured'],
    basis: [
      `${plural(view.arrivals, 'approved entry', 'approved entries')}${view.isSample ? ', evenly drawn' : ''}, ${plural(view.episodes, 'episode')}${view.all.n < view.arrivals ? `, ${plural(view.all.n, 'entry', 'entries')} with a place in the stream` : ''}`,
      `match: above 99.9 % of ${formatCount(view.pairs)} unrelated pairs${view.floor === null ? '' : `, ${formatScore(view.floor, 3)}`}`,
    ],
    seed: view.seed,
    sections: [
      {
        id: 'stream',
        title: 'By place in the stream',
        note: 'nearest earlier entry of the category, from another instance',
        parts: [
          view.bins.length === 0
            ? words(UNPLACED)
            : { kind: 'figure', figure: recurrenceFigure(view), digits: 3 },
          note('A match is a similar description, not an outcome.'),
        ],
      },
      {
        id: 'categories',
        title: 'By category',
        parts: [tablePart('recurrence-categories', 'Share with a match', categoryTable(view), 3)],
      },
      {
        id: 'nearest',
        title: 'Nearest matches',
        parts: [
          {
            kind: 'list',
            items: view.examples.map(({ entryId, category, best, earlier }) => ({
              ...{ key: entryId, entryId, category, text: view.objectives[entryId] ?? entryId },
              ...(best && {
                beside: `nearest of ${earlier}: ${view.objectives[best.entryId] ?? best.entryId}`,
                besideId: best.entryId,
              }),
              value: best && formatScore(best.score, 3),
            })),
          },
        ],
      },
    ],
  }
}

const UNPLACED = 'No entry came from an episode: none has a place in the stream.'

export function recurrenceVerdict({ all, arrivals }: RecurrenceView): string {
  if (arrivals === 0) return 'No entries yet.'
  if (all.n === 0) return `Cannot tell. ${UNPLACED}`
  if (all.share === null || all.interval === null || all.byChance === null)
    return 'Cannot tell yet: too few unrelated pairs to define a match.'
  const shares = `${formatPercent(all.share)} of new entries have an earlier match (chance ${formatPercent(all.byChance)}).`
  if (all.interval.low > all.byChance) return `More than chance: ${shares}`
  if (all.interval.high < all.byChance) return `Less than chance: ${shares}`
  return `Cannot tell from chance: ${shares}`
}

/** Share of arriving entries with a match, by place in the stream, beside what chance alone would give. */
function recurrenceFigure({ bins, byCategory, arrivals }: RecurrenceView): Curves {
  const chance = bins.map(
    ({ byChance }, x): Point => ({ x, y: null, low: byChance === null ? null : 0, high: byChance }),
  )
  return {
    kind: 'curves',
    name: 'recurrence',
    title: 'New entries with an earlier match, by place in the stream',
    subtitle: `${plural(arrivals, 'entry', 'entries')}, share with 95 % CI; grey: chance level (rises with pool size)`,
    x: { name: 'episodes', unit: 'count', places: bins.map(({ from, to }) => `${from + 1}–${to + 1}`) },
    y: { name: 'share', unit: 'share' },
    series: [
      { name: 'chance', role: 'band', line: 'step', points: chance },
      {
        ...{ name: 'all', role: 'main', line: 'none' },
        points: bins.map(({ share, interval, n, recurring }, x) => ({
          ...{ x, y: share, low: interval?.low ?? null, high: interval?.high ?? null },
          ...{ cells: { entries: n, matches: recurring }, says: share === null ? 'no entry' : '' },
        })),
      },
      ...byCategory.map(({ category, bins: own }) => ({
        ...{ name: category, category, role: 'other' as const, line: 'none' as const },
        points: own.map(({ share, n, recurring }, x) => ({
          x,
          y: share,
          cells: { entries: n, matches: recurring },
        })),
      })),
    ],
  }
}

function categoryTable({ byCategory, all }: RecurrenceView): Cell[][] {
  const rows = [
    ...CATEGORIES.flatMap((name) => byCategory.filter(({ category }) => category === name)),
    { ...all, category: 'all' },
  ]
  return tableOf(rows, {
    category: ({ category }) => category,
    entries: ({ n }) => n,
    matches: ({ recurring }) => recurring,
    share: ({ share }) => share,
    '95 % low': ({ interval }) => interval?.low,
    '95 % high': ({ interval }) => interval?.high,
    'by chance': ({ byChance }) => byChance,
  })
}
