import { formatCount, formatPercent, plural } from '@/components/ui/format.ts'
import { asStage, isCategory, type Stage } from '@/lib/memory/category.ts'
import { closedValues, valueWord } from '@/lib/memory/filter/entry-fields.ts'
import type { Kept, MapCluster, MapColumn, MapFacet, MapView, Point } from '@/lib/memory/map.ts'

/** The four shapes of the categories, two more for facets with more values, and a ring for the rest. */
export type MapShape = 'ANALYZE' | 'REPRODUCE' | 'EDIT' | 'VERIFY' | 'cross' | 'down' | 'ring'
/** How a value is drawn: a shape, and the name of a colour token. */
export type MapStyle = { shape: MapShape; token: string }
export type LegendItem = MapStyle & {
  /** Null: everything that has no line of its own, or no value. */
  value: string | null
  word: string
  count: number
}

/** Values with a line of their own; the others share the last. */
const MOST_VALUES = 6

/** Colour belongs to categories, danger and warning; other facets are told apart by shape in ink. */
const INK: MapStyle[] = [
  { shape: 'ANALYZE', token: '--text' },
  { shape: 'REPRODUCE', token: '--text-2' },
  { shape: 'EDIT', token: '--control' },
  { shape: 'VERIFY', token: '--text' },
  { shape: 'cross', token: '--text-2' },
  { shape: 'down', token: '--control' },
]
const GRAVE: MapStyle = { shape: 'cross', token: '--danger' }
const HELD: MapStyle = { shape: 'REPRODUCE', token: '--warning' }
const FINE: MapStyle = { shape: 'ANALYZE', token: '--success' }
const PLAIN: MapStyle = { shape: 'ring', token: '--control' }
/** Values that mean the same wherever they stand. */
const MEANINGS: Partial<Record<MapFacet, Record<string, MapStyle>>> = {
  lifecycle: {
    approved: { shape: 'ANALYZE', token: '--text-2' },
    quarantined: HELD,
    candidate: { shape: 'ring', token: '--text' },
  },
  outcome: { resolved: FINE, unresolved: GRAVE, unknown: PLAIN },
  used: {
    never: PLAIN,
    '1-9': { shape: 'ANALYZE', token: '--text-2' },
    '10+': { shape: 'VERIFY', token: '--text' },
  },
  finding: { secret: GRAVE },
}

/** What the colouring facet shows: a line for each value that is drawn, most common first, and the line of every entry. */
export function legendOf(
  facet: MapFacet,
  column: MapColumn,
  unseenCount = 0,
): { items: LegendItem[]; itemOf: Uint8Array } {
  const counts = new Map<string | null, number>()
  for (const code of column.codes) {
    const value = column.values[code] ?? null
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const values = [...counts].filter((one): one is [string, number] => one[0] !== null)
  const order = closedValues(facet)
  const place = (value: string) => (order?.includes(value) ? order.indexOf(value) : MOST_VALUES)
  values.sort((a, b) => place(a[0]) - place(b[0]) || b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const inks = [...INK]
  const items: LegendItem[] = values.slice(0, MOST_VALUES).map(([value, count]) => {
    const style = styleOf(facet, value) ?? inks.shift() ?? PLAIN
    return { ...style, value, count, word: valueWord(facet, value) }
  })
  const rest = column.codes.length - items.reduce((sum, { count }) => sum + count, 0)
  const others = values.length - items.length
  if (rest > 0)
    items.push({
      ...PLAIN,
      value: null,
      count: rest,
      word:
        others > 0
          ? `${formatCount(others)} others`
          : facet === 'finding' && unseenCount > 0
            ? `none, or not looked at (${formatCount(unseenCount)})`
            : 'none',
    })
  const lines = column.values.map((value) => {
    const at = items.findIndex((item) => item.value !== null && item.value === value)
    return at === -1 ? items.length - 1 : at
  })
  return { items, itemOf: Uint8Array.from(column.codes, (code) => lines[code] ?? 0) }
}

function styleOf(facet: MapFacet, value: string): MapStyle | null {
  if (facet === 'category') {
    const stage = asStage(value)
    return stage && categoryStyle(stage)
  }
  if (facet === 'flag' && /^(leak|secret|injection)/.test(value)) return GRAVE
  return MEANINGS[facet]?.[value] ?? null
}

export function categoryStyle(stage: Stage): MapStyle {
  return isCategory(stage) ? { shape: stage, token: `--${stage.toLowerCase()}` } : PLAIN
}

/** The answer of the page: how many topics there are, what the largest is about, and whether the memory repeats itself. */
export function mapVerdict({ layout, liveCount, scannedAt, unseenCount }: MapView): string {
  if (layout === null) return `${plural(liveCount, 'entry', 'entries')}, not laid out by UMAP yet.`
  const { clusters, pairs } = layout
  const [largest] = clusters
  const name = largest && clusterName(largest)
  const about = name === null ? 'has no single theme' : `is about ${name}`
  const topics = largest
    ? `${plural(clusters.length, 'topic')}; the largest, of ${plural(largest.count, 'entry', 'entries')}, ${about}.`
    : 'No topic stands out.'
  if (pairs.length > 0) return `${topics} ${plural(pairs.length, 'pair')} of near-duplicates.`
  if (scannedAt === null) return `${topics} Near-duplicates: not checked yet.`
  if (unseenCount > 0)
    return `${topics} Near-duplicates: ${plural(unseenCount, 'entry', 'entries')} not checked.`
  return `${topics} No near-duplicates.`
}

/** `cursor · pagination` where that holds for most of the topic; null where its entries have no theme in common. */
export function clusterName({ keywords, named, count }: MapCluster): string | null {
  return named * 2 > count ? keywords.map(({ word }) => word).join(' · ') : null
}

/** How far near and far on the map can be trusted, beside what a map that says nothing would keep. `count` entries are on it. */
export function keptWords(kept: Kept, count: number): string {
  if (kept.share === null) return 'too few entries to say how much neighbourhood the map kept'
  const byChance = kept.neighbours / Math.max(1, count - 1)
  const chance = byChance < 0.01 ? 'under 1\u00a0%' : formatPercent(byChance)
  return `keeps ${formatPercent(kept.share)} of each entry’s ${kept.neighbours} nearest (chance: ${chance}), n ${formatCount(kept.n)}`
}

export type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'
const TURNS: Record<Direction, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The nearest point within 45° of a direction, what lies straight ahead first; null at the edge. */
export function nextPoint(
  { x, y }: { x: ArrayLike<number>; y: ArrayLike<number> },
  from: number,
  direction: Direction,
): number | null {
  const [dx, dy] = TURNS[direction]
  const [x0, y0] = [x[from] ?? 0, y[from] ?? 0]
  let best: number | null = null
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < x.length; i++) {
    const [ax, ay] = [(x[i] ?? 0) - x0, (y[i] ?? 0) - y0]
    const ahead = ax * dx + ay * dy
    const aside = Math.abs(ax * dy - ay * dx)
    if (i === from || ahead <= 0 || aside > ahead) continue
    const cost = Math.hypot(ahead, 2 * aside)
    if (cost < least) [best, least] = [i, cost]
  }
  return best
}

/** Moves both points of a pair apart until they touch: marks of radius `r` on the same spot would hide each other. */
export function touching(a: Point, b: Point, r: number): [Point, Point] {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const far = Math.hypot(dx, dy)
  if (far >= 2 * r) return [a, b]
  const [ux, uy] = far < 1e-6 ? [1, 0] : [dx / far, dy / far]
  const [mx, my] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  return [
    [mx - ux * r, my - uy * r],
    [mx + ux * r, my + uy * r],
  ]
}

/** A box that wants to stand at one of its spots, the first that is free; pixels. */
export type Label = { width: number; height: number; spots: Point[] }

/** Labels that fit, the first first: each at a spot where it hides none before it, of those where it costs least, and of those the first. */
export function placeLabels<L extends Label>(
  labels: readonly L[],
  cost: (label: L, spot: Point) => number = () => 0,
): (L & { spot: Point })[] {
  const placed: (L & { spot: Point })[] = []
  for (const label of labels) {
    const free = label.spots.filter(([x, y]) =>
      placed.every(
        (other) =>
          Math.abs(other.spot[0] - x) >= (other.width + label.width) / 2 + 6 ||
          Math.abs(other.spot[1] - y) >= (other.height + label.height) / 2 + 1,
      ),
    )
    const [best] = free.map((spot) => ({ spot, costs: cost(label, spot) })).sort((a, b) => a.costs - b.costs)
    if (best) placed.push({ ...label, spot: best.spot })
  }
  return placed
}
