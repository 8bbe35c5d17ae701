import type { Values } from 'nuqs'
import { createParser, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { CATEGORIES } from '@/lib/memory/category.ts'
import { MAP_FACETS, MAP_METHODS } from '@/lib/memory/map.ts'

/** What of the map is in sight: magnification, and the map's point in the middle. */
export type MapLook = { k: number; x: number; y: number }

const parseAsLook = createParser<MapLook>({
  parse: (text) => {
    const [k, x, y] = text.split(',').map(Number)
    return [k, x, y].every(Number.isFinite) && k !== undefined && k >= 0.2 && k <= 100
      ? { k, x: x ?? 0, y: y ?? 0 }
      : null
  },
  serialize: ({ k, x, y }) => `${k.toFixed(2)},${x.toFixed(1)},${y.toFixed(1)}`,
  eq: (a, b) => a.k === b.k && a.x === b.x && a.y === b.y,
})

export const mapUrlParsers = {
  method: parseAsStringLiteral(MAP_METHODS).withDefault('pca'),
  color: parseAsStringLiteral(MAP_FACETS).withDefault('category'),
  /** The one value of the colouring facet that stands out. */
  only: parseAsString,
  /** Lasso: `x,y,x,y…` in map coordinates. */
  area: parseAsString,
  /** The chosen entry. */
  at: parseAsString,
  /** The query dropped on the map, and its category; null = the rules name it. */
  q: parseAsString.withDefault(''),
  z: parseAsStringLiteral(CATEGORIES),
  view: parseAsLook,
}

export type MapUrl = Values<typeof mapUrlParsers>
