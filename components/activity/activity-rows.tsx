'use client'

import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useState } from 'react'
import { WordDiff } from '@/components/curate/word-diff.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { ActButton } from '@/components/ui/act-button.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import type { Fault } from '@/components/ui/faults/fault-error.ts'
import { FaultLine } from '@/components/ui/faults/fault-line.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { formatCount, formatInstant, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { Skeleton } from '@/components/ui/states.tsx'
import { Pager } from '@/components/ui/table/pager.tsx'
import { answered } from '@/components/ui/use-answer.ts'
import type { ActivityRow } from '@/lib/memory/views/activity.ts'
import { useActivity } from './activity-state.ts'
import { type ChangeView, prepareChanges, whyNoUndo } from './prepare-activity.ts'

const COLUMNS =
  'grid grid-cols-[64px_152px_minmax(88px,1fr)_minmax(160px,2fr)_minmax(0,3fr)_172px] gap-x-3 max-lg:grid-cols-[56px_minmax(0,1fr)_auto]'

/** Revisions, newest first; each opens on what it changed. */
export function ActivityRows() {
  const { rows, isReading } = useActivity()
  return (
    <section aria-label="Changes" aria-busy={isReading} className={clsx('flex-1', isReading && 'opacity-60')}>
      <div
        aria-hidden="true"
        className={clsx(COLUMNS, 'h-7 items-center px-6 text-ink-3 text-small max-lg:hidden')}
      >
        <span className="text-right">Revision</span>
        <span>When</span>
        <span>Who</span>
        <span>What</span>
        <span>Why</span>
      </div>
      <ol className="border-hairline border-t">
        {rows.map((row) => (
          <RevisionRow key={row.revision} row={row} />
        ))}
      </ol>
    </section>
  )
}

function RevisionRow({ row }: { row: ActivityRow }) {
  const { url, fault } = useActivity()
  const isOpen = url.open === row.revision
  const isHere = url.at === row.revision
  return (
    <li
      id={`revision-${row.revision}`}
      aria-current={isHere ? 'true' : undefined}
      className={clsx(
        'scroll-mt-14 border-hairline border-b',
        isHere && 'bg-selected shadow-[inset_2px_0_0_var(--text)]',
        isOpen && !isHere && 'bg-surface-2',
      )}
    >
      <RevisionLine row={row} isOpen={isOpen} isHere={isHere} />
      {isOpen && <OpenRevision row={row} fault={fault?.revision === row.revision ? fault.fault : null} />}
    </li>
  )
}

type LineProps = { row: ActivityRow; isOpen: boolean; isHere: boolean }

function RevisionLine({ row, isOpen, isHere }: LineProps) {
  const { toggle } = useActivity()
  const { revision, by, verb, entryCount, folded } = row
  const reason = folded
    ? `run by run, ${plural(folded.count, 'change')} since r${formatCount(folded.from)}`
    : row.reason
  return (
    <div className={clsx(COLUMNS, 'min-h-9 items-center px-6 py-1 max-md:px-4')}>
      <span className="num text-ink-3 max-lg:row-span-3 max-lg:self-start max-lg:pt-2.5">
        r{formatCount(revision)}
      </span>
      <span className="text-ink-2 text-small max-lg:order-3">{formatInstant(row.at)}</span>
      <span className="truncate max-lg:order-4 max-lg:col-start-2 max-lg:text-ink-2 max-lg:text-small">
        <span className="sr-only">by </span>
        {by}
      </span>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => toggle(row)}
        className="link min-w-0 justify-self-start text-left max-lg:order-1 max-lg:min-h-11"
      >
        <b className="font-medium">{verb}</b> {entryCount > 0 && plural(entryCount, 'entry', 'entries')}
      </button>
      <span
        title={reason ?? undefined}
        className={clsx(
          'truncate text-ink-2 max-lg:order-5 max-lg:col-span-2 max-lg:col-start-2 max-lg:whitespace-normal max-lg:text-small',
          reason === null && 'max-lg:hidden',
        )}
      >
        {reason ?? <span className="text-ink-3">no reason given</span>}
      </span>
      <WayBack row={row} isHere={isHere} />
    </div>
  )
}

/** What undid it, what it undid, or the way to undo it. */
function WayBack({ row, isHere }: Omit<LineProps, 'isOpen'>) {
  const { isPending, undoOf, goTo, readWith } = useActivity()
  const { revision, verb, undoes, undoneBy, folded } = row
  return (
    <span className="flex items-center justify-end gap-2 text-small max-lg:order-2">
      {undoes !== null && <RevisionLink words="undoes" revision={undoes} onRevision={goTo} />}
      {undoneBy !== null && <RevisionLink words="undone by" revision={undoneBy} onRevision={goTo} />}
      {folded && (
        <Button variant="quiet" onClick={() => readWith({ verb })}>
          Each of them
        </Button>
      )}
      {whyNoUndo(row) === null && (
        <ActButton
          asks="undo"
          {...(isHere ? { keys: 'U' } : {})}
          disabled={isPending}
          onClick={() => undoOf(row)}
        >
          Undo
          <span className="sr-only">
            revision {revision}, {verb}
          </span>
        </ActButton>
      )}
    </span>
  )
}

function OpenRevision({ row, fault }: { row: ActivityRow; fault: Fault | null }) {
  const cannot = row.undoneBy === null ? whyNoUndo(row) : null
  if (row.folded)
    return (
      <p className="bg-surface-2 px-6 pt-2 pb-3 text-ink-3 text-small max-md:px-4 lg:pl-[100px]">{cannot}</p>
    )
  return (
    <div className="grid gap-1 bg-surface-2 px-6 pt-2 pb-3 max-md:px-4 lg:pl-[100px]">
      {fault && <FaultLine fault={fault} />}
      <p className="text-ink-3 text-small">
        {cannot !== null && <>{cannot} </>}
        batch <span className="font-mono">{row.batchId}</span>
        {row.hash ? (
          <>
            , sealed <span className="font-mono">{row.hash.slice(0, 12)}</span>
          </>
        ) : (
          ', older than the chain: not sealed'
        )}
      </p>
      <RevisionChanges row={row} />
    </div>
  )
}

type RevisionLinkProps = { words: string; revision: number; onRevision: (revision: number) => void }

function RevisionLink({ words, revision, onRevision }: RevisionLinkProps) {
  return (
    <button
      type="button"
      className="link whitespace-nowrap text-ink-2 max-md:py-3.5"
      onClick={() => onRevision(revision)}
    >
      {words} r{formatCount(revision)}
    </button>
  )
}

const PAGE = 20

/** What one revision did, entry by entry, before against after. */
function RevisionChanges({ row }: { row: ActivityRow }) {
  const { activityChanges: read } = useCommands()
  const [offset, setOffset] = useState(0)
  const { revision, entryCount } = row
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['activity-changes', revision, offset],
    queryFn: () => answered(read({ revision, offset, limit: PAGE })),
    placeholderData: (before) => before,
  })
  if (entryCount === 0)
    return <p className="py-2 text-ink-3">No entry was changed: it is kept for its place in the chain.</p>
  if (error)
    return (
      <ReadErrorState
        className="px-4!"
        error={error}
        where={`The changes of revision ${formatCount(revision)} were not read.`}
        onRetry={refetch}
      />
    )
  if (!data) return <Skeleton lines={3} label="Reading what changed" />
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
      <ol aria-label={`Changes of revision ${revision}`}>
        {prepareChanges(data).map((change) => (
          <ChangeRow key={change.entryId} change={change} />
        ))}
      </ol>
      {entryCount > PAGE && (
        <Pager
          className="pt-2"
          from={offset}
          size={PAGE}
          count={entryCount}
          back="Earlier"
          on="Further"
          of={plural(entryCount, 'entry', 'entries')}
          onTurn={setOffset}
        />
      )}
    </div>
  )
}

function ChangeRow({ change: { entryId, title, how, fields } }: { change: ChangeView }) {
  const href = useProjectHref()
  return (
    <li className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-6 gap-y-0.5 border-hairline border-b py-2 text-small leading-[18px] last:border-b-0 max-md:grid-cols-[minmax(0,1fr)]">
      <p className="min-w-0">
        {how === 'purged' ? (
          <span className="font-mono">{entryId}</span>
        ) : (
          <Link href={href(`/memories/${entryId}`)} className="link max-md:inline-block max-md:py-2">
            {title}
          </Link>
        )}
      </p>
      <div className="min-w-0">
        {how === 'added' && <p className="text-ink-2">added; there was nothing before</p>}
        {how === 'purged' && <p className="text-ink-2">× purged: its texts are gone, its seal stays</p>}
        {how === 'changed' && fields.length === 0 && (
          <p className="text-ink-3">nothing that an agent would read</p>
        )}
        {fields.map(({ field, pieces }) => (
          <p key={field} className="[overflow-wrap:anywhere]">
            <span className="text-ink-3">{field}</span> <WordDiff pieces={pieces} />
          </p>
        ))}
      </div>
    </li>
  )
}
