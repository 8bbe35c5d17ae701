import { formatDay } from '@/components/ui/format.ts'
import type { EntryFacet } from '@/lib/memory/filter/entry-facet.ts'
import { asLifecycle, lifecycleWord } from '@/lib/memory/lifecycle.ts'
import type { EntryList } from '@/lib/memory/views/entries.ts'

/** Columns a reader may leave out, with the width each begins with, px. */
export const COLUMNS = {
  finding: { title: 'Finding', px: 128 },
  flag: { title: 'Flag', px: 104 },
  repo: { title: 'Repository', px: 150 },
  backbone: { title: 'Model of the run', px: 120 },
  reviewer: { title: 'Reviewed by', px: 90 },
  served: { title: 'Served', px: 54 },
  outcome: { title: 'Run', px: 76 },
  state: { title: 'State', px: 36 },
  created: { title: 'Made', px: 56 },
} as const
export type ColumnId = keyof typeof COLUMNS

export const COLUMN_IDS = Object.keys(COLUMNS) as ColumnId[]
/** Left out unless asked for: `hide=` of the address names what differs from this. */
const OFF_AT_FIRST: readonly ColumnId[] = ['repo', 'backbone', 'reviewer']

const NARROWEST_PX = 34
const WIDEST_PX = 480

/** Columns in sight: those that tell something. The address lists those that were switched from how they begin. */
export function shownColumns(switched: readonly string[], constant: readonly ColumnId[] = []): ColumnId[] {
  const isOff = (id: ColumnId) => OFF_AT_FIRST.includes(id) || constant.includes(id)
  return COLUMN_IDS.filter((id) => switched.includes(id) === isOff(id))
}

/** Columns in which every match has the same, with what that is; null where that is nothing at all. */
export function constantColumns({
  facets,
  days,
}: Pick<EntryList, 'facets' | 'days'>): Map<ColumnId, string | null> {
  const constant = new Map<ColumnId, string | null>()
  const only = (facet: EntryFacet) => (facets[facet].length === 1 ? facets[facet][0]?.value : undefined)
  if (facets.finding.length === 0) constant.set('finding', null)
  if (facets.flag.length === 0) constant.set('flag', null)
  if (only('used') === 'never') constant.set('served', 'never served')
  const outcome = only('outcome')
  if (outcome) constant.set('outcome', `outcome ${outcome}`)
  const state = only('lifecycle')
  const lifecycle = state === undefined ? null : asLifecycle(state)
  if (lifecycle) constant.set('state', lifecycleWord(lifecycle))
  if (days && days.from === days.to) constant.set('created', `made ${formatDay(days.from)}`)
  return constant
}

/** What the folded columns would say in every row: `all in service, never served`. */
export function constantWords(constant: ReadonlyMap<ColumnId, string | null>): string {
  const words = [...constant.values()].filter((word) => word !== null)
  return words.length === 0 ? '' : `all ${words.join(', ')}`
}

/** Widths as the address says them: `flag.140_served.60`. */
export function parseWidths(text: string): Partial<Record<ColumnId, number>> {
  return Object.fromEntries(
    text.split('_').flatMap((pair) => {
      const [id = '', px = ''] = pair.split('.')
      return COLUMN_IDS.some((known) => known === id) && /^\d{1,4}$/.test(px)
        ? [[id, Math.min(WIDEST_PX, Math.max(NARROWEST_PX, Number(px)))]]
        : []
    }),
  )
}

export function formatWidths(widths: Partial<Record<ColumnId, number>>): string {
  return Object.entries(widths)
    .map(([id, px]) => `${id}.${Math.round(Math.min(WIDEST_PX, Math.max(NARROWEST_PX, px)))}`)
    .join('_')
}

/** The grid of a row: checkbox, category, objective, then the columns in sight. */
export function gridTemplate(shown: readonly ColumnId[], widths: Partial<Record<ColumnId, number>>): string {
  return ['36px', '34px', 'minmax(0,1fr)', ...shown.map((id) => `${widths[id] ?? COLUMNS[id].px}px`)].join(
    ' ',
  )
}
