'use client'

import clsx from 'clsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Skeleton } from '@/components/ui/states.tsx'
import { type RowsColumn, RowsTable } from '@/components/ui/table/rows-table.tsx'
import { Term } from '@/components/ui/term.tsx'
import type { MapCluster, MapMethod } from '@/lib/memory/map.ts'
import type { EntryRow } from '@/lib/memory/views/entries.ts'
import { useMapState } from './map-state.ts'
import { clusterName } from './prepare-map.ts'
import { useEntriesBeside } from './use-map.ts'

/** Topics, largest first; a press puts an area round one, which is the lasso without a pointer. */
export function TopicList({
  clusters,
  onArea,
}: {
  clusters: readonly MapCluster[]
  onArea: (cluster: MapCluster) => void
}) {
  if (clusters.length === 0) return null
  return (
    <section aria-label="Topics" className="border-hairline border-b px-5 pt-4 pb-3 max-md:px-4">
      <SectionTitle
        title="Topics"
        note={
          <>
            named by words <Term of="lift">more common there</Term>
          </>
        }
      />
      <ul className="mt-1.5 flex flex-wrap gap-x-1.5 gap-y-1 text-small">
        {clusters.map((cluster) => (
          <li key={`${cluster.x} ${cluster.y}`}>
            <button
              type="button"
              title={liftWords(cluster)}
              onClick={() => onArea(cluster)}
              className="inline-flex h-6 items-center gap-1.5 rounded-control border border-hairline px-1.5 text-ink-2 hover:border-strong hover:text-ink touch:h-11"
            >
              {clusterName(cluster) ?? <span className="text-ink-3 italic">no single theme</span>}
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

/** What the map shows, in a line each. */
export function MapGuide({ method }: { method: MapMethod }) {
  return (
    <p className="border-hairline border-b px-5 py-2 text-ink-3 text-small max-md:px-4">
      {method === 'pca'
        ? 'Distance: the two directions in which entries differ most.'
        : 'Neighbours stay together; the distance between two groups means little.'}{' '}
      Darker ground: denser. A short dark line joins near-duplicates.
    </p>
  )
}

/** The newest entries of the area, or of the whole map, and the way to all of them in the list. */
export function EntriesBeside() {
  const { only, project, setArea, url } = useMapState()
  const { area, color, method } = url
  const filter = { ...(only === null ? {} : { [color]: only }), ...(area === null ? {} : { method, area }) }
  const { data, error, isPlaceholderData, refetch } = useEntriesBeside(project, filter)
  const href = useProjectHref()
  return (
    <section aria-label="Entries of the area" aria-busy={isPlaceholderData} className="min-w-0">
      <div className="px-5 pt-4 pb-2 max-md:px-4">
        <SectionTitle
          title={area === null ? 'All entries' : 'In the area'}
          note={
            data && (
              <span aria-live="polite">
                {plural(data.matchCount, 'entry', 'entries')}
                {only !== null && `, ${only}`}
              </span>
            )
          }
        />
        <p className="mt-2 flex flex-wrap gap-2">
          <LinkButton href={href('/memories', filter)}>Show in the list</LinkButton>
          {area !== null && (
            <Button variant="quiet" keys="esc" onClick={() => setArea(null)}>
              Clear the area
            </Button>
          )}
        </p>
      </div>
      {error ? (
        <ReadErrorState error={error} where="The entries were not read; nothing is lost." onRetry={refetch} />
      ) : data === undefined ? (
        <div className="px-5">
          <Skeleton lines={5} label="Reading the entries" />
        </div>
      ) : data.rows.length === 0 ? (
        <p className="px-5 py-2 text-ink-2 max-md:px-4">
          No entry lies here. Draw a wider area, or clear it.
        </p>
      ) : (
        <Rows rows={data.rows} isStale={isPlaceholderData} />
      )}
    </section>
  )
}

function Rows({ rows, isStale }: { rows: EntryRow[]; isStale: boolean }) {
  const { choose, placeOf, setPointed, url } = useMapState()
  const pointAt = (id: string | null) => setPointed(id === null ? null : (placeOf.get(id) ?? null))
  const href = useProjectHref()
  const columns: RowsColumn<EntryRow>[] = [
    {
      label: 'Category',
      className: 'w-[46px] pl-5 max-md:pl-4',
      isSilent: true,
      cell: ({ category }) => <CategoryMark category={category} show="letter" />,
    },
    {
      label: 'Objective',
      cellClass: 'truncate pr-3',
      cell: ({ id, objective }) => (
        <Link
          href={href(`/memories/${id}`)}
          title={objective}
          className="block truncate outline-offset-1 max-md:py-3"
          onFocus={() => pointAt(id)}
          onBlur={() => pointAt(null)}
          onClick={(event) => {
            const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.detail > 0
            if (!isPlain || id === url.at) return
            // A first click shows where it lies, a second opens it; the keyboard opens at once.
            event.preventDefault()
            choose(id)
          }}
        >
          {objective}
        </Link>
      ),
    },
    {
      label: 'Served',
      className: 'w-[64px] pr-5 text-right max-md:pr-4',
      cellClass: 'num',
      cell: ({ servedCount }) => (
        <span className={clsx(servedCount === 0 && 'text-ink-3')}>{formatCount(servedCount)}</span>
      ),
    },
  ]
  return (
    <RowsTable
      {...{ columns, rows, isStale }}
      keyOf={({ id }) => id}
      rowProps={({ id }) => ({
        'aria-current': id === url.at || undefined,
        className:
          'h-8 border-hairline border-b hover:bg-hover aria-[current]:bg-selected aria-[current]:shadow-[inset_2px_0_0_var(--text)] max-md:h-11',
        onPointerEnter: () => pointAt(id),
        onPointerLeave: () => pointAt(null),
      })}
    />
  )
}
