/** Columns a reader may leave out, with the width each begins with, px. */
export const COLUMNS = {
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

/** Columns in sight. The address lists those that were switched from how they begin. */
export function shownColumns(switched: readonly string[]): ColumnId[] {
  return COLUMN_IDS.filter((id) => switched.includes(id) === OFF_AT_FIRST.includes(id))
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
