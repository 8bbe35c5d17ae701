'use client'

import { SourceChip } from '@/components/marks/source-chip.tsx'
import { formatCount, formatDay, stepsWords } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import type { Provenance as Facts } from '@/lib/memory/retrieval.ts'
import { makerWords } from '@/lib/memory/text/words.ts'
import { useShownAnswer } from './playground-state.tsx'
import { flagsWords } from './prepare-headline.ts'

const LINK = 'link max-md:inline-block max-md:py-3.5'

/** Where the winner's entry comes from, as far as it is known, and what stands against it. */
export function Provenance({ entryId, facts }: { entryId: string; facts: Facts }) {
  const { current, href } = useShownAnswer()
  const { episodeId, instanceId, fromStep, toStep, outcome, editCount, servedCount } = facts
  const flags = flagsWords(facts)
  return (
    <dl className="grid grid-cols-[6.4em_minmax(0,1fr)] gap-x-2 gap-y-1.5 text-small leading-[1.5] [&>dt]:text-ink-3">
      <dt>From</dt>
      <dd>
        {episodeId === null ? (
          'no source, added by hand'
        ) : (
          <>
            <Link
              href={href(`/episodes/${episodeId}`, { step: fromStep })}
              className={`${LINK} [overflow-wrap:anywhere]`}
            >
              {instanceId ?? 'its episode'}
            </Link>
            {fromStep !== null && `, ${stepsWords(fromStep, toStep)}`}
          </>
        )}
      </dd>
      <dt>Outcome</dt>
      <dd className="flex flex-wrap items-center gap-1.5">
        {outcome ?? <span className="text-ink-3">unknown, no source said so</span>}
        {outcome && <SourceChip source={current?.source === 'written' ? 'written' : 'imported'} />}
      </dd>
      <dt>Made by</dt>
      <dd>
        {makerWords(facts.extractor)}
        {editCount > 0 && `, edited ${timesWords(editCount)}, last by ${facts.lastEditedBy}`}
      </dd>
      <dt>Made</dt>
      <dd>{formatDay(facts.createdAt)}</dd>
      <dt>Served</dt>
      <dd>{servedCount === 0 ? <span className="text-ink-3">never yet</span> : timesWords(servedCount)}</dd>
      {flags && (
        <>
          <dt>Against it</dt>
          <dd className="text-warning">
            {flags},{' '}
            <Link href={href(`/memories/${entryId}`)} className={LINK}>
              see entry
            </Link>
          </dd>
        </>
      )}
    </dl>
  )
}

function timesWords(count: number): string {
  return count === 1 ? 'once' : `${formatCount(count)} times`
}
