'use client'

import clsx from 'clsx'
import Link from 'next/link'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { CategoryMark } from '@/components/ui/category-mark.tsx'
import { ReadError } from '@/components/ui/fetch-json.ts'
import { formatCount, formatScore, plural } from '@/components/ui/format.ts'
import { Hatch } from '@/components/ui/hatch.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { useProjectHref } from '@/components/ui/shell.tsx'
import { ErrorState, Skeleton } from '@/components/ui/states.tsx'
import type { Category } from '@/lib/memory/category.ts'
import type { MapCluster, MapFacet, MapMethod, MapQuery } from '@/lib/memory/map.ts'
import type { EntryRow } from '@/lib/memory/views.ts'
import { clusterName } from './prepare-map.ts'
import { useAreaEntries } from './use-map.ts'

/** The entries of the area as a table; without an area those of the whole map. */
export function AreaTable(props: {
  project: string
  method: MapMethod
  area: string | null
  facet: MapFacet
  value: string | null
  chosenId: string | null
  onPointAt: (id: string | null) => void
  onChoose: (id: string) => void
  onClear: () => void
}) {
  const { project, method, area, facet, value } = props
  const href = useProjectHref()
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useAreaEntries({ project, method, area, facet, value })
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const count = data?.pages[0]?.matchCount ?? null
  const filter = value === null ? {} : { [facet]: value }
  return (
    <section aria-label="Entries of the area" aria-busy={isPlaceholderData} className="min-w-0">
      <div className="px-5 pt-4 pb-2 max-md:px-4">
        <SectionTitle
          title={area === null ? 'All entries' : 'In the area'}
          note={
            count !== null && (
              <span aria-live="polite">
                {plural(count, 'entry', 'entries')}
                {value !== null && `, ${value}`}
              </span>
            )
          }
        />
        <p className="mt-2 flex flex-wrap gap-2">
          <LinkButton
            href={href('/memories', { ...filter, ...(area === null ? {} : { method, area }) })}
            prefetch={false}
          >
            Open in Memories
          </LinkButton>
          {area !== null && (
            <Button variant="quiet" keys="esc" onClick={props.onClear}>
              Clear the area
            </Button>
          )}
        </p>
      </div>
      {error ? (
        <ErrorState
          what={error.message}
          where="The entries of the area were not read; nothing is lost."
          next={error instanceof ReadError ? error.hint : null}
          reference={error instanceof ReadError ? error.reference : null}
          actions={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : data === undefined ? (
        <div className="px-5">
          <Skeleton lines={5} label="Reading the entries" />
        </div>
      ) : rows.length === 0 ? (
        <p className="px-5 py-2 text-ink-2 max-md:px-4">
          No entry lies in this area. Draw a wider one, or clear it.
        </p>
      ) : (
        <table className={clsx('w-full table-fixed border-collapse', isPlaceholderData && 'opacity-60')}>
          <thead>
            <tr className="h-7 border-hairline border-b text-left text-ink-3 text-small">
              <th scope="col" className="w-[46px] pl-5 font-normal max-md:pl-4">
                <span className="sr-only">Category</span>z
              </th>
              <th scope="col" className="font-normal">
                Objective
              </th>
              <th scope="col" className="w-[64px] pr-5 text-right font-normal max-md:pr-4">
                Served
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} row={row} {...props} />
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <p className="px-5 py-3 max-md:px-4">
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </p>
      )}
    </section>
  )
}

function Row({
  row,
  chosenId,
  onPointAt,
  onChoose,
}: {
  row: EntryRow
  chosenId: string | null
  onPointAt: (id: string | null) => void
  onChoose: (id: string) => void
}) {
  const href = useProjectHref()
  const isChosen = row.id === chosenId
  return (
    <tr
      aria-current={isChosen || undefined}
      className="h-8 border-hairline border-b hover:bg-hover aria-[current]:bg-selected aria-[current]:shadow-[inset_2px_0_0_var(--text)] max-md:h-11"
      onPointerEnter={() => onPointAt(row.id)}
      onPointerLeave={() => onPointAt(null)}
    >
      <td className="pl-5 max-md:pl-4">
        <CategoryMark category={row.category} show="letter" />
      </td>
      <td className="truncate pr-3">
        <Link
          href={href(`/memories/${row.id}`)}
          prefetch={false}
          title={row.objective}
          className="outline-offset-1"
          onFocus={() => onPointAt(row.id)}
          onBlur={() => onPointAt(null)}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.detail === 0 || isChosen) return
            // A first click shows where it lies, a second opens it; the keyboard opens at once.
            event.preventDefault()
            onChoose(row.id)
          }}
        >
          {row.objective}
        </Link>
      </td>
      <td className="num pr-5 max-md:pr-4">
        {row.servedCount === 0 ? <Hatch label="never served" /> : formatCount(row.servedCount)}
      </td>
    </tr>
  )
}

/** Places where entries crowd, largest first; a press puts an area round one, which is the lasso without a pointer. */
export function ClusterList({
  clusters,
  onArea,
}: {
  clusters: readonly MapCluster[]
  onArea: (cluster: MapCluster) => void
}) {
  if (clusters.length === 0) return null
  return (
    <section
      aria-label="Places where entries crowd"
      className="border-hairline border-b px-5 pt-4 pb-3 max-md:px-4"
    >
      <SectionTitle title="Crowded places" note="by keywords of the highest lift" />
      <ul className="mt-1.5 flex flex-wrap gap-x-1.5 gap-y-1 text-small">
        {clusters.map((cluster) => (
          <li key={`${cluster.x} ${cluster.y}`}>
            <button
              type="button"
              title={liftWords(cluster)}
              onClick={() => onArea(cluster)}
              className="inline-flex h-6 items-center gap-1.5 rounded-control border border-hairline px-1.5 text-ink-2 hover:border-strong hover:text-ink touch:h-11"
            >
              {clusterName(cluster) ?? 'nothing in common'}
              <span className="font-mono text-ink-3 text-micro">{formatCount(cluster.count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function liftWords({ keywords, count }: MapCluster): string {
  if (keywords.length === 0) return `No keyword stands out among these ${count}.`
  return keywords
    .map(
      ({ word, count: n, lift }) => `${word}: ${n} of ${count}, ${lift.toFixed(1)} × as common as elsewhere`,
    )
    .join('; ')
}

/** What the query may retrieve, and the nearest it cannot. */
export function QueryAnswer({
  answer,
  objectiveOf,
  onChoose,
}: {
  answer: MapQuery
  /** Null for an entry that is not on this map. */
  objectiveOf: (id: string) => string | null
  onChoose: (id: string) => void
}) {
  const { category, predicted, inside, outside } = answer
  const line = (id: string, of: Category, score: number) => (
    <li key={id} className="grid h-7 grid-cols-[22px_minmax(0,1fr)_auto] items-center gap-1 touch:h-11">
      <CategoryMark category={of} show="shape" />
      <ScoredEntry id={id} words={objectiveOf(id)} onChoose={onChoose} />
      <span className="num text-small">{formatScore(score)}</span>
    </li>
  )
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
        <p className="mt-1 text-ink-2">No approved entry of this category, so nothing would be injected.</p>
      ) : (
        <ol className="mt-1">{inside.slice(0, 5).map(({ id, score }) => line(id, category, score))}</ol>
      )}
      {outside.length > 0 && (
        <>
          <p className="mt-2 border-ink border-t-2 pt-1 text-ink-3 text-small">
            Behind the wall: near, but of another category
          </p>
          <ul className="opacity-80">{outside.map(({ id, category: of, score }) => line(id, of, score))}</ul>
        </>
      )}
      <p className="mt-1 text-ink-3 text-small">
        Scores are cosines in the full space. The query stands in the middle of its five nearest, so its
        distances on the map say nothing more.
      </p>
    </section>
  )
}

function ScoredEntry({
  id,
  words,
  onChoose,
}: {
  id: string
  words: string | null
  onChoose: (id: string) => void
}) {
  const href = useProjectHref()
  if (words === null)
    return (
      <Link href={href(`/memories/${id}`)} prefetch={false} className="link truncate text-ink-3">
        an entry that is not on this map
      </Link>
    )
  return (
    <button
      type="button"
      title={words}
      onClick={() => onChoose(id)}
      className="truncate text-left hover:underline"
    >
      {words}
    </button>
  )
}
