'use client'

import clsx from 'clsx'
import type { ReactNode } from 'react'
import { flagWeight } from '@/components/entries/entry-words.ts'
import { FlagMark } from '@/components/entries/flag-mark.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { LifecycleMark } from '@/components/marks/lifecycle-mark.tsx'
import { formatCount, formatDay } from '@/components/ui/format.ts'
import { Hatch } from '@/components/ui/hatch.tsx'
import { Link } from '@/components/ui/link.tsx'
import {
  COLUMN_FACETS,
  ENTRY_SORTS,
  type EntryColumn,
  type EntrySort,
  entryField,
  fieldSubject,
  valueWord,
} from '@/lib/memory/filter/entry-fields.ts'
import type { EntryRow } from '@/lib/memory/views/entries.ts'

type CellProps = { entry: EntryRow; linkParams: Record<string, string>; thisYear: number }
type Cell = (props: CellProps) => ReactNode
/** What stands always, before the columns that a reader may leave out. */
type FixedColumn = 'category' | 'objective'

export type ListColumn = {
  id: FixedColumn | EntryColumn
  title: ReactNode
  cellClass?: string
  headClass?: string
  sort: EntrySort | undefined
  Cell: Cell
}

/** How a column is drawn that is not its values in words. */
const DRAWN: Partial<
  Record<FixedColumn | EntryColumn, { cellClass?: string; headClass?: string; Cell: Cell }>
> = {
  category: { Cell: ({ entry }) => <CategoryMark category={entry.category} show="letter" /> },
  objective: { cellClass: 'min-w-0', Cell: ObjectiveCell },
  lifecycle: {
    cellClass: 'max-md:hidden',
    Cell: ({ entry }) => (
      <LifecycleMark lifecycle={entry.lifecycle} isReviewed={entry.values.reviewer.length > 0} word={false} />
    ),
  },
  finding: {
    cellClass: 'min-w-0 max-md:hidden',
    Cell: ({ entry }) => <Marks words={entry.values.finding.map((one) => valueWord('finding', one))} />,
  },
  flag: {
    cellClass: 'min-w-0 max-md:hidden',
    Cell: ({ entry }) => <Marks words={byWeight(entry.values.flag)} />,
  },
  served: {
    cellClass: 'num max-md:hidden',
    headClass: 'justify-end',
    Cell: ({ entry }) => (
      <span className={clsx(entry.servedCount === 0 && 'text-ink-3')}>{formatCount(entry.servedCount)}</span>
    ),
  },
  created: {
    cellClass: 'num text-ink-3 text-small max-md:hidden',
    headClass: 'justify-end',
    Cell: ({ entry, thisYear }) => formatDay(entry.createdAt, thisYear),
  },
}

/** Category and objective, then these; a phone shows the first two and a second line. */
export function entryColumns(shown: readonly EntryColumn[]): ListColumn[] {
  return (['category', 'objective', ...shown] as const).map((id) => {
    const { title } = entryField(id)
    return {
      id,
      title: id === 'category' ? <span className="sr-only">{title}</span> : title,
      sort: ENTRY_SORTS.find((sort) => sort === id),
      ...(DRAWN[id] ?? {
        cellClass: 'min-w-0 truncate text-ink-2 text-small max-md:hidden',
        Cell: wordsOf(id),
      }),
    }
  })
}

/** The values of a facet in words; a hatch where there is none. */
function wordsOf(id: FixedColumn | EntryColumn): Cell {
  return ({ entry }) => {
    const values = COLUMN_FACETS.flatMap((facet) => (facet === id ? entry.values[facet] : []))
    if (values.length === 0) return <Hatch label={`${fieldSubject(id)}: none known`} />
    return values.map((value) => valueWord(id, value)).join(', ')
  }
}

/** The first word, and how many more there are. */
function Marks({ words: [first, ...others] }: { words: string[] }) {
  if (!first) return null
  return (
    <span
      className="flex min-w-0 items-baseline gap-1"
      title={others.length > 0 ? [first, ...others].join(', ') : undefined}
    >
      <FlagMark flag={first} />
      {others.length > 0 && <span className="text-ink-3 text-micro">+{others.length}</span>}
    </span>
  )
}

function ObjectiveCell({ entry, linkParams }: CellProps) {
  const href = useProjectHref()
  return (
    <>
      <Link
        href={href(`/memories/${entry.id}`, linkParams)}
        title={entry.objective}
        className="line-clamp-2 leading-[18px] outline-offset-1 max-md:line-clamp-1 max-md:leading-5"
      >
        {entry.snippet ? <SnippetText pieces={entry.snippet} fallback={entry.objective} /> : entry.objective}
      </Link>
      <p className="hidden truncate text-ink-3 text-small leading-5 max-md:block">
        {[
          ...entry.values.finding.map((one) => valueWord('finding', one)),
          ...byWeight(entry.values.flag),
        ].map((flag) => (
          <span key={flag}>
            <FlagMark flag={flag} />,{' '}
          </span>
        ))}
        {entry.lifecycle !== 'approved' && `${entry.lifecycle}, `}
        {entry.servedCount === 0 ? 'never served' : `served ${formatCount(entry.servedCount)}`}
        {entry.values.outcome.map((outcome) => `, episode ${outcome}`)}
      </p>
    </>
  )
}

function byWeight(flags: string[]): string[] {
  return [...flags].sort((a, b) => flagWeight(a) - flagWeight(b))
}

/** Characters before the first match that still leave it in sight. */
const LONGEST_LEAD = 24

/** The objective with the matched words underlined; the fragment itself when the match is elsewhere in the entry. */
function SnippetText({ pieces, fallback }: { pieces: NonNullable<EntryRow['snippet']>; fallback: string }) {
  const words = new Set(pieces.filter((piece) => piece.match).map((piece) => piece.text.toLowerCase()))
  const places = [...words].map((word) => fallback.toLowerCase().indexOf(word)).filter((place) => place >= 0)
  if (places.length > 0) {
    // The match must be in sight: a long beginning gives way.
    const from = Math.min(...places)
    const text =
      from > LONGEST_LEAD ? `… ${fallback.slice(from - LONGEST_LEAD / 2).replace(/^\S*\s/, '')}` : fallback
    return <Highlight text={text} words={words} />
  }
  return (
    <>
      {fallback}
      <span className="text-ink-3">
        {'  …'}
        {withKeys(pieces).map(({ at, piece }) =>
          piece.match ? <mark key={at}>{piece.text}</mark> : <span key={at}>{piece.text}</span>,
        )}
      </span>
    </>
  )
}

function Highlight({ text, words }: { text: string; words: Set<string> }) {
  const pattern = [...words].map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  let at = 0
  return text.split(new RegExp(`(${pattern})`, 'i')).map((part) => {
    const key = at
    at += part.length
    return words.has(part.toLowerCase()) ? <mark key={key}>{part}</mark> : <span key={key}>{part}</span>
  })
}

function withKeys<T extends { text: string }>(pieces: T[]): { at: number; piece: T }[] {
  let at = 0
  return pieces.map((piece) => {
    const keyed = { at, piece }
    at += piece.text.length + 1
    return keyed
  })
}
