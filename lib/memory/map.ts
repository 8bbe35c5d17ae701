import type { Category } from './category.ts'
import { UserError } from './errors.ts'

/** How entries are laid out: the two axes of most variance, or UMAP. */
export const MAP_METHODS = ['pca', 'umap'] as const
export type MapMethod = (typeof MAP_METHODS)[number]

/** Facets that colour the map. An entry with several flags or findings counts with its first. */
export const MAP_FACETS = [
  'category',
  'lifecycle',
  'outcome',
  'repo',
  'kind',
  'flag',
  'finding',
  'used',
] as const
export type MapFacet = (typeof MAP_FACETS)[number]

/** The map is a square of this side; both axes have one scale. Ours. */
export const MAP_SIDE = 1_000

/** Nearest neighbours that a good map would keep nearest. Ours. */
export const KEPT_NEIGHBOURS = 15

export type Point = [x: number, y: number]
/** At least three corners; the last is joined to the first. */
export type Polygon = Point[]

/** Share of points' nearest neighbours that are nearest on the map too, 0..1, over `n` points; share null when there are too few entries to say. */
export type Kept = { share: number | null; n: number; neighbours: number }

/** A place where entries crowd: its middle, how far four in five of its entries lie from it at most, how many belong to it, and the keywords that are more common there than elsewhere. */
export type MapCluster = {
  x: number
  y: number
  radius: number
  count: number
  keywords: { word: string; count: number; lift: number }[]
  /** How many of its entries have one of those keywords. */
  named: number
}

/** One value of a facet for each entry: `values[codes[i]]`; null where it has none. */
export type MapColumn = { values: (string | null)[]; codes: number[] }

/** Work under way on a UMAP map. */
export type MapJob = {
  id: string
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  reason: string | null
  /** Null until the work has begun here. */
  progress: MapProgress | null
}
export type MapProgress = {
  phase: 'neighbours' | 'layout'
  done: number
  total: number
  /** Of this phase at the rate so far; null before anything is done. */
  remainingMs: number | null
}

/** The map, column by column: entry i lies at `x[i]`, `y[i]`. Its id and words come after it, as `MapWords`. */
export type MapView = {
  method: MapMethod
  embedder: string
  dimension: number
  storeRevision: number
  /** Entries of the project that are neither retired nor purged and have a vector. */
  liveCount: number
  /** Null when this method has not been computed here. */
  layout: {
    revision: number
    /** Entries that are new or reworded since; they are not on the map. */
    missingCount: number
    /** How many of all live entries were laid out; fewer than all only beyond the most a map holds. */
    sampledFrom: number | null
    /** Names the entries and their order: `MapWords` of the same print belong to these places. */
    print: string
    x: number[]
    y: number[]
    facets: Record<MapFacet, MapColumn>
    clusters: MapCluster[]
    /** Open findings of near-duplicates, as numbers of entries, with their cosine. */
    pairs: [a: number, b: number, score: number | null][]
  } | null
  /** When the detectors last looked; null = never. */
  scannedAt: string | null
  /** Live entries that came or changed since; all of them where nobody looked. */
  unseenCount: number
}

/** What the entries of a map are called, in the order of its places. */
export type MapWords = {
  print: string
  ids: string[]
  /** Beginnings of the objectives, with dots in place of secrets. */
  objectives: string[]
}

/** A query on the map: what it may retrieve, and what stands behind the wall. */
export type MapQuery = {
  category: Category
  /** True when rules named the category, not the caller. */
  predicted: boolean
  /** Best first, of its category. */
  inside: { id: string; score: number }[]
  /** The nearest of each other category, best first. */
  outside: { id: string; category: Category; score: number }[]
}

/** A round area, as a polygon of 24 corners. */
export function roundArea(x: number, y: number, radius: number): Polygon {
  return Array.from({ length: 24 }, (_, i): Point => {
    const turn = (i / 24) * 2 * Math.PI
    return [x + radius * Math.cos(turn), y + radius * Math.sin(turn)]
  })
}

const MOST_CORNERS = 200

/** A polygon as an address says it: whole numbers `x,y,x,y…` of map coordinates. */
export function areaText(polygon: Polygon): string {
  return polygon.map(([x, y]) => `${Math.round(x)},${Math.round(y)}`).join(',')
}

/** The polygon of an address. Throws UserError `bad-area`. */
export function parseArea(text: string): Polygon {
  const polygon = findArea(text)
  if (polygon) return polygon
  throw new UserError('bad-area', 'The area is no polygon on the map.', {
    hint: `Give 3 to ${MOST_CORNERS} corners as numbers x,y,x,y,… or draw it on the map.`,
    place: 'area',
  })
}

/** As `parseArea`, but null when the text is none. */
export function findArea(text: string): Polygon | null {
  if (!/^-?\d{1,5}(\.\d+)?(,-?\d{1,5}(\.\d+)?)*$/.test(text)) return null
  const numbers = text.split(',').map(Number)
  const count = numbers.length / 2
  if (!Number.isInteger(count) || count < 3 || count > MOST_CORNERS) return null
  return Array.from({ length: count }, (_, i): Point => [numbers[2 * i] ?? 0, numbers[2 * i + 1] ?? 0])
}

/** True when the point lies in the polygon, by the even-odd rule: a lasso that crosses itself leaves out what it goes round twice. */
export function isInside(polygon: Polygon, x: number, y: number): boolean {
  let inside = false
  let [beforeX, beforeY] = polygon.at(-1) ?? [0, 0]
  for (const [cornerX, cornerY] of polygon) {
    const crosses =
      cornerY > y !== beforeY > y && x < ((beforeX - cornerX) * (y - cornerY)) / (beforeY - cornerY) + cornerX
    if (crosses) inside = !inside
    beforeX = cornerX
    beforeY = cornerY
  }
  return inside
}

/** Corners that make a triangle smaller than this with their neighbours say nothing, square map units. */
const FLAT = 6

/** A drawn line with at most `most` corners, none of them flat: those that lie closest to the line of their neighbours go first. */
export function simplified(polygon: Polygon, most = 60): Polygon {
  const corners = polygon.filter(
    ([x, y], i) =>
      i === 0 ||
      Math.round(x) !== Math.round(polygon[i - 1]?.[0] ?? 0) ||
      Math.round(y) !== Math.round(polygon[i - 1]?.[1] ?? 0),
  )
  for (;;) {
    let flattest = 0
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < corners.length; i++) {
      const area = triangle(corners.at(i - 1), corners[i], corners[(i + 1) % corners.length])
      if (area < least) [flattest, least] = [i, area]
    }
    if (corners.length <= 3 || (corners.length <= most && least >= FLAT)) break
    corners.splice(flattest, 1)
  }
  return corners
}

function triangle([ax, ay]: Point = [0, 0], [bx, by]: Point = [0, 0], [cx, cy]: Point = [0, 0]): number {
  return Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2
}
