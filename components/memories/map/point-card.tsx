'use client'

import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { formatScore, plural } from '@/components/ui/format.ts'
import { asCategory } from '@/lib/memory/category.ts'
import type { MapFacet, MapWords, Point } from '@/lib/memory/map.ts'
import type { MapLayout } from './use-map-scene.ts'

type Shown = { layout: MapLayout; words: MapWords | null; point: number }

export function PointCard({ at: [left, top], ...shown }: Shown & { at: Point }) {
  const isLeft = left > 320
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-10 w-max max-w-72 rounded-float bg-overlay px-3 py-2 text-small shadow-float"
      style={{
        left: left + (isLeft ? -14 : 14),
        top: top + 14,
        transform: `${isLeft ? 'translateX(-100%) ' : ''}${top > 300 ? 'translateY(calc(-100% - 28px))' : ''}`,
      }}
    >
      <PointWords {...shown} />
    </div>
  )
}

/** The chosen entry, in words that a finger and a keyboard find too. */
export function ChosenCard({ onClose, ...shown }: Shown & { onClose: () => void }) {
  const href = useProjectHref()
  const id = shown.words?.ids[shown.point]
  return (
    <section
      aria-label="The chosen entry"
      className="absolute bottom-3 left-3 z-10 max-w-[min(26rem,calc(100%-24px))] rounded-float bg-overlay px-3 py-2 text-small shadow-float"
    >
      <PointWords {...shown} />
      <p className="mt-2 flex gap-2">
        {id && (
          <LinkButton href={href(`/memories/${id}`)} keys="↵">
            Open
          </LinkButton>
        )}
        <Button variant="quiet" onClick={onClose}>
          Let go
        </Button>
      </p>
    </section>
  )
}

function PointWords({ layout, words, point }: Shown) {
  const category = asCategory(facetValue(layout, 'category', point))
  const pairs = layout.pairs.filter(([a, b]) => a === point || b === point)
  const best = pairs[0]?.[2] ?? null
  return (
    <>
      {category && <CategoryMark category={category} />}
      <p className="mt-0.5 text-pretty text-body">
        {words ? words.objectives[point] : 'What it is called is still being read …'}
      </p>
      <p className="mt-0.5 text-ink-3">
        {(['repo', 'outcome', 'lifecycle'] as const)
          .map((facet) => facetValue(layout, facet, point))
          .filter((value) => value !== null && value !== 'none')
          .join(' · ')}
      </p>
      {pairs.length > 0 && (
        <p className="mt-0.5 text-ink-2">
          Nearly the same as {plural(pairs.length, 'other')}, joined by a line
          {best !== null && `; cosine ${formatScore(best)}`}.
        </p>
      )}
    </>
  )
}

/** The value of a facet of an entry; null where it has none. */
export function facetValue(layout: MapLayout, facet: MapFacet, point: number): string | null {
  const { values, codes } = layout.facets[facet]
  return values[codes[point] ?? -1] ?? null
}
