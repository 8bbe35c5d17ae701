import type { RecurrenceView } from '../../../lib/memory/audit/recurrence.ts'
import type { Cell } from '../../figures/figure.ts'
import { tableOf } from '../../figures/table-of.ts'
import { formatPercent } from '../../ui/format.ts'

export function recurrenceVerdict({ all, arrivals }: RecurrenceView): string {
  if (arrivals === 0) return 'No entry yet: nothing has arrived.'
  if (all.share === null || all.interval === null || all.byChance === null)
    return 'Cannot tell yet: too few unrelated pairs to say what near means.'
  const share = formatPercent(all.share)
  const chance = formatPercent(all.byChance)
  if (all.interval.low > all.byChance)
    return `It may: ${share} of arriving entries had an earlier neighbour that fits; chance alone would give ${chance}.`
  if (all.interval.high < all.byChance)
    return `Hardly: ${share} had an earlier neighbour that fits, fewer than chance gives (${chance}).`
  return `Cannot tell: ${share} had an earlier neighbour that fits, and chance alone would give ${chance}.`
}

export function recurrenceTable(view: RecurrenceView): Cell[][] {
  return tableOf(view.bins, {
    runs: ({ from, to }) => `${from + 1} to ${to + 1}`,
    entries: ({ n }) => n,
    recurring: ({ recurring }) => recurring,
    share: ({ share }) => share,
    '95 % low': ({ interval }) => interval?.low,
    '95 % high': ({ interval }) => interval?.high,
    'by chance': ({ byChance }) => byChance,
  })
}
