'use client'

import { useDeferredValue } from 'react'
import { Screen } from '@/components/frame/screen.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { Select } from '@/components/ui/field.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { Segmented } from '@/components/ui/segmented.tsx'
import { entryField } from '@/lib/memory/filter/entry-fields.ts'
import { areaText, MAP_FACETS, roundArea } from '@/lib/memory/map.ts'
import { EntriesBeside, MapGuide, TopicList } from './beside-map.tsx'
import { QueryAnswer, QueryForm } from './map-query.tsx'
import { MapStage } from './map-stage.tsx'
import { MapState, useMapState } from './map-state.ts'
import { keptWords, mapVerdict } from './prepare-map.ts'

/** A topic of a few entries still gets an area that a hand finds, map units. */
const LEAST_RADIUS = 6

const METHODS = [
  { value: 'pca' as const, label: 'PCA', title: 'The two directions in which entries differ most; at once' },
  { value: 'umap' as const, label: 'UMAP', title: 'Keeps neighbours together; computed in the background' },
]

/** The whole map page over one project; everything that a person would share is in the address. */
export function MapScreen({ project }: { project: string }) {
  return (
    <MapState key={project} project={project}>
      <MapPage />
    </MapState>
  )
}

function MapPage() {
  const { map, view } = useMapState()
  return (
    <Screen
      crumbs={[{ label: 'Memories', path: '/memories' }, { label: 'Map' }]}
      question="What does this memory know, and where does it repeat itself?"
      verdict={view ? mapVerdict(view) : map.error ? 'The map was not read.' : 'Laying the entries out …'}
      basis={view?.layout && <Basis />}
    >
      <MapTools />
      {map.error ? (
        <ReadErrorState
          error={map.error}
          where="The map was not read; nothing is lost."
          onRetry={map.refetch}
        />
      ) : (
        <div className="grid flex-1 grid-cols-[minmax(0,1fr)_380px] max-lg:grid-cols-[minmax(0,1fr)]">
          <MapStage />
          <BesideMap />
        </div>
      )}
    </Screen>
  )
}

/** What the map rests on: how much neighbourhood it kept, as of when, by which embedder. */
function Basis() {
  const { kept, layout, view } = useMapState()
  if (!view || !layout) return null
  const { revision, missingCount, sampledFrom, x } = layout
  const isSince = missingCount > 0 || revision !== view.storeRevision
  return (
    <>
      <span>
        <SourceChip source="measured" /> {view.method.toUpperCase()}{' '}
        {kept.data?.kept
          ? keptWords(kept.data.kept, x.length)
          : `neighbourhood kept: ${kept.error ? `not measured, ${kept.error.message}` : 'being measured'}`}
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
function MapTools() {
  const { queryRef, setUrl, url } = useMapState()
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

/** What the query met, or which topics there are; how to read the map; and the entries. */
function BesideMap() {
  const { answer, choose, map, placeOf, queryError, setArea, url, words, wordsError } = useMapState()
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
        {queryError && <ReadErrorState error={queryError} />}
        {answer && (
          <QueryAnswer
            answer={answer}
            objectiveOf={(id) => words?.objectives[placeOf.get(id) ?? -1] ?? null}
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
        {(layout || (map.data && url.area === null)) && <EntriesBeside />}
      </div>
    </aside>
  )
}
