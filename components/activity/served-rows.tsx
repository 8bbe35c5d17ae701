'use client'

import { Screen } from '@/components/frame/screen.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { askedWords } from '@/components/marks/asked-words.ts'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { OutcomeWord } from '@/components/marks/outcome-word.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { formatCount, formatInstant, formatScore, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { Pager } from '@/components/ui/table/pager.tsx'
import type { RetrievalLogRow, RetrievalLogView } from '@/lib/memory/served-again.ts'
import { logParams, stillWords } from './prepare-served.ts'

const PAGE = 50

/** What was saved and served, and whether it would still win today. */
export function ServedScreen({ view }: { view: RetrievalLogView | null }) {
  const href = useProjectHref()
  const { rows = [], count = 0 } = view ?? {}
  return (
    <Screen
      crumbs={[{ label: 'Activity' }]}
      question="Would what was retrieved then still win today?"
      verdict={logVerdict(view)}
      basis={
        count === 0 ? undefined : (
          <>
            <span>
              <SourceChip source="measured" /> {plural(count, 'saved or served retrieval')}
            </span>
            <span className="text-ink-3">
              each asked again of the memory as it is now; asking again is not logged
            </span>
          </>
        )
      }
    >
      {rows.length === 0 ? (
        <EmptyState
          title="No retrieval in the log."
          actions={<LinkButton href={href('/playground')}>Open the playground</LinkButton>}
        >
          What a program is told over HTTP and what you save in the playground stands here. What you only try
          in a page does not.
        </EmptyState>
      ) : (
        <ul className="px-6 pb-4 max-md:px-4">
          {rows.map((row) => (
            <LogRow key={row.id} row={row} />
          ))}
        </ul>
      )}
      {view && count > PAGE && (
        <Pager
          className="px-6 pb-6 max-md:px-4"
          from={view.offset}
          size={PAGE}
          count={count}
          back="Newer"
          on="Older"
          hrefOf={(from) => href('/activity', { view: 'served', from })}
        />
      )}
    </Screen>
  )
}

function logVerdict(view: RetrievalLogView | null): string {
  if (view === null || view.count === 0) return 'Unknown: nothing was saved or served yet.'
  const shown = formatCount(view.rows.length)
  return view.changedCount === 0
    ? `Yes: ${shown} of ${shown} on this page would get the same answer.`
    : `${formatCount(view.changedCount)} of ${shown} on this page would get another answer.`
}

function LogRow({ row }: { row: RetrievalLogRow }) {
  const href = useProjectHref()
  return (
    <li className="grid grid-cols-[minmax(0,5fr)_minmax(0,6fr)_auto] gap-x-6 gap-y-1 border-hairline border-b py-2.5 max-md:grid-cols-[minmax(0,1fr)]">
      <AskedThen row={row} />
      <StillWins row={row} />
      <p className="self-start">
        <Link
          className="link max-md:inline-block max-md:py-3.5"
          href={href('/playground/compare', logParams(row))}
        >
          Compare then and now
        </Link>
      </p>
    </li>
  )
}

function AskedThen({ row }: { row: RetrievalLogRow }) {
  const { id, at, strategy, category, text, episodeId, outcome } = row
  return (
    <div className="min-w-0">
      <p className="line-clamp-2 text-pretty font-medium">{text}</p>
      <p className="flex flex-wrap items-center gap-x-2 text-ink-3 text-small">
        <CategoryMark category={category} /> {strategy} ·{' '}
        {askedWords({ ...row, winnerId: row.before.winnerId })} · {formatInstant(at)}
        <span className="font-mono">{id}</span>
      </p>
      {episodeId !== null && (
        <p className="flex flex-wrap items-center gap-x-2 text-ink-3 text-small">
          episode <span className="min-w-0 break-all font-mono">{episodeId}</span> ended
          <OutcomeWord outcome={outcome} source="imported" chip={false} />
        </p>
      )}
    </div>
  )
}

function StillWins({ row }: { row: RetrievalLogRow }) {
  const { before, today, hasChanged } = row
  return (
    <div className="min-w-0">
      <p className="flex gap-2">
        <span aria-hidden="true">{today === null ? '?' : hasChanged ? '≠' : '='}</span>
        <b className="font-medium">{stillWords(row)}</b>
      </p>
      <Winner when="then" winner={before} />
      {hasChanged && today && <Winner when="today" winner={today} />}
    </div>
  )
}

function Winner({ when, winner }: { when: string; winner: RetrievalLogRow['before'] }) {
  return (
    <p className="grid grid-cols-[48px_minmax(0,1fr)_auto] gap-x-2 text-small">
      <span className="text-ink-3">{when}</span>
      <span className="truncate">
        {winner.winnerId === null ? 'nothing injected' : (winner.objective ?? `${winner.winnerId}, gone`)}
      </span>
      <span className="font-mono">{winner.score === null ? '' : formatScore(winner.score)}</span>
    </p>
  )
}
