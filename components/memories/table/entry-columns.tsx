'use client'

import clsx from 'clsx'
import type { ReactNode } from 'react'
import { findingWord, flagWeight } from '@/components/entries/entry-words.ts'
import { FlagMark } from '@/components/entries/flag-mark.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { LifecycleMark } from '@/components/marks/lifecycle-mark.tsx'
import { formatCount, formatDay } from '@/components/ui/format.ts'
import { Hatch } from '@/components/ui/hatch.tsx'
import { Link } from '@/components/ui/link.tsx'
import type { EntryRow, EntrySort } from '@/lib/memory/views/entries.ts'
import { COLUMNS } from './table-columns.ts'

type CellProps = { entry: EntryRow; linkParams: Record<string, string>; thisYear: number }

export type EntryColumn = {
  id: string
  title: ReactNode
  cellClass?: string
  headClass?: string
  sort?: EntrySort
  Cell: (props: CellProps) => ReactNode
}

const QUIET = 'min-w-0 truncate text-ink-2 text-small max-md:hidden'

/** Category and objective, which are always there, then those a reader may leave out; a phone shows the first two and a second line. */
const ALL_COLUMNS: EntryColumn[] = [
  {
    id: 'category',
    title: <span className="sr-only">Category</span>,
    sort: 'category',
    Cell: ({ entry }) => <CategoryMark category={entry.category} show="letter" />,
  },
  { id: 'objective', title: 'Objective', cellClass: 'min-w-0', sort: 'objective', Cell: ObjectiveCell },
  {
    id: 'finding',
    title: 'Finding',
    cellClass: 'min-w-0 max-md:hidden',
    Cell: ({ entry }) => <Marks words={entry.findings.map(findingWord)} />,
  },
  {
    id: 'flag',
    title: 'Flag',
    cellClass: 'min-w-0 max-md:hidden',
    Cell: ({ entry }) => <Marks words={byWeight(entry.flags)} />,
  },
  { id: 'repo', title: 'Repository', cellClass: QUIET, sort: 'repo', Cell: ({ entry }) => entry.repo ?? '' },
  {
    id: 'backbone',
    title: 'Model of the run',
    cellClass: QUIET,
    Cell: ({ entry }) => entry.backbone ?? <Hatch label="model unknown" />,
  },
  { id: 'reviewer', title: 'Reviewed by', cellClass: QUIET, Cell: ({ entry }) => entry.reviewedBy ?? '' },
  {
    id: 'served',
    title: 'Served',
    cellClass: 'num max-md:hidden',
    headClass: 'justify-end',
    sort: 'served',
    Cell: ({ entry }) => (
      <span className={clsx(entry.servedCount === 0 && 'text-ink-3')}>{formatCount(entry.servedCount)}</span>
    ),
  },
  {
    id: 'outcome',
    title: 'Run',
    cellClass: 'max-md:hidden',
    Cell: ({ entry }) =>
      entry.outcome ? (
        <span className="text-ink-2 text-small">{entry.outcome}</span>
      ) : (
        <Hatch label="outcome unknown" />
      ),
  },
  {
    id: 'state',
    title: 'State',
    cellClass: 'max-md:hidden',
    Cell: ({ entry }) => (
      <LifecycleMark lifecycle={entry.lifecycle} isReviewed={entry.reviewedBy !== null} word={false} />
    ),
  },
  {
    id: 'created',
    title: 'Made',
    cellClass: 'num text-ink-3 text-small max-md:hidden',
    headClass: 'justify-end',
    sort: 'created',
    Cell: ({ entry, thisYear }) => formatDay(entry.createdAt, thisYear),
  },
]

/** The columns of a table that shows these of the optional ones. */
export function entryColumns(shown: readonly string[]): EntryColumn[] {
  return ALL_COLUMNS.filter(({ id }) => !(id in COLUMNS) || shown.includes(id))
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
        {[...entry.findings.map(findingWord), ...byWeight(entry.flags)].map((flag) => (
          <span key={flag}>
            <FlagMark flag={flag} />,{' '}
          </span>
        ))}
        {entry.lifecycle !== 'approved' && `${entry.lifecycle}, `}
        {entry.servedCount === 0 ? 'never served' : `served ${formatCount(entry.servedCount)}`}
        {entry.outcome ? `, run ${entry.outcome}` : ''}
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
