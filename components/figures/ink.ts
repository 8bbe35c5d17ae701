import type { Series } from './figure.ts'

/** Names of the look’s custom properties that figures are drawn with. */
export type Ink =
  | 'text'
  | 'text-2'
  | 'text-3'
  | 'surface'
  | 'hairline'
  | 'hairline-strong'
  | 'control'
  | 'plot-null'
  | 'plot-null-line'
  | 'plot-grid'
  | 'plot-axis'
  | 'plot-line'
  | 'analyze'
  | 'reproduce'
  | 'edit'
  | 'verify'
  | 'danger'

/** What keeps lines apart in grey. */
const DASHES = ['4 3', '2 3', '7 3 2 3', '1 3', '9 4']

export interface Stroke {
  ink: Ink
  width: number
  dash: string | undefined
}

/** How a series is drawn: ink for the line the verdict speaks of, a category’s colour, a dash of its own for each other. */
export function strokeOf(one: Series, all: readonly Series[]): Stroke {
  if (one.category) {
    const ink = ({ ANALYZE: 'analyze', REPRODUCE: 'reproduce', EDIT: 'edit', VERIFY: 'verify' } as const)[
      one.category
    ]
    return { ink, width: 1.75, dash: undefined }
  }
  if (one.role === 'main') return { ink: 'plot-line', width: 2, dash: undefined }
  if (one.role === 'reference') return { ink: 'plot-null-line', width: 1, dash: '1 3' }
  const place = all.filter(({ role, category }) => role === 'other' && !category).indexOf(one)
  return { ink: 'plot-null-line', width: 1.25, dash: DASHES[place % DASHES.length] }
}
