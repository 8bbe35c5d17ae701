'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { WordDiff } from '@/components/curate/word-diff.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { Skeleton } from '@/components/ui/states.tsx'
import { Pager } from '@/components/ui/table/pager.tsx'
import { answered } from '@/components/ui/use-answer.ts'
import type { ActivityRow } from '@/lib/memory/views/activity.ts'
import { type ChangeView, prepareChanges } from './prepare-activity.ts'

const PAGE = 20

/** What one revision did, entry by entry, before against after. */
export function RevisionChanges({ row }: { row: ActivityRow }) {
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
