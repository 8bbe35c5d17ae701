'use client'

import type { ComponentProps } from 'react'
import { EntrySource } from '@/components/entries/entry-source.tsx'
import { FlagMark } from '@/components/entries/flag-mark.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { LifecycleMark } from '@/components/marks/lifecycle-mark.tsx'
import { Fact } from '@/components/ui/fact.tsx'
import { Field, TextArea, TextInput } from '@/components/ui/field.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { Term } from '@/components/ui/term.tsx'
import { experienceWordCount } from '@/lib/memory/experience.ts'
import { makerWords } from '@/lib/memory/text/words.ts'
import type { OriginView } from '@/lib/memory/views/entries.ts'
import { useEntryState } from './entry-state.tsx'
import { noteOrigin } from './note-origin.ts'

/** The triple (z, d, e), to be read or typed, and where it comes from. */
export function Triple() {
  const { entry } = useEntryState()
  return (
    <section
      aria-label="The entry"
      className="grid grid-cols-[minmax(0,1fr)_336px] gap-8 px-6 py-4 max-lg:grid-cols-[minmax(0,1fr)] max-lg:gap-4 max-md:px-4"
    >
      <dl className="grid grid-cols-[72px_minmax(0,1fr)] content-start items-baseline gap-x-3 gap-y-1.5">
        <Label of="category">Category</Label>
        <dd>
          <CategoryMark category={entry.category} />
        </dd>
        <Label of="description">Search key</Label>
        <dd>
          <DescriptionPart />
        </dd>
        <Label of="experience">Lesson</Label>
        <dd>
          <ExperiencePart />
        </dd>
      </dl>
      <Facts />
    </section>
  )
}

function DescriptionPart() {
  const { draft, editing, entry } = useEntryState()
  return draft ? (
    <div className="grid max-w-[720px] gap-2">
      <Field label="Objective" hint="what it is found by">
        <TextArea
          value={draft.objective}
          maxLength={400}
          onChange={(e) => editing.change({ objective: e.target.value })}
          className="min-h-8!"
        />
      </Field>
      <Field label="Keywords" hint="with commas">
        <TextInput value={draft.keywords} onChange={(e) => editing.change({ keywords: e.target.value })} />
      </Field>
    </div>
  ) : (
    <>
      <strong className="font-medium text-title">{entry.description.objective}</strong>
      <span className="mt-0.5 flex flex-wrap gap-x-3.5 font-mono text-ink-2 text-small leading-5">
        {entry.description.keywords.map((keyword) => (
          <span key={keyword}>{keyword}</span>
        ))}
      </span>
    </>
  )
}

function ExperiencePart() {
  const { detail, draft, editing, entry } = useEntryState()
  const { experience } = entry
  return draft ? (
    <Field label="Title" className="max-w-[720px]">
      <TextInput
        value={draft.title}
        maxLength={160}
        onChange={(e) => editing.change({ title: e.target.value })}
      />
    </Field>
  ) : (
    <>
      {experience.title}
      <span className="ml-3 text-ink-3 text-small">
        {experience.kind}, {plural(experienceWordCount(experience), 'word')},{' '}
        {plural(detail.injectedTokens, 'token')} when injected
      </span>
    </>
  )
}

function Facts() {
  const { entry } = useEntryState()
  return (
    <dl className="grid grid-cols-[64px_minmax(0,1fr)] content-start gap-x-2 gap-y-1 text-small">
      <Fact name="State">
        <LifecycleMark lifecycle={entry.lifecycle} isReviewed={!!entry.reviewedBy} />
        {entry.pinned && ', pinned'}
        {entry.reason && <span className="text-ink-3"> “{entry.reason}”</span>}
      </Fact>
      {entry.promoted && (
        <Fact name="Rules">
          promoted into <span className="break-all font-mono">{entry.promoted.file}</span>
        </Fact>
      )}
      <Whence />
      {entry.flags.length > 0 && (
        <Fact name="Flags">
          <span className="flex flex-wrap gap-x-2.5 gap-y-1">
            {entry.flags.map((flag) => (
              <FlagMark key={flag} flag={flag} />
            ))}
          </span>
        </Fact>
      )}
      <Fact name="Entry">
        <span className="break-all font-mono">
          {entry.id} r{formatCount(entry.revision)}
        </span>
      </Fact>
    </dl>
  )
}

function Whence() {
  const { detail, entry } = useEntryState()
  return (
    <>
      <Fact name="From">
        <EntrySource entry={entry} otherwise={noteOrigin(entry.extractor, detail.notes)} />
      </Fact>
      <Fact name="Made by">{makerWords(entry.extractor)}</Fact>
      {detail.origins.from.length > 0 && (
        <Fact name="Made of">
          <Origins origins={detail.origins.from} />
        </Fact>
      )}
      {detail.origins.into.length > 0 && (
        <Fact name="Lives on">
          <Origins origins={detail.origins.into} />
        </Fact>
      )}
    </>
  )
}

const HOW = { merge: 'merged', split: 'split', copy: 'copied' } as const

/** Entries this one was made of, or that were made of it; each under its own name. */
function Origins({ origins }: { origins: OriginView[] }) {
  const href = useProjectHref()
  return (
    <ul>
      {origins.map(({ entryId, title, how }) => (
        <li key={entryId} className="truncate">
          <span className="text-ink-3">{HOW[how]}</span>{' '}
          {title === null ? (
            <span className="font-mono">{entryId}, purged</span>
          ) : (
            <Link className="link" href={href(`/memories/${entryId}`)} title={title}>
              {title}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

/** In plain words; the letter that the paper gives it stands on them. */
function Label(term: ComponentProps<typeof Term>) {
  return (
    <dt className="text-ink-3 text-small">
      <Term {...term} />
    </dt>
  )
}
