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
import { type TableColumn, TableHead } from '@/components/ui/table/table-head.tsx'
import type { MapFacet, MapMethod } from '@/lib/memory/map.ts'
import type { EntryRow } from '@/lib/memory/views/entries.ts'
import { useAreaEntries } from './use-map.ts'

const COLUMNS: TableColumn[] = [
  { label: 'Category', className: 'w-[46px] pl-5 max-md:pl-4', isSilent: true },
  { label: 'Objective' },
  { label: 'Served', className: 'w-[64px] pr-5 text-right max-md:pr-4' },
]

type AreaTableProps = {
  project: string
  method: MapMethod
  area: string | null
  facet: MapFacet
  value: string | null
  chosenId: string | null
  onPointAt: (id: string | null) => void
  onChoose: (id: string) => void
  onClear: () => void
}

/** The entries of the area as a table; without an area those of the whole map. */
export function AreaTable(props: AreaTableProps) {
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useAreaEntries(props)
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <section aria-label="Entries of the area" aria-busy={isPlaceholderData} className="min-w-0">
      <AreaHead {...props} count={data?.pages[0]?.matchCount ?? null} />
      {error ? (
        <ReadErrorState
          error={error}
          where="The entries of the area were not read; nothing is lost."
          onRetry={refetch}
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
        <table
          aria-busy={isPlaceholderData}
          className={clsx('w-full table-fixed border-collapse', isPlaceholderData && 'opacity-60')}
        >
          <TableHead columns={COLUMNS} />
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

/** What is listed, how many they are, and the way to the same in Memories. */
function AreaHead({ method, area, facet, value, onClear, count }: AreaTableProps & { count: number | null }) {
  const href = useProjectHref()
  const params = {
    ...(value === null ? {} : { [facet]: value }),
    ...(area === null ? {} : { method, area }),
  }
  return (
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
        <LinkButton href={href('/memories', params)}>Open in Memories</LinkButton>
        {area !== null && (
          <Button variant="quiet" keys="esc" onClick={onClear}>
            Clear the area
          </Button>
        )}
      </p>
    </div>
  )
}

function Row({
  row,
  chosenId,
  onPointAt,
  onChoose,
}: Pick<AreaTableProps, 'chosenId' | 'onPointAt' | 'onChoose'> & { row: EntryRow }) {
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
          title={row.objective}
          className="block truncate outline-offset-1 max-md:py-3"
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
      <td className={clsx('num pr-5 max-md:pr-4', row.servedCount === 0 && 'text-ink-3')}>
        {formatCount(row.servedCount)}
      </td>
    </tr>
  )
}
