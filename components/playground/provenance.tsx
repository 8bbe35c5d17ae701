'use client'

import { useQuery } from '@tanstack/react-query'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { formatCount, formatDay, stepsWords } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { Skeleton } from '@/components/ui/states.tsx'
import { makerWords } from '@/lib/memory/text/excerpt.ts'
import type { EntryDetail } from '@/lib/memory/views/entries.ts'
import { useShownAnswer } from './playground-state.tsx'

/** Where the winner's entry comes from, as far as it is known. */
export function Provenance({ entryId }: { entryId: string }) {
  const { data, error } = useQuery({
    queryKey: ['entry', entryId],
    queryFn: async (): Promise<EntryDetail> => {
      const response = await fetch(`/api/v1/entries/${encodeURIComponent(entryId)}`)
      if (!response.ok) throw new Error(`answered ${response.status}`)
      return response.json()
    },
    staleTime: 60_000,
  })
  if (error)
    return <p className="text-ink-3 text-small">Where it comes from could not be read: {error.message}.</p>
  if (!data) return <Skeleton lines={3} label="Loading where it comes from" />
  return (
    <dl className="grid grid-cols-[6.4em_minmax(0,1fr)] gap-x-2 gap-y-1.5 text-small leading-[1.5] [&>dt]:text-ink-3">
      <SourceFacts detail={data} />
      <UseFacts detail={data} />
    </dl>
  )
}

function SourceFacts({ detail: { entry, outcome } }: { detail: EntryDetail }) {
  const { current, href } = useShownAnswer()
  return (
    <>
      <dt>From</dt>
      <dd>
        {entry.episodeId === null ? (
          'no source, added by hand'
        ) : (
          <>
            <Link
              href={href(`/episodes/${entry.episodeId}`, { step: entry.fromStep })}
              className="link [overflow-wrap:anywhere] max-md:inline-block max-md:py-3.5"
            >
              {entry.instanceId ?? 'its episode'}
            </Link>
            {entry.fromStep !== null && `, ${stepsWords(entry.fromStep, entry.toStep)}`}
          </>
        )}
      </dd>
      <dt>Outcome</dt>
      <dd className="flex flex-wrap items-center gap-1.5">
        {outcome ?? <span className="text-ink-3">unknown, no source said so</span>}
        {outcome && <SourceChip source={current?.source === 'written' ? 'written' : 'imported'} />}
      </dd>
    </>
  )
}

function UseFacts({ detail: { entry, servedCount, versions } }: { detail: EntryDetail }) {
  const { href } = useShownAnswer()
  const edits = versions.filter((version) => version.verb === 'edit')
  return (
    <>
      <dt>Made by</dt>
      <dd>
        {makerWords(entry.extractor)}
        {edits.length > 0 && `, edited ${timesWords(edits.length)}, last by ${edits.at(-1)?.by}`}
      </dd>
      <dt>Made</dt>
      <dd>{formatDay(entry.createdAt)}</dd>
      <dt>Served</dt>
      <dd>{servedCount === 0 ? <span className="text-ink-3">never yet</span> : timesWords(servedCount)}</dd>
      {entry.flags.length > 0 && (
        <>
          <dt>Flags</dt>
          <dd>
            {entry.flags.join(', ')},{' '}
            <Link href={href(`/memories/${entry.id}`)} className="link max-md:inline-block max-md:py-3.5">
              see entry
            </Link>
          </dd>
        </>
      )}
    </>
  )
}

function timesWords(count: number): string {
  return count === 1 ? 'once' : `${formatCount(count)} times`
}
