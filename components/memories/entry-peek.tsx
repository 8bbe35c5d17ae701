'use client'

import { useQuery } from '@tanstack/react-query'
import { entryQueryOptions } from '@/components/entries/entry-rows.ts'
import { EntrySource } from '@/components/entries/entry-source.tsx'
import { shortId } from '@/components/entries/entry-words.ts'
import { FlagMark } from '@/components/entries/flag-mark.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { LifecycleMark } from '@/components/marks/lifecycle-mark.tsx'
import { Fact } from '@/components/ui/fact.tsx'
import { formatCount, formatInstant, plural } from '@/components/ui/format.ts'
import { Kbd } from '@/components/ui/kbd.tsx'
import { Link } from '@/components/ui/link.tsx'
import { Skeleton } from '@/components/ui/states.tsx'
import { EXPERIENCE_PARTS } from '@/lib/memory/experience.ts'
import { makerWords } from '@/lib/memory/text/words.ts'
import type { EntryAlone, EntryRow } from '@/lib/memory/views/entries.ts'

/** The entry under the cursor. What the row knows is there at once; the lesson follows, mostly read ahead. */
export function EntryPeek({ row, index, matchCount, atFirst }: EntryPeekProps) {
  const href = useProjectHref()
  const { data: detail, error } = useQuery({
    ...entryQueryOptions(row.id),
    placeholderData: atFirst?.entry.id === row.id ? atFirst : undefined,
  })
  return (
    <div className="grid gap-3">
      <PeekLine index={index} matchCount={matchCount} row={row} />
      <div aria-live="polite" className="grid gap-1">
        <p>
          <CategoryMark category={row.category} />
        </p>
        <h2 className="text-pretty font-medium text-read">
          <Link href={href(`/memories/${row.id}`)} className="hover:underline hover:underline-offset-4">
            {row.objective}
          </Link>
        </h2>
        {row.keywords.length > 0 && (
          <p className="flex flex-wrap gap-x-3 font-mono text-ink-2 text-small">
            {row.keywords.map((keyword) => (
              <span key={keyword}>{keyword}</span>
            ))}
          </p>
        )}
      </div>
      <PeekLesson row={row} detail={detail} error={error} />
      <dl className="grid grid-cols-[76px_minmax(0,1fr)] gap-x-2 gap-y-1.5 border-hairline border-t pt-3 text-small">
        <Fact name="State">
          <LifecycleMark lifecycle={row.lifecycle} isReviewed={row.values.reviewer.length > 0} />
          {row.pinned && ' pinned'}
        </Fact>
        {row.values.flag.length > 0 && (
          <Fact name="Flags">
            <span className="flex flex-wrap gap-x-2 gap-y-1">
              {row.values.flag.map((flag) => (
                <FlagMark key={flag} flag={flag} />
              ))}
            </span>
          </Fact>
        )}
        <Fact name="From">
          {detail ? <EntrySource entry={detail.entry} /> : (row.instanceId ?? 'no run')}
        </Fact>
        <Fact name="Episode">{row.values.outcome[0] ?? 'outcome unknown'}</Fact>
        <Fact name="Served">{row.servedCount === 0 ? 'never' : plural(row.servedCount, 'time')}</Fact>
        <Fact name="Made">
          {formatInstant(row.createdAt)},{' '}
          <span className="whitespace-nowrap">{makerWords(row.extractor)}</span>
        </Fact>
        {detail?.entry.reason && <Fact name="Reason">{detail.entry.reason}</Fact>}
      </dl>
    </div>
  )
}

type EntryPeekProps = {
  row: EntryRow
  index: number | null
  matchCount: number
  /** Entry that came with the page, shown until its own answer is there. */
  atFirst: EntryAlone | null
}

function PeekLine({ index, matchCount, row }: Pick<EntryPeekProps, 'index' | 'matchCount' | 'row'>) {
  return (
    <p className="flex items-center gap-3 text-ink-3 text-small">
      <span className="truncate font-mono" title={row.id}>
        {shortId(row.id)}
      </span>
      {index !== null && (
        <span className="whitespace-nowrap">
          {formatCount(index + 1)} of {formatCount(matchCount)}
        </span>
      )}
      <span className="ml-auto flex gap-1">
        <Kbd>K</Kbd>
        <Kbd>J</Kbd>
        <Kbd>↵</Kbd>
      </span>
    </p>
  )
}

function PeekLesson({
  row,
  detail,
  error,
}: Pick<EntryPeekProps, 'row'> & { detail: EntryAlone | undefined; error: Error | null }) {
  return (
    <div className="border-hairline border-t pt-3">
      <p className="font-medium">{row.title}</p>
      {detail ? (
        <Lesson detail={detail} />
      ) : error ? (
        <p className="mt-1 text-danger text-small">The lesson could not be read. {error.message}</p>
      ) : (
        <Skeleton lines={5} label="Reading the lesson" />
      )}
    </div>
  )
}

function Lesson({ detail }: { detail: EntryAlone }) {
  const { experience } = detail.entry
  return (
    <dl className="mt-1.5 grid gap-2 text-ink-2">
      {EXPERIENCE_PARTS.filter((part) => experience[part] !== '').map((part) => (
        <div key={part}>
          <dt className="font-mono text-ink-3 text-micro">{part}</dt>
          <dd className="text-pretty">{experience[part]}</dd>
        </div>
      ))}
    </dl>
  )
}
