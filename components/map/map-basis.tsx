import { SourceChip } from '@/components/marks/source-chip.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import type { Kept, MapView } from '@/lib/memory/map.ts'
import type { MapLayout } from './drawing/use-map-scene.ts'
import { keptWords } from './prepare-map.ts'

/** What the map rests on: how much neighbourhood it kept, as of when, by which embedder. */
export function MapBasis({
  view,
  layout,
  kept,
  notMeasured,
}: {
  view: MapView
  layout: MapLayout
  /** Null until it is measured. */
  kept: Kept | null
  notMeasured: Error | null
}) {
  return (
    <>
      <span>
        <SourceChip source="measured" /> {view.method.toUpperCase()}{' '}
        {kept ? (
          keptWords(kept, layout.x.length)
        ) : notMeasured ? (
          `neighbourhood kept: not measured, ${notMeasured.message}`
        ) : (
          <>
            neighbourhood kept <span className="hatch inline-block h-2.5 w-9" aria-hidden="true" /> being
            measured
          </>
        )}
      </span>
      <span className="text-ink-3">{sinceWords(layout, view.storeRevision)}</span>
      <span className="text-ink-3">
        {view.embedder} · {view.dimension}
        {'\u00a0'}d
      </span>
    </>
  )
}

function sinceWords({ revision, missingCount, sampledFrom, x }: MapLayout, storeRevision: number): string {
  const since =
    missingCount === 0 && revision === storeRevision
      ? ''
      : `, ${plural(missingCount, 'entry', 'entries')} new or reworded since`
  const sample =
    sampledFrom === null
      ? ''
      : ` · a seeded sample of ${formatCount(x.length)} of ${formatCount(sampledFrom)}`
  return `as of revision ${formatCount(revision)}${since}${sample}`
}
