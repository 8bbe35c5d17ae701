'use client'

import clsx from 'clsx'
import type { ReactNode } from 'react'
import { draftOf, type EntryDraft } from '@/components/curate/entry-draft.ts'
import { diffByWord } from '@/components/curate/prepare-versions.ts'
import { WordDiff } from '@/components/curate/word-diff.tsx'
import { EntrySource } from '@/components/entries/entry-source.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { LifecycleMark } from '@/components/marks/lifecycle-mark.tsx'
import { plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import type { FindingSpan } from '@/lib/memory/findings/finding.ts'
import type { TriageEntry } from '@/lib/memory/findings/worklist.ts'
import type { Card } from '@/lib/memory/review.ts'

const FIELDS = ['objective', 'keywords', 'title', 'when', 'do', 'because', 'check'] as const

/** Which of several entries stays. */
export type Choice = { keptId: string; suggestedId: string | null; keep: (id: string) => void }

type EntryCardsProps = { card: Extract<Card, { kind: 'entries' }>; choice: Choice | null }

/** One entry in full, or several side by side: every other one is read as a change of the one that stays, or of the last. */
export function EntryCards({ card: { entries, spans, titles }, choice }: EntryCardsProps) {
  const [only] = entries
  if (entries.length === 1 && only)
    return <EntryCard entry={only} base={null} spans={spans} className="max-w-[808px]" />
  const kept = choice ? entries.find(({ id }) => id === choice.keptId) : entries.at(-1)
  return (
    <fieldset
      className={clsx(
        'm-0 grid min-w-0 max-md:grid-cols-1 max-md:[&>*+*]:border-t max-md:[&>*]:border-hairline',
        entries.length === 2 ? 'grid-cols-2' : 'grid-cols-[repeat(auto-fill,minmax(320px,1fr))]',
      )}
    >
      <legend className="sr-only">{choice ? 'Which one stays' : 'Side by side'}</legend>
      {entries.map((entry, k) => (
        <EntryCard
          key={entry.id}
          entry={entry}
          base={kept && entry.id !== kept.id ? draftOf(kept) : null}
          spans={[]}
          className={clsx(
            'border-hairline md:border-r md:last:border-r-0',
            choice?.keptId === entry.id && 'bg-surface-2',
          )}
        >
          {choice ? (
            <KeepThis place={k} {...{ entry, entries, choice }} />
          ) : (
            <h2 className="pb-2 font-medium">{titles?.[k]}</h2>
          )}
        </EntryCard>
      ))}
    </fieldset>
  )
}

type KeepThisProps = { entry: TriageEntry; entries: TriageEntry[]; place: number; choice: Choice }

function KeepThis({ entry, entries, place, choice: { keptId, suggestedId, keep } }: KeepThisProps) {
  const isKept = entry.id === keptId
  return (
    <label className="mb-2 flex h-7 cursor-pointer items-center gap-2 max-md:h-11">
      <input
        type="radio"
        name="kept"
        checked={isKept}
        onChange={() => keep(entry.id)}
        className="size-3.5 accent-(--accent)"
      />
      <b className="font-medium">{isKept ? 'This one stays' : 'Keep this one'}</b>
      {place < 9 && <kbd className="font-mono text-ink-3 text-micro">{place + 1}</kbd>}
      {entry.id === suggestedId && (
        <span className="text-ink-3 text-small">suggested: {whySuggested(entry, entries)}</span>
      )}
    </label>
  )
}

type EntryCardProps = {
  entry: TriageEntry
  /** The text that it is read as a change of; null: as it is. */
  base: EntryDraft | null
  spans: readonly FindingSpan[]
  className?: string
  children?: ReactNode
}

function EntryCard({ entry, base, spans, className, children }: EntryCardProps) {
  const texts = draftOf(entry)
  return (
    <article className={clsx('min-w-0 px-6 py-4 max-md:px-4', className)}>
      {children}
      <EntryLine entry={entry} />
      <dl className="mt-3 grid gap-2.5">
        {FIELDS.filter((field) => texts[field] !== '' || (base !== null && base[field] !== '')).map(
          (field) => (
            <div key={field} className="grid grid-cols-[76px_minmax(0,1fr)] gap-x-2">
              <dt className="font-mono text-ink-3 text-micro leading-[22px]">{field}</dt>
              <dd
                className={clsx(
                  'text-pretty [overflow-wrap:anywhere]',
                  (field === 'objective' || field === 'title') && 'font-medium',
                )}
              >
                {base === null ? (
                  <SpanText text={texts[field]} field={field} spans={spans} />
                ) : base[field] === texts[field] ? (
                  <span className="text-ink-3">the same</span>
                ) : (
                  <WordDiff pieces={diffByWord(base[field], texts[field])} />
                )}
              </dd>
            </div>
          ),
        )}
      </dl>
    </article>
  )
}

function EntryLine({ entry }: { entry: TriageEntry }) {
  const href = useProjectHref()
  const { servedCount } = entry
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-3 text-small">
      <CategoryMark category={entry.category} />
      <span className="inline-flex items-center gap-1.5">
        <LifecycleMark lifecycle={entry.lifecycle} isReviewed={!!entry.reviewedBy} />
        {entry.pinned && 'pinned'}
      </span>
      <span>{servedCount === 0 ? 'never served' : `served ${plural(servedCount, 'time')}`}</span>
      <span>
        <EntrySource entry={entry} className="link max-md:inline-block max-md:py-3.5" />
      </span>
      <Link className="link max-md:min-w-11 max-md:py-3.5" href={href(`/memories/${entry.id}`)}>
        Open
      </Link>
    </p>
  )
}

/** The first thing that speaks for it against one of the others. */
function whySuggested(entry: TriageEntry, all: readonly TriageEntry[]): string {
  const others = all.filter(({ id }) => id !== entry.id)
  if (entry.lifecycle === 'approved' && others.some(({ lifecycle }) => lifecycle !== 'approved'))
    return 'in service'
  if (entry.pinned && others.some(({ pinned }) => !pinned)) return 'pinned'
  if (others.some(({ servedCount }) => servedCount < entry.servedCount)) return 'used more'
  return 'older'
}

/** A text with the places a finding rests on lit, each with its word. Overlapping places count once. */
function SpanText({
  text,
  field,
  spans,
}: {
  text: string
  field: FindingSpan['field']
  spans: readonly FindingSpan[]
}) {
  const own = spans
    .filter((span) => span.field === field && span.end > span.start && span.end <= text.length)
    .sort((a, b) => a.start - b.start)
  if (own.length === 0) return text
  const pieces: { at: number; text: string; note: string | null }[] = []
  let at = 0
  for (const { start, end, note } of own) {
    if (start < at) continue
    if (start > at) pieces.push({ at, text: text.slice(at, start), note: null })
    pieces.push({ at: start, text: text.slice(start, end), note })
    at = end
  }
  if (at < text.length) pieces.push({ at, text: text.slice(at), note: null })
  return pieces.map((piece) =>
    piece.note === null ? (
      <span key={piece.at}>{piece.text}</span>
    ) : (
      <span key={piece.at}>
        <span className="leak">{piece.text}</span>
        <span className="ml-1 font-mono text-danger text-micro">{piece.note}</span>
      </span>
    ),
  )
}
