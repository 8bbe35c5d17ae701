'use client'

import clsx from 'clsx'
import { debounce, useQueryStates } from 'nuqs'
import { useEffect, useRef, useState, useTransition } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { OutcomeWord } from '@/components/marks/outcome-word.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CutName } from '@/components/ui/end-of-name.tsx'
import { categoryColor, formatCount, plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { Link } from '@/components/ui/link.tsx'
import { SearchField } from '@/components/ui/search-field.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { Pager } from '@/components/ui/table/pager.tsx'
import { type RowsColumn, RowsTable } from '@/components/ui/table/rows-table.tsx'
import { CATEGORIES } from '@/lib/memory/category.ts'
import { EPISODE_ENDS, type EpisodeEnd } from '@/lib/memory/episode-end.ts'
import type { Source } from '@/lib/memory/source.ts'
import type { EpisodeList, EpisodeRow } from '@/lib/memory/views/episodes.ts'
import { episodesUrlParsers, PAGE_SIZE } from './episodes-url.ts'

export type OutcomeCounts = Record<EpisodeEnd, number>

/** Offered where git was asked. */
const isOfGitAlone = (end: EpisodeEnd) => end === 'kept' || end === 'reverted'

type EpisodesListProps = { list: EpisodeList; counts: OutcomeCounts; source: Source }

/** Episodes as a table, filtered on the server; search, outcome and page are in the address. */
export function EpisodesList({ list, counts, source }: EpisodesListProps) {
  const [isPending, startTransition] = useTransition()
  const [url, setUrl] = useQueryStates(episodesUrlParsers, {
    shallow: false,
    startTransition,
    history: 'replace',
  })
  const [text, setText] = useState(url.q)
  const goToFirst = useGoToFirst(isPending)
  const clear = () => {
    setText('')
    void setUrl({ q: null, outcome: null, page: null })
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-hairline border-b px-6 py-2.5 max-md:px-4">
        <Search
          text={text}
          onText={(next) => {
            setText(next)
            void setUrl({ q: next || null, page: null }, { limitUrlUpdates: debounce(250) })
          }}
          onEnter={() => void setUrl({ q: text || null, page: null }).then(goToFirst)}
        />
        <Segmented
          label="Outcome"
          value={url.outcome ?? 'all'}
          options={[
            { value: 'all', label: 'all' },
            ...EPISODE_ENDS.filter((end) => !isOfGitAlone(end) || counts[end] > 0).map((value) => ({
              value,
              label: <Choice word={value} count={counts[value]} />,
            })),
          ]}
          onChange={(value) => void setUrl({ outcome: value === 'all' ? null : value, page: null })}
          className="max-md:w-full max-md:overflow-x-auto max-md:[&>button]:flex-1 max-md:[&>button]:justify-center max-md:[&>button]:px-1"
        />
        <p role="status" className="ml-auto text-ink-3 text-small max-md:ml-0">
          {(url.q !== '' || url.outcome !== null) &&
            `${formatCount(list.matchCount)} of ${formatCount(list.totalCount)}`}
        </p>
      </div>
      {list.rows.length === 0 ? (
        <EmptyState
          title={`0 of ${formatCount(list.totalCount)} match.`}
          actions={<Button onClick={clear}>Clear the filter</Button>}
        >
          {url.q !== '' && `“${url.q}” stands in no instance id and no title`}
          {url.q !== '' && url.outcome !== null && ', with '}
          {url.outcome !== null && `outcome ${url.outcome}`}.
        </EmptyState>
      ) : (
        <Table rows={list.rows} source={source} isStale={isPending} />
      )}
      {list.matchCount > PAGE_SIZE && (
        <Pager
          className="px-6 py-3 max-md:px-4"
          from={(url.page - 1) * PAGE_SIZE}
          size={PAGE_SIZE}
          count={list.matchCount}
          of={plural(list.matchCount, 'episode')}
          onTurn={(from) => void setUrl({ page: from / PAGE_SIZE + 1 })}
        />
      )}
    </>
  )
}

/** Enter in the search goes to the first row, once the rows of that text are there. */
function useGoToFirst(isPending: boolean) {
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (!isAsked || isPending) return
    setAsked(false)
    moveFocus(0)
  }, [isAsked, isPending])
  return () => setAsked(true)
}

function Search(field: { text: string; onText: (text: string) => void; onEnter: () => void }) {
  const { text, ...on } = field
  const input = useRef<HTMLInputElement>(null)
  useHotkeys([
    { keys: '/', label: 'Search', run: () => input.current?.focus() },
    { keys: 'j', label: 'Next episode', run: () => moveFocus(1) },
    { keys: 'k', label: 'Previous episode', run: () => moveFocus(-1) },
  ])
  return (
    <div className="w-[280px] max-md:w-full">
      <SearchField
        {...on}
        ref={input}
        label="Search episodes by instance or title"
        placeholder="Instance or title"
        value={text}
      />
    </div>
  )
}

function Choice({ word, count }: { word: string; count: number }) {
  return (
    <>
      {word} <span className="font-mono font-normal text-ink-3 text-micro">{formatCount(count)}</span>
    </>
  )
}

const ROW =
  'relative h-(--row) border-hairline border-b hover:bg-hover focus-within:shadow-[inset_2px_0_0_var(--text)] max-md:grid max-md:h-auto max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:px-4 max-md:py-2.5 [&>td]:overflow-hidden [&>td]:px-2 max-md:[&>td]:p-0'

function Table({ rows, source, isStale }: { rows: EpisodeRow[]; source: Source; isStale: boolean }) {
  const href = useProjectHref()
  const columns: RowsColumn<EpisodeRow>[] = [
    {
      label: 'Instance',
      className: 'w-[23%] pl-6!',
      cellClass: 'max-md:order-2 max-md:col-span-2 max-md:pl-0!',
      cell: ({ id, instanceId }) => (
        <Link
          data-episode
          href={href(`/episodes/${id}`)}
          className="block font-mono text-small no-underline after:absolute after:inset-0"
        >
          <CutName name={instanceId} />
        </Link>
      ),
    },
    {
      label: 'Task',
      cellClass: 'max-md:order-1 max-md:col-span-2',
      cell: ({ title }) => (
        <span className="block truncate" title={title}>
          {title}
        </span>
      ),
    },
    {
      label: 'Lanes',
      className: 'w-[148px]',
      cellClass: 'max-md:order-3 max-md:pt-1.5!',
      cell: ({ spans, stepCount }) => <MiniLanes spans={spans} stepCount={stepCount} />,
    },
    { label: 'Steps', ...counted('w-14'), cell: ({ stepCount }) => formatCount(stepCount) },
    {
      label: 'Subtasks',
      ...counted('w-[72px] max-xl:hidden'),
      cell: ({ subtaskCount }) => formatCount(subtaskCount),
    },
    { label: 'Entries', ...counted('w-16'), cell: ({ entryCount }) => formatCount(entryCount) },
    {
      label: 'Backbone',
      className: 'w-[13%] max-lg:hidden',
      cell: ({ agent, backbone }) => (
        <span
          className="block truncate text-ink-2 text-small"
          title={[agent, backbone].filter(Boolean).join(', ')}
        >
          {backbone ?? <span className="text-ink-3">not recorded</span>}
        </span>
      ),
    },
    {
      label: 'Outcome',
      className: 'w-[178px] pr-6!',
      cellClass: 'text-small max-md:order-4 max-md:self-end max-md:pr-0!',
      cell: ({ outcome, outcomeSource }) => (
        <span title={outcomeSource ?? undefined}>
          <OutcomeWord outcome={outcome} said={outcomeSource} source={source} />
        </span>
      ),
    },
  ]
  return (
    <RowsTable
      {...{ columns, rows, isStale }}
      keyOf={({ id }) => id}
      rowProps={() => ({ className: ROW })}
      className="max-md:block"
      headClass="max-md:sr-only"
      headRowClass="[&>th]:px-2"
      bodyClass="max-md:block"
    />
  )
}

const counted = (width: string) => ({ className: clsx(width, 'text-right'), cellClass: 'num max-md:hidden' })

function moveFocus(by: number) {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-episode]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  rows[Math.min(rows.length - 1, Math.max(0, at === -1 ? 0 : at + by))]?.focus()
}

const WIDTH = 132
const LANE = 4

/** The four lanes of one episode, a few pixels high; each fills the width, so shapes compare and lengths do not. */
function MiniLanes({ spans, stepCount }: { spans: EpisodeRow['spans']; stepCount: number }) {
  const perStep = WIDTH / Math.max(1, stepCount)
  const words = spans.map((span) => span.category).join(', ')
  return (
    <svg
      width={WIDTH}
      height={LANE * 4 + 3}
      role="img"
      aria-label={words === '' ? 'not cut into subtasks' : `In order: ${words}`}
      className="block"
    >
      {CATEGORIES.map((category, lane) => (
        <path key={category} d={`M0 ${lane * (LANE + 1) + 2}H${WIDTH}`} stroke="var(--plot-grid)" />
      ))}
      {spans.map((span) =>
        span.category === 'OTHER' ? null : (
          <rect
            key={span.fromStep}
            x={(span.fromStep - 1) * perStep}
            y={CATEGORIES.indexOf(span.category) * (LANE + 1)}
            width={Math.max(1.5, (span.toStep - span.fromStep + 1) * perStep - 0.5)}
            height={LANE}
            fill={categoryColor(span.category)}
          />
        ),
      )}
    </svg>
  )
}
