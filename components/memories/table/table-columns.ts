import { formatDay } from '@/components/ui/format.ts'
import {
  ENTRY_COLUMNS,
  type EntryColumn,
  entryField,
  fieldNamed,
  fieldSubject,
  isFacet,
  valueWord,
} from '@/lib/memory/filter/entry-fields.ts'
import type { EntryList } from '@/lib/memory/views/entries.ts'

const NARROWEST_PX = 34
const WIDEST_PX = 480

/** Columns in sight: those that tell something. The address lists those that were switched from how they begin. */
export function shownColumns(
  switched: readonly string[],
  constant: readonly EntryColumn[] = [],
): EntryColumn[] {
  const fields = switched.map(fieldNamed)
  const isOff = (id: EntryColumn) => entryField(id).column?.isOff === true || constant.includes(id)
  return ENTRY_COLUMNS.filter((id) => fields.includes(id) === isOff(id))
}

/** Columns in which every match has the same, with what that is; null where that is nothing at all. */
export function constantColumns({
  facets,
  days,
}: Pick<EntryList, 'facets' | 'days'>): Map<EntryColumn, string | null> {
  const constant = new Map<EntryColumn, string | null>()
  for (const id of ENTRY_COLUMNS) {
    const { column, isSeveral } = entryField(id)
    const facet = column?.alike?.facet ?? id
    const counts = isFacet(facet) ? facets[facet] : []
    const [only, ...others] = counts
    if (isSeveral && counts.length === 0) constant.set(id, null)
    if (!only || !isFacet(facet) || isSeveral || others.length > 0) continue
    if (column?.alike && column.alike.value !== only.value) continue
    constant.set(id, column?.isOff ? null : `${fieldSubject(facet)} ${valueWord(facet, only.value)}`)
  }
  if (days && days.from === days.to) constant.set('created', `made ${formatDay(days.from)}`)
  return constant
}

/** What the folded columns would say in every row: `state in service, used never`. */
export function constantWords(constant: ReadonlyMap<EntryColumn, string | null>): string {
  const words = [...constant.values()].filter((word) => word !== null)
  return words.length === 0 ? '' : `the same for all: ${words.join(', ')}`
}

/** Widths as the address says them: `flag.140_served.60`. */
export function parseWidths(text: string): Partial<Record<EntryColumn, number>> {
  return Object.fromEntries(
    text.split('_').flatMap((pair) => {
      const [name = '', px = ''] = pair.split('.')
      const id = ENTRY_COLUMNS.find((known) => known === fieldNamed(name))
      return id && /^\d{1,4}$/.test(px) ? [[id, Math.min(WIDEST_PX, Math.max(NARROWEST_PX, Number(px)))]] : []
    }),
  )
}

export function formatWidths(widths: Partial<Record<EntryColumn, number>>): string {
  return Object.entries(widths)
    .map(([id, px]) => `${id}.${Math.round(Math.min(WIDEST_PX, Math.max(NARROWEST_PX, px)))}`)
    .join('_')
}

/** Width of a column, px: as somebody dragged it, or as it begins. */
export function columnPx(id: EntryColumn, widths: Partial<Record<EntryColumn, number>>): number {
  return widths[id] ?? entryField(id).column?.px ?? NARROWEST_PX
}

/** The grid of a row: checkbox, category, objective, then the columns in sight. */
export function gridTemplate(
  shown: readonly EntryColumn[],
  widths: Partial<Record<EntryColumn, number>>,
): string {
  return ['36px', '34px', 'minmax(0,1fr)', ...shown.map((id) => `${columnPx(id, widths)}px`)].join(' ')
}
