'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Button } from '@/components/ui/button.tsx'
import { formatCount, formatDuration, formatPercent, plural } from '@/components/ui/format.ts'
import { EmptyState, Progress, Skeleton } from '@/components/ui/states.tsx'
import { areaText, type MapProgress, type Point } from '@/lib/memory/map.ts'
import { MapCanvas } from './map-canvas.tsx'
import { shapePath } from './map-shape.ts'
import { useMapState } from './map-state.ts'
import { ChosenCard, facetValue, PointCard } from './point-card.tsx'
import type { LegendItem, MapStyle } from './prepare-map.ts'
import type { MapLayout } from './use-map-scene.ts'

/** The map itself: its legend, its canvas, and what floats over it. */
export function MapStage() {
  const { choose, handle, isLasso, layout, scene, setArea, setPointed, setUrl, url, view, words } =
    useMapState()
  const router = useRouter()
  const href = useProjectHref()
  const [hovered, setHovered] = useState<Hovered | null>(null)
  const idOf = (point: number | null) => (point === null ? null : (words?.ids[point] ?? null))
  return (
    <div className="flex min-w-0 flex-col">
      <StageBar />
      <div className="relative h-[calc(100dvh-270px)] min-h-[420px] border-hairline border-t bg-surface max-md:h-[62dvh] max-md:min-h-[340px]">
        {scene ? (
          <MapCanvas
            scene={scene}
            look={url.view}
            isLasso={isLasso}
            label={`Map of ${plural(scene.x.length, 'entry', 'entries')}. Arrow keys go from entry to entry, Enter opens.`}
            describedBy="map-said"
            handle={handle}
            onLook={(look) => void setUrl({ view: look })}
            onPoint={(point, at) => {
              setHovered(point === null ? null : { point, at })
              setPointed(point)
            }}
            onChoose={(point) => choose(idOf(point))}
            onOpen={(point) => idOf(point) && router.push(href(`/memories/${idOf(point)}`))}
            onArea={(drawn) => setArea(areaText(drawn))}
          />
        ) : (
          <div className="px-6 py-6 max-md:px-4">
            {view === null ? <Skeleton lines={4} label="Laying the entries out" /> : <UmapOffer />}
          </div>
        )}
        {layout && <OverTheMap layout={layout} hovered={hovered} />}
      </div>
    </div>
  )
}

type Hovered = { point: number; at: Point }

/** The cards of the entries that are pointed at and chosen, and how complete the map is. */
function OverTheMap({ layout, hovered }: { layout: MapLayout; hovered: Hovered | null }) {
  const { choose, job, orderUmap, scene, url, words } = useMapState()
  const chosen = scene?.chosen ?? null
  return (
    <>
      <p id="map-said" aria-live="polite" className="sr-only">
        {chosen !== null &&
          `${facetValue(layout, 'category', chosen) ?? 'entry'}: ${words?.objectives[chosen] ?? ''}`}
      </p>
      {hovered && hovered.point < layout.x.length && <PointCard layout={layout} words={words} {...hovered} />}
      {chosen !== null && hovered?.point !== chosen && (
        <ChosenCard layout={layout} words={words} point={chosen} onClose={() => choose(null)} />
      )}
      {layout.missingCount > 0 && url.method === 'umap' && !job && (
        <p className="absolute right-3 bottom-3 flex items-center gap-2 rounded-float bg-overlay px-3 py-1.5 text-small shadow-float">
          {plural(layout.missingCount, 'entry', 'entries')} since are not on this map.
          <Button onClick={() => void orderUmap()}>Compute again</Button>
        </p>
      )}
      {job && (
        <div className="absolute right-3 bottom-3 w-80 max-w-[90%] rounded-float bg-overlay px-3 py-2 shadow-float">
          <UmapOffer />
        </div>
      )}
    </>
  )
}

function StageBar() {
  const { handle, isLasso, layout, legend, only, setLasso, setUrl } = useMapState()
  const zooms = [
    { label: 'Further', sign: '−', by: 1 / 1.5 },
    { label: 'Closer', sign: '+', by: 1.5 },
  ]
  return (
    <div className="flex min-h-9 items-center gap-2 px-4 py-1 max-md:px-2.5">
      {legend && (
        <MapLegend items={legend.items} only={only} onOnly={(value) => void setUrl({ only: value })} />
      )}
      {layout && (
        <span className="ml-auto flex flex-none gap-1">
          <Button
            aria-pressed={isLasso}
            keys="L"
            onClick={() => setLasso(!isLasso)}
            className="aria-pressed:bg-selected"
          >
            {isLasso ? 'Draw round entries' : 'Lasso'}
          </Button>
          {zooms.map(({ label, sign, by }) => (
            <Button
              key={label}
              square
              aria-label={label}
              className="max-md:hidden"
              onClick={() => handle.current?.zoomBy(by)}
            >
              {sign}
            </Button>
          ))}
          <Button aria-keyshortcuts="0" onClick={() => handle.current?.showAll()}>
            Show all
          </Button>
        </span>
      )}
    </div>
  )
}

/** What the marks mean; a value pressed stands out and narrows the table. */
function MapLegend({
  items,
  only,
  onOnly,
}: {
  items: readonly LegendItem[]
  only: string | null
  onOnly: (value: string | null) => void
}) {
  return (
    <ul
      aria-label="What the marks mean"
      className="flex min-w-0 flex-wrap items-center gap-x-1 gap-y-0.5 text-small"
    >
      {items.map((item) => (
        <li key={item.value ?? 'rest'}>
          {item.value === null ? (
            <span className="inline-flex h-6 items-center gap-1.5 px-1.5 text-ink-3">
              <Line item={item} />
            </span>
          ) : (
            <button
              type="button"
              aria-pressed={item.value === only}
              onClick={() => onOnly(item.value === only ? null : item.value)}
              className="inline-flex h-6 items-center gap-1.5 rounded-control px-1.5 text-ink-2 hover:bg-hover aria-pressed:bg-selected aria-pressed:font-medium aria-pressed:text-ink touch:h-11"
            >
              <Line item={item} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Line({ item }: { item: LegendItem }) {
  return (
    <>
      <MapMark style={item} />
      <span className="max-w-[22ch] truncate">{item.word}</span>
      <span className="font-mono text-ink-3 text-micro">{formatCount(item.count)}</span>
    </>
  )
}

function MapMark({ style: { shape, token } }: { style: MapStyle }) {
  const color = `var(${token})`
  return (
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" className="block flex-none">
      <path
        d={shapePath(shape, 6, 4.3)}
        fill={shape === 'ring' ? 'none' : color}
        stroke={shape === 'ring' ? color : 'none'}
        strokeWidth="1.3"
      />
    </svg>
  )
}

const PHASES: Record<MapProgress['phase'], string> = {
  neighbours: 'Comparing entries',
  layout: 'Laying out',
}

/** UMAP is not there yet: what it gives and the way to it; or how far it is. */
function UmapOffer() {
  const { cancelUmap, failed, job, orderUmap, view } = useMapState()
  const liveCount = view?.liveCount ?? null
  if (job) {
    const { progress } = job
    const share = progress ? progress.done / progress.total : 0
    const words = progress
      ? `${PHASES[progress.phase]}, ${formatPercent(share)}${progress.remainingMs === null ? '' : `, ${formatDuration(progress.remainingMs)} left in this step`}`
      : 'Waiting for its turn'
    return (
      <div className="max-w-[52ch]">
        <p role="status" className="mb-2 flex items-center justify-between gap-3 text-small">
          <span>{words}</span>
          <Button variant="quiet" onClick={() => void cancelUmap(job.id)}>
            Cancel
          </Button>
        </p>
        <Progress done={Math.round(share * 100)} total={100} label="UMAP" />
      </div>
    )
  }
  return (
    <EmptyState
      className="px-0! py-0!"
      title="UMAP has not been computed for this project."
      actions={
        <Button variant="solid" onClick={() => void orderUmap()}>
          Compute it
        </Button>
      }
    >
      It puts neighbours beside each other where PCA shows only the two widest directions.
      {liveCount !== null && ` ${plural(liveCount, 'entry', 'entries')} are laid out in the background`}, and
      the map is kept until you compute it again.
      {failed && (
        <span className="mt-2 block text-danger" role="alert">
          The last attempt failed: {failed.reason}
        </span>
      )}
    </EmptyState>
  )
}
