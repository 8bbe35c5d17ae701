'use client'

import clsx from 'clsx'
import type { ReactNode } from 'react'
import { draftOf, type EntryDraft } from '@/components/curate/entry-draft.ts'
import { diffByWord } from '@/components/curate/prepare-versions.ts'
import { WordDiff } from '@/components/curate/word-diff.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { LifecycleMark } from '@/components/marks/lifecycle-mark.tsx'
import { plural, stepsWords } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import type { FindingSpan } from '@/lib/memory/findings/finding.ts'
import type { TriageEntry } from '@/lib/memory/findings/worklist.ts'
import { SpanText } from './span-text.tsx'

const FIELDS = ['objective', 'keywords', 'title', 'when', 'do', 'because', 'check'] as const

/** One entry in full, the places that a finding rests on lit. */
export function TriageCard({ entry, spans }: { entry: TriageEntry; spans: readonly FindingSpan[] }) {
  const texts = draftOf(entry)
  return (
    <article className="min-w-0 px-6 py-4 max-md:px-4">
      <EntryLine entry={entry} />
      <dl className="mt-3 grid max-w-[760px] gap-2.5">
        {FIELDS.filter((field) => texts[field] !== '').map((field) => (
          <Part key={field} name={field}>
            <SpanText text={texts[field]} field={field} spans={spans} />
          </Part>
        ))}
      </dl>
    </article>
  )
}

/** One entry beside another that is no choice here, e.g. the retired one that it looks like; it is read as a change of that. */
export function ComparedCard({
  entry,
  with: other,
  titles,
}: {
  entry: TriageEntry
  with: TriageEntry
  /** What the one and the other are here. */
  titles: [string, string]
}) {
  const [texts, base] = [draftOf(entry), draftOf(other)]
  return (
    <div className="grid grid-cols-2 max-md:grid-cols-1">
      {[
        { title: titles[0], one: entry, read: texts, from: base },
        { title: titles[1], one: other, read: base, from: null },
      ].map(({ title, one, read, from }) => (
        <article
          key={one.id}
          className="min-w-0 border-hairline px-6 py-4 max-md:border-b max-md:px-4 md:border-r md:last:border-r-0"
        >
          <h2 className="pb-2 font-medium">{title}</h2>
          <EntryLine entry={one} />
          <dl className="mt-3 grid gap-2.5">
            {FIELDS.map((field) => (
              <PairPart key={field} field={field} texts={read} base={from} />
            ))}
          </dl>
        </article>
      ))}
    </div>
  )
}

/** Two or more entries beside each other; every other one is read as a change of the one that stays. */
export function TriagePair({
  entries,
  keptId,
  suggestedId,
  onKeep,
}: {
  entries: readonly TriageEntry[]
  keptId: string
  suggestedId: string | null
  onKeep: (id: string) => void
}) {
  const kept = entries.find(({ id }) => id === keptId)
  const base = kept && draftOf(kept)
  return (
    <fieldset
      className={clsx(
        'm-0 grid min-w-0 max-md:grid-cols-1 max-md:[&>*+*]:border-t max-md:[&>*]:border-hairline',
        entries.length === 2 ? 'grid-cols-2' : 'grid-cols-[repeat(auto-fill,minmax(320px,1fr))]',
      )}
    >
      <legend className="sr-only">Which one stays</legend>
      {entries.map((entry, k) => {
        const isKept = entry.id === keptId
        const texts = draftOf(entry)
        return (
          <article
            key={entry.id}
            className={clsx(
              'min-w-0 border-hairline px-6 py-4 md:border-r md:last:border-r-0 max-md:px-4',
              isKept && 'bg-surface-2',
            )}
          >
            <label className="flex h-7 cursor-pointer items-center gap-2 max-md:h-11">
              <input
                type="radio"
                name="kept"
                checked={isKept}
                onChange={() => onKeep(entry.id)}
                className="size-3.5 accent-(--accent)"
              />
              <b className="font-medium">{isKept ? 'This one stays' : 'Keep this one'}</b>
              {k < 9 && <kbd className="font-mono text-ink-3 text-micro">{k + 1}</kbd>}
              {entry.id === suggestedId && (
                <span className="text-ink-3 text-small">suggested: {whySuggested(entry, entries)}</span>
              )}
            </label>
            <div className="mt-2">
              <EntryLine entry={entry} />
            </div>
            <dl className="mt-3 grid gap-2.5">
              {FIELDS.map((field) => (
                <PairPart key={field} field={field} texts={texts} base={isKept || !base ? null : base} />
              ))}
            </dl>
          </article>
        )
      })}
    </fieldset>
  )
}

function PairPart({
  field,
  texts,
  base,
}: {
  field: (typeof FIELDS)[number]
  texts: EntryDraft
  base: EntryDraft | null
}) {
  if (texts[field] === '' && (base === null || base[field] === '')) return null
  if (base === null) return <Part name={field}>{texts[field]}</Part>
  if (base[field] === texts[field])
    return (
      <Part name={field}>
        <span className="text-ink-3">the same</span>
      </Part>
    )
  return (
    <Part name={field}>
      <WordDiff pieces={diffByWord(base[field], texts[field])} />
    </Part>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[76px_minmax(0,1fr)] gap-x-2">
      <dt className="font-mono text-ink-3 text-micro leading-[22px]">{name}</dt>
      <dd
        className={clsx(
          'text-pretty [overflow-wrap:anywhere]',
          name === 'objective' || name === 'title' ? 'font-medium' : '',
        )}
      >
        {children}
      </dd>
    </div>
  )
}

function EntryLine({ entry }: { entry: TriageEntry }) {
  const href = useProjectHref()
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-3 text-small">
      <CategoryMark category={entry.category} />
      <span className="inline-flex items-center gap-1.5">
        <LifecycleMark lifecycle={entry.lifecycle} isReviewed={!!entry.reviewedBy} />
        {entry.pinned && 'pinned'}
      </span>
      <span>{entry.servedCount === 0 ? 'never served' : `served ${plural(entry.servedCount, 'time')}`}</span>
      <span>
        {entry.episodeId ? (
          <Link
            className="link max-md:inline-block max-md:py-3.5"
            href={href(`/episodes/${entry.episodeId}`, { step: entry.fromStep })}
          >
            {entry.instanceId ?? 'its episode'}
            {entry.fromStep !== null && `, ${stepsWords(entry.fromStep, entry.toStep)}`}
          </Link>
        ) : (
          (entry.instanceId ?? 'no source')
        )}
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
