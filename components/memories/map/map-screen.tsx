'use client'

import { type FormEvent, type RefObject, useDeferredValue, useEffect, useState } from 'react'
import { Screen } from '@/components/frame/screen.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { Select, TextInput } from '@/components/ui/field.tsx'
import { formatCount, formatScore, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import { asCategory, CATEGORIES, type Category } from '@/lib/memory/category.ts'
import { entryField } from '@/lib/memory/filter/entry-fields.ts'
import { areaText, MAP_FACETS, type MapQuery, roundArea } from '@/lib/memory/map.ts'
import { EntriesBeside, MapGuide, TopicList } from './beside-map.tsx'
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

type QueryFormProps = {
  text: string
  category: Category | null
  inputRef: RefObject<HTMLInputElement | null>
  onAsk: (text: string, category: Category | null) => void
}

/** What an agent is about to do, asked of the entries on the map. */
function QueryForm({ text, category, inputRef, onAsk }: QueryFormProps) {
  const [typed, setTyped] = useState(text)
  useEffect(() => setTyped(text), [text])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAsk(typed.trim(), category)
  }
  return (
    <form
      onSubmit={submit}
      className="flex min-w-0 flex-1 items-center gap-2 max-md:basis-full max-md:flex-wrap"
    >
      <TextInput
        ref={inputRef}
        aria-label="What is the agent about to do?"
        aria-keyshortcuts="/"
        placeholder="Ask the map: what is the agent about to do?"
        className="min-w-0 flex-1 max-md:basis-full"
        value={typed}
        maxLength={2_000}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <Select
        aria-label="Category of the query"
        className="w-auto! flex-none max-md:flex-1"
        value={category ?? ''}
        onChange={(event) => onAsk(typed.trim(), asCategory(event.target.value))}
      >
        <option value="">category by rules</option>
        {CATEGORIES.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </Select>
      <Button type="submit">Ask</Button>
      {text !== '' && (
        <Button variant="quiet" onClick={() => onAsk('', null)}>
          Clear
        </Button>
      )}
    </form>
  )
}

type QueryAnswerProps = {
  answer: MapQuery
  /** Null for an entry that is not on this map. */
  objectiveOf: (id: string) => string | null
  onChoose: (id: string) => void
}

/** What the query may retrieve, and the nearest it cannot. */
function QueryAnswer({ answer, ...line }: QueryAnswerProps) {
  const { category, predicted, inside, outside } = answer
  return (
    <section aria-label="The query" className="border-hairline border-b px-5 pt-4 pb-3 max-md:px-4">
      <SectionTitle
        title={
          <span className="inline-flex items-center gap-1.5">
            Within <CategoryMark category={category} />
          </span>
        }
        note={predicted ? 'category by rules' : undefined}
      />
      {inside.length === 0 ? (
        <p className="mt-1 text-ink-2">
          No entry of this category is in service, so nothing would be injected.
        </p>
      ) : (
        <ol className="mt-1">
          {inside.slice(0, 5).map(({ id, score }) => (
            <ScoredEntry key={id} {...{ id, score, category, ...line }} />
          ))}
        </ol>
      )}
      {outside.length > 0 && (
        <>
          <p className="mt-2 border-ink border-t-2 pt-1 text-ink-3 text-small">
            Other categories: near, but filtered out
          </p>
          <ul className="opacity-80">
            {outside.map((one) => (
              <ScoredEntry key={one.id} {...one} {...line} />
            ))}
          </ul>
        </>
      )}
      <p className="mt-1 text-ink-3 text-small">
        Scores are cosines in the full space. The query is drawn between its five nearest; its distances on
        the map mean nothing.
      </p>
    </section>
  )
}

function ScoredEntry({
  id,
  score,
  category,
  objectiveOf,
  onChoose,
}: Omit<QueryAnswerProps, 'answer'> & { id: string; score: number; category: Category }) {
  const href = useProjectHref()
  const words = objectiveOf(id)
  return (
    <li className="grid h-7 grid-cols-[22px_minmax(0,1fr)_auto] items-center gap-1 touch:h-11">
      <CategoryMark category={category} show="shape" />
      {words === null ? (
        <Link href={href(`/memories/${id}`)} className="link truncate text-ink-3 touch:leading-11">
          an entry that is not on this map
        </Link>
      ) : (
        <button
          type="button"
          title={words}
          onClick={() => onChoose(id)}
          className="truncate text-left hover:underline touch:h-11"
        >
          {words}
        </button>
      )}
      <span className="num text-small">{formatScore(score)}</span>
    </li>
  )
}
