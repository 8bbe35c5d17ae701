'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, type RefObject, useState } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Button } from '@/components/ui/button.tsx'
import { plural } from '@/components/ui/format.ts'
import { Skeleton } from '@/components/ui/states.tsx'
import { areaText, type MapView, type MapWords, type Point } from '@/lib/memory/map.ts'
import { MapCanvas, type MapHandle } from './drawing/map-canvas.tsx'
import type { useMapScene } from './drawing/use-map-scene.ts'
import { MapLegend } from './map-legend.tsx'
import type { MapUrl, SetMapUrl } from './map-url.ts'
import { ChosenCard, facetValue, PointCard } from './point-card.tsx'

type MapStageProps = {
  view: MapView | null
  words: MapWords | null
  shown: ReturnType<typeof useMapScene>
  url: MapUrl
  setUrl: SetMapUrl
  lasso: { isOn: boolean; set: (isOn: boolean) => void; onArea: (area: string) => void }
  handle: RefObject<MapHandle | null>
  onPoint: (point: number | null) => void
  offer: ReactNode
  isUnderWay: boolean
  onOrder: () => void
}

/** The map itself: its legend, its canvas, and what floats over it. */
export function MapStage(props: MapStageProps) {
  const { view, words, url, setUrl, lasso, handle, onPoint, offer } = props
  const { scene, legend, only } = props.shown
  const router = useRouter()
  const href = useProjectHref()
  const [hovered, setHovered] = useState<Hovered | null>(null)
  const layout = view?.layout ?? null
  const idOf = (point: number | null) => (point === null ? null : (words?.ids[point] ?? null))
  return (
    <div className="flex min-w-0 flex-col">
      <StageBar {...{ handle, lasso, legend, only, setUrl, layout }} />
      <div className="relative h-[calc(100dvh-270px)] min-h-[420px] border-hairline border-t bg-surface max-md:h-[62dvh] max-md:min-h-[340px]">
        {scene ? (
          <MapCanvas
            scene={scene}
            look={url.view}
            isLasso={lasso.isOn}
            label={`Map of ${plural(scene.x.length, 'entry', 'entries')}. Arrow keys go from entry to entry, Enter opens.`}
            describedBy="map-said"
            handle={handle}
            onLook={(look) => void setUrl({ view: look })}
            onPoint={(point, at) => {
              setHovered(point === null ? null : { point, at })
              onPoint(point)
            }}
            onChoose={(point) => void setUrl({ at: idOf(point) })}
            onOpen={(point) => idOf(point) && router.push(href(`/memories/${idOf(point)}`))}
            onArea={(drawn) => lasso.onArea(areaText(drawn))}
          />
        ) : view === null ? (
          <div className="max-w-80 px-6 py-6">
            <Skeleton lines={4} label="Laying the entries out" />
          </div>
        ) : (
          <div className="px-6 py-6 max-md:px-4">{offer}</div>
        )}
        {layout && <OverTheMap {...props} layout={layout} hovered={hovered} />}
      </div>
    </div>
  )
}

type Hovered = { point: number; at: Point }

/** The cards of the entries that are pointed at and chosen, and how complete the map is. */
function OverTheMap({
  words,
  shown,
  url,
  setUrl,
  offer,
  isUnderWay,
  onOrder,
  layout,
  hovered,
}: MapStageProps & { layout: NonNullable<MapView['layout']>; hovered: Hovered | null }) {
  const chosen = shown.scene?.chosen ?? null
  return (
    <>
      <p id="map-said" aria-live="polite" className="sr-only">
        {chosen !== null &&
          `${facetValue(layout, 'category', chosen) ?? 'entry'}: ${words?.objectives[chosen] ?? ''}`}
      </p>
      {hovered && hovered.point < layout.x.length && <PointCard layout={layout} words={words} {...hovered} />}
      {chosen !== null && hovered?.point !== chosen && (
        <ChosenCard layout={layout} words={words} point={chosen} onClose={() => void setUrl({ at: null })} />
      )}
      {layout.missingCount > 0 && url.method === 'umap' && !isUnderWay && (
        <p className="absolute right-3 bottom-3 flex items-center gap-2 rounded-float bg-overlay px-3 py-1.5 text-small shadow-float">
          {plural(layout.missingCount, 'entry', 'entries')} since are not on this map.
          <Button onClick={onOrder}>Compute again</Button>
        </p>
      )}
      {isUnderWay && (
        <div className="absolute right-3 bottom-3 w-80 max-w-[90%] rounded-float bg-overlay px-3 py-2 shadow-float">
          {offer}
        </div>
      )}
    </>
  )
}

type StageBarProps = Pick<MapStageProps, 'handle' | 'lasso' | 'setUrl'> &
  Pick<MapStageProps['shown'], 'legend' | 'only'> & { layout: MapView['layout'] }

function StageBar({ handle, lasso, legend, only, setUrl, layout }: StageBarProps) {
  return (
    <div className="flex min-h-9 items-center gap-2 px-4 py-1 max-md:px-2.5">
      {legend && (
        <MapLegend items={legend.items} only={only} onOnly={(value) => void setUrl({ only: value })} />
      )}
      {layout && (
        <span className="ml-auto flex flex-none gap-1">
          <Button
            aria-pressed={lasso.isOn}
            keys="L"
            onClick={() => lasso.set(!lasso.isOn)}
            className="aria-pressed:bg-selected"
          >
            {lasso.isOn ? 'Draw round entries' : 'Lasso'}
          </Button>
          <Button
            square
            aria-label="Further"
            className="max-md:hidden"
            onClick={() => handle.current?.zoomBy(1 / 1.5)}
          >
            −
          </Button>
          <Button
            square
            aria-label="Closer"
            className="max-md:hidden"
            onClick={() => handle.current?.zoomBy(1.5)}
          >
            +
          </Button>
          <Button keys="0" onClick={() => handle.current?.showAll()}>
            All
          </Button>
        </span>
      )}
    </div>
  )
}
