'use client'

import { useMemo } from 'react'
import { formatScore } from '@/components/ui/format.ts'
import { findArea, isInside, type MapQuery, type MapView, type MapWords } from '@/lib/memory/map.ts'
import type { MapScene, QueryScene } from './map-scene.ts'
import type { MapUrl } from './map-url.ts'
import { categoryStyle, legendOf } from './prepare-map.ts'

export type MapLayout = NonNullable<MapView['layout']>

/** Entries whose middle the query is drawn in. */
const DRAWN_FROM = 5

/** What the address, the map and the query put on the canvas. `words` may come after the places. */
export function useMapScene(
  view: Pick<MapView, 'layout' | 'unseenCount'> | null,
  words: MapWords | null,
  url: MapUrl,
  answer: MapQuery | null,
  pointed: number | null,
) {
  const layout = view?.layout ?? null
  const unseenCount = view?.unseenCount ?? 0
  const placeOf = useMemo(() => new Map(words?.ids.map((id, place) => [id, place])), [words])
  const column = layout?.facets[url.color]
  const legend = useMemo(
    () => (column ? legendOf(url.color, column, unseenCount) : null),
    [column, url.color, unseenCount],
  )
  const only = legend?.items.some(({ value }) => value === url.only) ? url.only : null
  const polygon = useMemo(() => (url.area === null ? null : findArea(url.area)), [url.area])
  const query = useMemo(
    () => (answer && layout ? queryScene(answer, placeOf, layout) : null),
    [answer, placeOf, layout],
  )
  const lit = useMemo(() => {
    if (!layout || !legend || (only === null && polygon === null && query === null)) return null
    const near = query && new Set(query.inside)
    return Uint8Array.from(layout.x, (x, i) => {
      const item = legend.items[legend.itemOf[i] ?? 0]
      if (only !== null && item?.value !== only) return 0
      if (polygon && !isInside(polygon, x, layout.y[i] ?? 0)) return 0
      return near && !near.has(i) ? 0 : 1
    })
  }, [layout, legend, only, polygon, query])
  const chosen = url.at === null ? null : (placeOf.get(url.at) ?? null)
  const scene = useMemo((): MapScene | null => {
    if (!layout || !legend) return null
    const { x, y, pairs, clusters } = layout
    const { items: styles, itemOf: styleOf } = legend
    return { x, y, styles, styleOf, lit, pairs, clusters, area: polygon, chosen, pointed, query }
  }, [layout, legend, lit, polygon, chosen, pointed, query])
  return { scene, legend, only, placeOf }
}

function queryScene(answer: MapQuery, placeOf: Map<string, number>, { x, y }: MapLayout): QueryScene | null {
  const inside = answer.inside.flatMap(({ id }) => placeOf.get(id) ?? [])
  const outside = answer.outside.flatMap(({ id, category, score }) => {
    const point = placeOf.get(id)
    if (point === undefined) return []
    return [
      {
        point,
        style: categoryStyle(category),
        words: `${category} ${formatScore(score, 2)}, other category`,
      },
    ]
  })
  const middle = inside.length > 0 ? inside.slice(0, DRAWN_FROM) : outside.map(({ point }) => point)
  if (middle.length === 0) return null
  const mean = (values: ArrayLike<number>) =>
    middle.reduce((sum, point) => sum + (values[point] ?? 0), 0) / middle.length
  return { place: [mean(x), mean(y)], style: categoryStyle(answer.category), inside, outside }
}
