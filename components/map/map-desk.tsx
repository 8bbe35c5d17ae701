'use client'

import { useRouter } from 'next/navigation'
import { useQueryStates } from 'nuqs'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { FACET_TITLES } from '@/components/memory/entry-words.ts'
import { Button } from '@/components/ui/button.tsx'
import { CategoryMark } from '@/components/ui/category-mark.tsx'
import { ReadError } from '@/components/ui/fetch-json.ts'
import { Select } from '@/components/ui/field.tsx'
import { formatCount, formatScore, plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { PageHead } from '@/components/ui/page-head.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import { useProjectHref } from '@/components/ui/shell.tsx'
import { SourceChip } from '@/components/ui/source-chip.tsx'
import { ErrorState, Skeleton } from '@/components/ui/states.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { type Category, categorySchema } from '@/lib/memory/category.ts'
import {
  areaText,
  findArea,
  isInside,
  MAP_FACETS,
  type MapView,
  type Point,
  roundArea,
} from '@/lib/memory/map.ts'
import type { ActionResult } from '@/lib/memory/views.ts'
import type { MapScene } from './draw-map.ts'
import { MapCanvas, type MapHandle } from './map-canvas.tsx'
import { MapLegend } from './map-legend.tsx'
import { AreaTable, ClusterList, QueryAnswer } from './map-panel.tsx'
import { mapUrlParsers } from './map-url.ts'
import { categoryStyle, keptWords, legendOf, mapVerdict } from './prepare-map.ts'
import { QueryForm } from './query-form.tsx'
import { UmapOffer } from './umap-offer.tsx'
import { useMap, useMapJob, useMapQuery } from './use-map.ts'

const QUESTION = 'What does this memory know, and where does it repeat itself?'
const METHODS = [
  { value: 'pca' as const, label: 'PCA', title: 'The two directions in which entries differ most; at once' },
  { value: 'umap' as const, label: 'UMAP', title: 'Keeps neighbours together; computed in the background' },
]
/** Entries whose middle the query is drawn in. */
const DRAWN_FROM = 5

/** The whole map page over one project; everything that a person would share is in the address. */
export function MapDesk({
  project,
  cancelJob,
}: {
  project: string
  cancelJob: (input: { jobId: string }) => Promise<ActionResult<null>>
}) {
  const [url, setUrl] = useQueryStates(mapUrlParsers, { history: 'replace' })
  const { map, kept } = useMap(project, url.method)
  const work = useMapJob(project)
  const view = map.data ?? null
  const toast = useToast()
  const orderUmap = () =>
    work
      .order()
      .catch((cause: Error) => toast.show({ text: `Not ordered: ${cause.message}`, tone: 'danger' }))
  const offer = (
    <UmapOffer
      work={work}
      liveCount={view?.liveCount ?? null}
      onOrder={orderUmap}
      onCancel={async (jobId) => {
        await cancelJob({ jobId })
        await work.refresh()
      }}
    />
  )

  return (
    <>
      <PageHead
        question={QUESTION}
        verdict={view ? mapVerdict(view) : map.error ? 'The map was not read.' : 'Laying the entries out …'}
        basis={
          view?.layout && (
            <>
              <span>
                <SourceChip source="measured" /> {url.method === 'pca' ? 'PCA' : 'UMAP'}{' '}
                {kept === null ? (
                  <>
                    neighbourhood kept <span className="hatch inline-block h-2.5 w-9" aria-hidden="true" />{' '}
                    being measured
                  </>
                ) : (
                  `${keptWords(kept)}${kept.share === null ? '' : `, n ${formatCount(kept.n)}`}`
                )}
              </span>
              <span className="text-ink-3">{sinceWords(view.layout, view.storeRevision)}</span>
              <span className="text-ink-3">
                {view.embedder} · {view.dimension}
                {'\u00a0'}d
              </span>
            </>
          )
        }
      />
      <MapBody
        key={project}
        project={project}
        view={view}
        error={map.error}
        retry={() => void map.refetch()}
        url={url}
        setUrl={setUrl}
        offer={offer}
        isUnderWay={work.job !== null}
        onOrder={orderUmap}
      />
    </>
  )
}

type Url = ReturnType<typeof useQueryStates<typeof mapUrlParsers>>

function MapBody({
  project,
  view,
  error,
  retry,
  url,
  setUrl,
  offer,
  isUnderWay,
  onOrder,
}: {
  project: string
  view: MapView | null
  error: Error | null
  retry: () => void
  url: Url[0]
  setUrl: Url[1]
  offer: ReactNode
  isUnderWay: boolean
  onOrder: () => void
}) {
  const router = useRouter()
  const href = useProjectHref()
  const handle = useRef<MapHandle | null>(null)
  const queryRef = useRef<HTMLInputElement>(null)
  const [isLasso, setLasso] = useState(false)
  const [pointed, setPointed] = useState<{ point: number; at: Point | null } | null>(null)
  const asked = useMapQuery(project, url.q, url.z)
  const layout = view?.layout ?? null

  const placeOf = useMemo(() => new Map(layout?.ids.map((id, place) => [id, place])), [layout])
  const column = layout?.facets[url.color]
  const legend = useMemo(() => (column ? legendOf(url.color, column) : null), [column, url.color])
  const only = legend?.items.some(({ value }) => value === url.only) ? url.only : null
  const polygon = useMemo(() => (url.area === null ? null : findArea(url.area)), [url.area])
  const answer = url.q === '' ? null : (asked.data ?? null)
  const lit = useMemo(() => {
    if (!layout || !legend || (only === null && polygon === null && answer === null)) return null
    const near = answer && new Set(answer.inside.map(({ id }) => id))
    return Uint8Array.from(layout.ids, (id, i) => {
      const item = legend.items[legend.itemOf[i] ?? 0]
      if (only !== null && item?.value !== only) return 0
      if (polygon && !isInside(polygon, layout.x[i] ?? 0, layout.y[i] ?? 0)) return 0
      return near && !near.has(id) ? 0 : 1
    })
  }, [layout, legend, only, polygon, answer])
  const scene = useMemo((): MapScene | null => {
    if (!layout || !legend) return null
    return {
      x: layout.x,
      y: layout.y,
      styles: legend.items,
      styleOf: legend.itemOf,
      lit,
      pairs: layout.pairs,
      clusters: layout.clusters,
      area: polygon,
      chosen: url.at === null ? null : (placeOf.get(url.at) ?? null),
      pointed: pointed?.point ?? null,
      query: answer && queryScene(answer, placeOf, layout),
    }
  }, [layout, legend, lit, polygon, url.at, placeOf, pointed, answer])

  const setArea = (area: string | null) => {
    setLasso(false)
    void setUrl({ area }, { history: 'push' })
  }
  const choose = useCallback(
    (id: string | null) => {
      void setUrl({ at: id })
    },
    [setUrl],
  )
  const open = (point: number) => {
    const id = layout?.ids[point]
    if (id) router.push(href(`/memories/${id}`))
  }
  const drop = (q: string, z: Category | null) => void setUrl({ q: q || null, z }, { history: 'push' })

  useHotkeys([
    { keys: 'l', label: 'Draw an area', run: () => setLasso(!isLasso), when: layout !== null },
    { keys: '/', label: 'Drop a query', run: () => queryRef.current?.focus() },
    {
      keys: 'm',
      label: 'To the map, then arrows go from entry to entry',
      run: () => handle.current?.focus(),
    },
    { keys: '+ =', label: 'Closer', run: () => handle.current?.zoomBy(1.5) },
    { keys: '-', label: 'Further', run: () => handle.current?.zoomBy(1 / 1.5) },
    { keys: '0', label: 'Everything in sight', run: () => handle.current?.showAll() },
    {
      keys: 'Escape',
      label: 'Put the lasso away, then clear the area',
      run: () => (isLasso ? setLasso(false) : url.area !== null ? setArea(null) : choose(null)),
    },
  ])

  const chosen = scene?.chosen ?? null
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-hairline border-b px-6 py-2 max-md:px-4">
        <Segmented
          label="Method"
          value={url.method}
          options={METHODS}
          onChange={(method) => void setUrl({ method, area: null, view: null }, { history: 'push' })}
        />
        <Select
          aria-label="Colour by"
          className="w-auto!"
          value={url.color}
          onChange={(event) => {
            const color = MAP_FACETS.find((facet) => facet === event.target.value)
            if (color) void setUrl({ color, only: null })
          }}
        >
          {MAP_FACETS.map((facet) => (
            <option key={facet} value={facet}>
              {FACET_TITLES[facet]}
            </option>
          ))}
        </Select>
        <QueryForm text={url.q} category={url.z} inputRef={queryRef} onDrop={drop} />
      </div>

      {error ? (
        <ErrorState
          what={error.message}
          where="The map was not read; nothing is lost."
          next={error instanceof ReadError ? error.hint : null}
          reference={error instanceof ReadError ? error.reference : null}
          actions={<Button onClick={retry}>Try again</Button>}
        />
      ) : (
        <div className="grid flex-1 grid-cols-[minmax(0,1fr)_380px] max-lg:grid-cols-[minmax(0,1fr)]">
          <div className="flex min-w-0 flex-col">
            <div className="flex min-h-9 flex-wrap items-center gap-2 px-4 py-1 max-md:px-2.5">
              {legend && (
                <MapLegend
                  items={legend.items}
                  only={only}
                  onOnly={(value) => void setUrl({ only: value })}
                />
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
                  <Button square aria-label="Further" onClick={() => handle.current?.zoomBy(1 / 1.5)}>
                    −
                  </Button>
                  <Button square aria-label="Closer" onClick={() => handle.current?.zoomBy(1.5)}>
                    +
                  </Button>
                  <Button keys="0" onClick={() => handle.current?.showAll()}>
                    All
                  </Button>
                </span>
              )}
            </div>
            <div className="relative h-[calc(100dvh-270px)] min-h-[420px] border-hairline border-t bg-surface max-md:h-[62dvh] max-md:min-h-[340px]">
              {scene ? (
                <MapCanvas
                  scene={scene}
                  look={url.view}
                  isLasso={isLasso}
                  label={`Map of ${plural(layout?.ids.length ?? 0, 'entry', 'entries')}. Arrow keys go from entry to entry, Enter opens.`}
                  describedBy="map-said"
                  handle={handle}
                  onLook={(look) => void setUrl({ view: look })}
                  onPoint={(point, at) => setPointed(point === null ? null : { point, at })}
                  onChoose={(point) => choose(point === null ? null : (layout?.ids[point] ?? null))}
                  onOpen={open}
                  onArea={(drawn) => setArea(areaText(drawn))}
                />
              ) : view === null ? (
                <div className="max-w-80 px-6 py-6">
                  <Skeleton lines={4} label="Laying the entries out" />
                </div>
              ) : (
                <div className="px-6 py-6 max-md:px-4">{offer}</div>
              )}
              <p id="map-said" aria-live="polite" className="sr-only">
                {layout && chosen !== null
                  ? `${facetWord(layout, chosen)}: ${layout.objectives[chosen] ?? ''}`
                  : ''}
              </p>
              {layout && pointed?.at && <PointCard layout={layout} point={pointed.point} at={pointed.at} />}
              {layout && layout.missingCount > 0 && url.method === 'umap' && !isUnderWay && (
                <p className="absolute right-3 bottom-3 flex items-center gap-2 rounded-float bg-overlay px-3 py-1.5 text-small shadow-float">
                  {plural(layout.missingCount, 'entry', 'entries')} since are not on this map.
                  <Button onClick={onOrder}>Compute again</Button>
                </p>
              )}
              {layout && isUnderWay && (
                <div className="absolute right-3 bottom-3 w-80 max-w-[90%] rounded-float bg-overlay px-3 py-2 shadow-float">
                  {offer}
                </div>
              )}
            </div>
          </div>

          <aside
            aria-label="Beside the map"
            className="min-w-0 border-hairline border-l max-lg:border-t max-lg:border-l-0"
          >
            <div className="lg:sticky lg:top-11 lg:max-h-[calc(100dvh-44px)] lg:overflow-y-auto">
              {url.q !== '' && asked.error && (
                <ErrorState
                  what={asked.error.message}
                  next={asked.error instanceof ReadError ? asked.error.hint : null}
                  reference={asked.error instanceof ReadError ? asked.error.reference : null}
                />
              )}
              {answer && !asked.error && (
                <QueryAnswer
                  answer={answer}
                  objectiveOf={(id) => layout?.objectives[placeOf.get(id) ?? -1] ?? null}
                  onChoose={choose}
                />
              )}
              {layout && !answer && url.area === null && (
                <ClusterList
                  clusters={layout.clusters}
                  onArea={({ x, y, radius }) => setArea(areaText(roundArea(x, y, Math.max(6, radius))))}
                />
              )}
              {(layout || url.area === null) && (
                <AreaTable
                  project={project}
                  method={url.method}
                  area={url.area}
                  facet={url.color}
                  value={only}
                  chosenId={url.at}
                  onPointAt={(id) => {
                    const point = id === null ? undefined : placeOf.get(id)
                    setPointed(point === undefined ? null : { point, at: null })
                  }}
                  onChoose={choose}
                  onClear={() => setArea(null)}
                />
              )}
            </div>
          </aside>
        </div>
      )}
    </>
  )
}

type Layout = NonNullable<MapView['layout']>

/** What lies under the pointer, in words. */
function PointCard({ layout, point, at }: { layout: Layout; point: number; at: Point }) {
  const category = categorySchema.safeParse(facetWord(layout, point))
  const pairs = layout.pairs.filter(([a, b]) => a === point || b === point)
  const isLeft = at[0] > 320
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-10 max-w-72 rounded-float bg-overlay px-3 py-2 text-small shadow-float"
      style={{
        left: at[0] + (isLeft ? -14 : 14),
        top: at[1] + 14,
        transform: `${isLeft ? 'translateX(-100%) ' : ''}${at[1] > 300 ? 'translateY(calc(-100% - 28px))' : ''}`,
      }}
    >
      {category.success && <CategoryMark category={category.data} />}
      <p className="mt-0.5 text-pretty text-body">{layout.objectives[point]}</p>
      <p className="mt-0.5 text-ink-3">
        {(['repo', 'outcome', 'lifecycle'] as const)
          .map((facet) => layout.facets[facet].values[layout.facets[facet].codes[point] ?? -1])
          .filter(Boolean)
          .join(' · ')}
      </p>
      {pairs.map(([a, b, score]) => (
        <p key={`${a} ${b}`} className="mt-0.5 text-ink-2">
          Nearly the same as its neighbour on the line{score === null ? '' : `, cosine ${formatScore(score)}`}
          .
        </p>
      ))}
    </div>
  )
}

function facetWord(layout: Layout, point: number): string {
  const { values, codes } = layout.facets.category
  return values[codes[point] ?? -1] ?? 'entry'
}

function queryScene(
  answer: NonNullable<ReturnType<typeof useMapQuery>['data']>,
  placeOf: Map<string, number>,
  { x, y }: Layout,
): MapScene['query'] {
  const inside = answer.inside.flatMap(({ id }) => placeOf.get(id) ?? [])
  const outside = answer.outside.flatMap(({ id, category, score }) => {
    const point = placeOf.get(id)
    if (point === undefined) return []
    return [{ point, style: categoryStyle(category), words: `behind the wall: ${formatScore(score, 2)}` }]
  })
  const middle = inside.length > 0 ? inside.slice(0, DRAWN_FROM) : outside.map(({ point }) => point)
  if (middle.length === 0) return null
  const mean = (values: ArrayLike<number>) =>
    middle.reduce((sum, point) => sum + (values[point] ?? 0), 0) / middle.length
  return { place: [mean(x), mean(y)], style: categoryStyle(answer.category), inside, outside }
}

function sinceWords({ revision, missingCount, sampledFrom, ids }: Layout, storeRevision: number): string {
  const since =
    missingCount === 0 && revision === storeRevision
      ? ''
      : `, ${plural(missingCount, 'entry', 'entries')} new or reworded since`
  const sample =
    sampledFrom === null
      ? ''
      : ` · a seeded sample of ${formatCount(ids.length)} of ${formatCount(sampledFrom)}`
  return `as of revision ${formatCount(revision)}${since}${sample}`
}
