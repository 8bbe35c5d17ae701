'use client'

import { useQueryStates } from 'nuqs'
import { type ReactNode, useCallback, useDeferredValue, useRef, useState } from 'react'
import { PageHead } from '@/components/frame/page-head.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { areaText, roundArea } from '@/lib/memory/map.ts'
import { AreaTable } from './area-table.tsx'
import { ClusterList } from './cluster-list.tsx'
import type { MapHandle } from './drawing/map-canvas.tsx'
import { useMapScene } from './drawing/use-map-scene.ts'
import { MapBasis } from './map-basis.tsx'
import { MapGuide } from './map-guide.tsx'
import { MapStage } from './map-stage.tsx'
import { MapTools } from './map-tools.tsx'
import { type MapUrl, mapUrlParsers, type SetMapUrl } from './map-url.ts'
import { mapVerdict } from './prepare-map.ts'
import { QueryAnswer } from './query-answer.tsx'
import { UmapOffer } from './umap-offer.tsx'
import { useMap, useMapJob, useMapQuery } from './use-map.ts'

const QUESTION = 'What does this memory know, and where does it repeat itself?'
/** A crowded place of a few entries still gets an area that a hand finds, map units. */
const LEAST_RADIUS = 6

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
    <>
      <PageHead
        question={QUESTION}
        verdict={
          view ? mapVerdict(view) : read.map.error ? 'The map was not read.' : 'Laying the entries out …'
        }
        basis={
          view?.layout && (
            <MapBasis
              view={view}
              layout={view.layout}
              kept={read.kept.data?.kept ?? null}
              notMeasured={read.kept.error}
            />
          )
        }
      />
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
    </>
  )
}

function MapBody(props: MapBodyProps) {
  const state = useMapBody(props)
  const {
    handle,
    isLasso,
    map,
    queryRef,
    setArea,
    setLasso,
    setPointed,
    setUrl,
    shown,
    umap,
    url,
    view,
    words,
  } = state

  return (
    <>
      <MapTools url={url} setUrl={setUrl} queryRef={queryRef} />
      {map.error ? (
        <ReadErrorState
          error={map.error}
          where="The map was not read; nothing is lost."
          actions={<Button onClick={() => void map.refetch()}>Try again</Button>}
        />
      ) : (
        <div className="grid flex-1 grid-cols-[minmax(0,1fr)_380px] max-lg:grid-cols-[minmax(0,1fr)]">
          <MapStage
            {...umap}
            view={view}
            words={words}
            shown={shown}
            url={url}
            setUrl={setUrl}
            lasso={{ isOn: isLasso, set: setLasso, onArea: setArea }}
            handle={handle}
            onPoint={setPointed}
          />
          <BesideMap {...state} />
        </div>
      )}
    </>
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

type MapBodyState = ReturnType<typeof useMapBody>

function useMapBody({ project, read: { map, words, wordsError, kept }, url, setUrl, ...umap }: MapBodyProps) {
  const handle = useRef<MapHandle | null>(null)
  const queryRef = useRef<HTMLInputElement>(null)
  const [isLasso, setLasso] = useState(false)
  const [pointed, setPointed] = useState<number | null>(null)
  const asked = useMapQuery(project, url.q, url.z)
  const answer = url.q === '' || asked.error ? null : (asked.data ?? null)
  const view = map.data ?? null
  const layout = view?.layout ?? null
  /** What stands beside the map is rendered after it. */
  const layoutBeside = useDeferredValue(layout, null)
  const shown = useMapScene(view, words, url, answer, pointed)
  const { placeOf } = shown

  const setArea = (area: string | null) => {
    setLasso(false)
    void setUrl({ area }, { history: 'push' })
  }
  const choose = useCallback((id: string | null) => void setUrl({ at: id }), [setUrl])

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
  return {
    answer,
    asked,
    choose,
    handle,
    isLasso,
    kept,
    layoutBeside,
    map,
    placeOf,
    project,
    queryRef,
    setArea,
    setLasso,
    setPointed,
    setUrl,
    shown,
    umap,
    url,
    view,
    words,
    wordsError,
  }
}

function BesideMap({
  answer,
  asked,
  choose,
  kept,
  layoutBeside,
  placeOf,
  project,
  setArea,
  setPointed,
  shown,
  url,
  view,
  words,
  wordsError,
}: MapBodyState) {
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
        {url.q !== '' && asked.error && <ReadErrorState error={asked.error} />}
        {answer && (
          <QueryAnswer
            answer={answer}
            objectiveOf={(id) => words?.objectives[placeOf.get(id) ?? -1] ?? null}
            onChoose={choose}
          />
        )}
        {layoutBeside && !answer && url.area === null && (
          <ClusterList
            clusters={layoutBeside.clusters}
            onArea={({ x, y, radius }) => setArea(areaText(roundArea(x, y, Math.max(LEAST_RADIUS, radius))))}
          />
        )}
        {layoutBeside && <MapGuide method={url.method} kept={kept.data?.kept ?? null} />}
        {/* After the map: both are asked of one server, and the map is what the page is for. */}
        <AreaBeside
          choose={choose}
          layoutBeside={layoutBeside}
          placeOf={placeOf}
          project={project}
          setArea={setArea}
          setPointed={setPointed}
          shown={shown}
          url={url}
          view={view}
        />
      </div>
    </aside>
  )
}

function AreaBeside({
  choose,
  layoutBeside,
  placeOf,
  project,
  setArea,
  setPointed,
  shown,
  url,
  view,
}: Pick<
  MapBodyState,
  'choose' | 'layoutBeside' | 'placeOf' | 'project' | 'setArea' | 'setPointed' | 'shown' | 'url' | 'view'
>) {
  return (
    (layoutBeside || (view && url.area === null)) && (
      <AreaTable
        project={project}
        method={url.method}
        area={url.area}
        facet={url.color}
        value={shown.only}
        chosenId={url.at}
        onPointAt={(id) => setPointed(id === null ? null : (placeOf.get(id) ?? null))}
        onChoose={choose}
        onClear={() => setArea(null)}
      />
    )
  )
}
