import type { Category } from '../../lib/memory/category.ts'

/**
 * One value from which picture, table, CSV, alt text and SVG file derive. Two shapes: curves over x, and labelled rows.
 * A number that is not known is null: a gap in the picture, an empty cell in the table, never 0.
 */
export type Figure = Curves | Rows

/** A number or word of a table; null is unknown. */
export type Cell = string | number | null

/** How numbers are written: 1,204 · 0..1 as 40 % · 0..100 as 40 % · +1.2 · 0.314. */
export type Unit = 'count' | 'share' | 'percent' | 'points' | 'number'

export interface Axis {
  /** The axis’ words, and the name of its column. */
  name: string
  unit: Unit
  /** Names of evenly spaced places; x is then the place’s index. */
  places?: readonly string[]
  /** Given where the axis need not hold 0. */
  domain?: readonly [number, number]
  /** As far below 0 as above. */
  centred?: boolean
}

interface Shown {
  /** File name without its ending. */
  name: string
  /** What the picture shows, in words: for those who hear the page, and the title of the file. */
  title: string
  /** n, unit and source. */
  subtitle: string
  x: Axis
  /** Drawn across the plot and named at its edge. */
  references?: readonly Reference[]
}

export interface Reference {
  axis: 'x' | 'y'
  value: number
  name: string
}

export interface Curves extends Shown {
  kind: 'curves'
  y: Axis
  /** Pixels, where small differences stand on a long axis. */
  height?: number
  series: readonly Series[]
}

/** The line the verdict speaks of · another line · a ground that other lines are held against · an area behind. */
export type Role = 'main' | 'other' | 'reference' | 'band'

export interface Series {
  name: string
  role: Role
  /** A category’s line has its colour, and its glyph where the line ends. */
  category?: Category
  /** `step`: a value holds until the next; `none`: dots alone. */
  line?: 'straight' | 'step' | 'none'
  /** Drawn unless false; a reference has none. */
  dots?: boolean
  /** What `draws` are: dots beside the mean, or thin lines. */
  draws?: 'dots' | 'lines'
  points: readonly Point[]
}

export interface Measured {
  low?: number | null
  high?: number | null
  /** The single runs, seeds or shuffles that the mean is of. */
  draws?: readonly (number | null)[]
  /** What was decided on before looking: the one ring. */
  isPrimary?: boolean
  /** Words beside the mark. */
  says?: string
  href?: string
  /** More columns of the table. */
  cells?: Readonly<Record<string, Cell>>
}

/** A band has no y: its low and high are its edges. */
export interface Point extends Measured {
  x: number
  y: number | null
}

export interface Rows extends Shown {
  kind: 'rows'
  /** Name of the column of names. */
  label: string
  rows: readonly Row[]
}

export interface Row extends Measured {
  name: string
  /** Rows of a group stand together below its name. */
  group?: string
  value: number | null
  role: 'main' | 'other' | 'danger'
}

/** A name of at most so many letters; its middle goes, because names of one repository differ at the end. */
export function cutName(name: string, most: number): string {
  if (name.length <= most) return name
  const head = Math.ceil((most - 1) * 0.6)
  return `${name.slice(0, head)}…${name.slice(name.length - (most - 1 - head))}`
}
