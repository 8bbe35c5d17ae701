'use client'

import { useQueryStates } from 'nuqs'
import { type ReactNode, type RefObject, useCallback, useDeferredValue, useRef, useState } from 'react'
import { Screen } from '@/components/frame/screen.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { Select } from '@/components/ui/field.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { entryField } from '@/lib/memory/filter/entry-fields.ts'
import { areaText, MAP_FACETS, type MapQuery, type MapView, roundArea } from '@/lib/memory/map.ts'
import { EntriesBeside, MapGuide, TopicList } from './beside-map.tsx'
import type { MapHandle } from './map-canvas.tsx'
import { QueryAnswer, QueryForm } from './map-query.tsx'
import { MapStage } from './map-stage.tsx'
import { type MapUrl, mapUrlParsers, type SetMapUrl } from './map-url.ts'
import { keptWords, mapVerdict } from './prepare-map.ts'
import { UmapOffer } from './umap-offer.tsx'
import { useMap, useMapJob, useMapQuery } from './use-map.ts'
import { useMapScene } from './use-map-scene.ts'

/** A topic of a few entries still gets an area that a hand finds, map units. */
const LEAST_RADIUS = 6

const METHODS = [
  { value: 'pca' as const, label: 'PCA', title: 'The two directions in which entries differ most; at once' },
  { value: 'umap' as const, label: 'UMAP', title: 'Keeps neighbours together; computed in the background' },
]

/** The whole map page over one project; everything that a person would share is in the address. */
export function MapScreen({ project }: { project: string }) {
  const { cancelJob } = useCommands()
  const [url, setUrl] = useQueryStates(mapUrlParsers, { history: 'replace' })
  const read = useMap(project, url.method)
  const work = useMapJob(project)
  const view = read.map.data ?? null
  const toast = useToast()
  const orderUmap = () =>
    work
      .order()
      .catch((cause: Error) => toast.show({ text: `Not ordered: ${cause.message}`, tone: 'danger' }))
  const cancel = async (jobId: string) => {
    const result = await cancelJob({ jobId })
    if (!result.ok) toast.show({ text: `Not cancelled: ${result.error.message}`, tone: 'danger' })
    await work.refresh()
  }

  return (
    <Screen
      crumbs={[{ label: 'Memories', path: '/memories' }, { label: 'Map' }]}
      question="What does this memory know, and where does it repeat itself?"
      verdict={
        view ? mapVerdict(view) : read.map.error ? 'The map was not read.' : 'Laying the entries out …'
      }
      basis={view?.layout && <Basis view={view} layout={view.layout} kept={read.kept} />}
    >
      <MapBody
        key={project}
        project={project}
        read={read}
        url={url}
        setUrl={setUrl}
        offer={
          <UmapOffer work={work} liveCount={view?.liveCount ?? null} onOrder={orderUmap} onCancel={cancel} />
        }
        isUnderWay={work.job !== null}
        onOrder={orderUmap}
      />
    </Screen>
  )
}

/** What the map rests on: how much neighbourhood it kept, as of when, by which embedder. */
function Basis({
  view,
  layout,
  kept: { data, error },
}: {
  view: MapView
  layout: NonNullable<MapView['layout']>
  kept: ReturnType<typeof useMap>['kept']
}) {
  const { revision, missingCount, sampledFrom, x } = layout
  const isSince = missingCount > 0 || revision !== view.storeRevision
  return (
    <>
      <span>
        <SourceChip source="measured" /> {view.method.toUpperCase()}{' '}
        {data?.kept ? (
          keptWords(data.kept, x.length)
        ) : error ? (
          `neighbourhood kept: not measured, ${error.message}`
        ) : (
          <>
            neighbourhood kept <span className="hatch inline-block h-2.5 w-9" aria-hidden="true" /> being
            measured
          </>
        )}
      </span>
      <span className="text-ink-3">
        {plural(x.length, 'entry', 'entries')}
        {sampledFrom !== null && `, a seeded sample of ${formatCount(sampledFrom)}`}, as of revision{' '}
        {formatCount(revision)}
        {isSince && `, ${plural(missingCount, 'entry', 'entries')} new or reworded since`}
      </span>
      <span className="text-ink-3">
        {view.embedder} · {view.dimension}
        {'\u00a0'}d
      </span>
    </>
  )
}

/** How entries are laid out and coloured, and the query asked of them. */
function MapTools({
  url,
  setUrl,
  queryRef,
}: Pick<MapBodyProps, 'url' | 'setUrl'> & { queryRef: RefObject<HTMLInputElement | null> }) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-hairline border-b px-6 py-2 max-md:px-4">
      <Segmented
        label="Method"
        value={url.method}
        options={METHODS}
        onChange={(method) => void setUrl({ method, area: null, view: null }, { history: 'push' })}
      />
      <Select
        aria-label="Colour by"
        className="w-auto! max-md:flex-1"
        value={url.color}
        onChange={(event) => {
          const color = MAP_FACETS.find((facet) => facet === event.target.value)
          if (color) void setUrl({ color, only: null })
        }}
      >
        {MAP_FACETS.map((facet) => (
          <option key={facet} value={facet}>
            {entryField(facet).title}
          </option>
        ))}
      </Select>
      <QueryForm
        text={url.q}
        category={url.z}
        inputRef={queryRef}
        onAsk={(q, z) => void setUrl({ q: q || null, z }, { history: 'push' })}
      />
    </div>
  )
}

type MapBodyProps = {
  project: string
  read: ReturnType<typeof useMap>
  url: MapUrl
  setUrl: SetMapUrl
  offer: ReactNode
  isUnderWay: boolean
  onOrder: () => void
}

function MapBody({ project, read, url, setUrl, ...umap }: MapBodyProps) {
  const { map, words } = read
  const view = map.data ?? null
  const queryRef = useRef<HTMLInputElement>(null)
  const handle = useRef<MapHandle | null>(null)
  const [isLasso, setLasso] = useState(false)
  const [pointed, setPointed] = useState<number | null>(null)
  const asked = useMapQuery(project, url.q, url.z)
  const answer = url.q === '' || asked.error ? null : (asked.data ?? null)
  const shown = useMapScene(view, words, url, answer, pointed)
  const setArea = (area: string | null) => {
    setLasso(false)
    void setUrl({ area }, { history: 'push' })
  }
  const choose = useCallback((id: string | null) => void setUrl({ at: id }), [setUrl])
  const backOut = () => (isLasso ? setLasso(false) : url.area !== null ? setArea(null) : choose(null))
  useMapKeys(handle, {
    lasso: view?.layout ? () => setLasso(!isLasso) : null,
    query: () => queryRef.current?.focus(),
    backOut,
  })
  return (
    <>
      <MapTools url={url} setUrl={setUrl} queryRef={queryRef} />
      {map.error ? (
        <ReadErrorState
          error={map.error}
          where="The map was not read; nothing is lost."
          onRetry={map.refetch}
        />
      ) : (
        <div className="grid flex-1 grid-cols-[minmax(0,1fr)_380px] max-lg:grid-cols-[minmax(0,1fr)]">
          <MapStage
            {...umap}
            {...{ view, words, shown, url, setUrl, handle }}
            lasso={{ isOn: isLasso, set: setLasso, onArea: setArea }}
            onPoint={setPointed}
          />
          <BesideMap
            {...{ project, read, url, shown, setArea, choose, answer }}
            queryError={url.q === '' ? null : asked.error}
            onPointAt={setPointed}
          />
        </div>
      )}
    </>
  )
}

function useMapKeys(
  handle: RefObject<MapHandle | null>,
  act: {
    /** Null while there is nothing to draw round. */
    lasso: (() => void) | null
    query: () => void
    backOut: () => void
  },
) {
  useHotkeys([
    { keys: 'l', label: 'Draw an area', run: () => act.lasso?.(), when: act.lasso !== null },
    { keys: '/', label: 'Ask a query', run: act.query },
    {
      keys: 'm',
      label: 'To the map, then arrows go from entry to entry',
      run: () => handle.current?.focus(),
    },
    { keys: '+ =', label: 'Closer', run: () => handle.current?.zoomBy(1.5) },
    { keys: '-', label: 'Further', run: () => handle.current?.zoomBy(1 / 1.5) },
    { keys: '0', label: 'Everything in sight', run: () => handle.current?.showAll() },
    { keys: 'Escape', label: 'Put the lasso away, then clear the area', run: act.backOut },
  ])
}

type BesideMapProps = Pick<MapBodyProps, 'project' | 'read' | 'url'> & {
  shown: ReturnType<typeof useMapScene>
  setArea: (area: string | null) => void
  choose: (id: string | null) => void
  answer: MapQuery | null
  queryError: Error | null
  onPointAt: (point: number | null) => void
}

/** What the query met, or which topics there are; how to read the map; and the entries. */
function BesideMap({ project, read, url, shown, answer, ...props }: BesideMapProps) {
  const { setArea, choose } = props
  const { map, words, wordsError } = read
  const placeOf = (id: string) => shown.placeOf.get(id) ?? null
  /** What stands beside the map is rendered after it: both are asked of one server, and the map is what the page is for. */
  const layout = useDeferredValue(map.data?.layout ?? null, null)
  return (
    <aside
      aria-label="Beside the map"
      className="min-w-0 border-hairline border-l max-lg:border-t max-lg:border-l-0"
    >
      <div className="lg:sticky lg:top-11 lg:max-h-[calc(100dvh-44px)] lg:overflow-y-auto">
        {wordsError && (
          <ReadErrorState
            error={wordsError}
            where="The map stands, but what its entries are called was not read."
          />
        )}
        {props.queryError && <ReadErrorState error={props.queryError} />}
        {answer && (
          <QueryAnswer
            answer={answer}
            objectiveOf={(id) => words?.objectives[placeOf(id) ?? -1] ?? null}
            onChoose={choose}
          />
        )}
        {layout && !answer && url.area === null && (
          <TopicList
            clusters={layout.clusters}
            onArea={({ x, y, radius }) => setArea(areaText(roundArea(x, y, Math.max(LEAST_RADIUS, radius))))}
          />
        )}
        {layout && <MapGuide method={url.method} />}
        {(layout || (map.data && url.area === null)) && (
          <EntriesBeside
            project={project}
            method={url.method}
            area={url.area}
            facet={url.color}
            value={shown.only}
            chosenId={url.at}
            onPointAt={(id) => props.onPointAt(id === null ? null : placeOf(id))}
            onChoose={choose}
            onClear={() => setArea(null)}
          />
        )}
      </div>
    </aside>
  )
}
