'use client'

import { type FormEvent, useRef, useState } from 'react'
import { ReviewerName, useReviewer } from '@/components/curate/reviewer.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { ActButton } from '@/components/ui/act-button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Select, TextArea } from '@/components/ui/field.tsx'
import { formatInstant, formatScore } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import { CATEGORIES, type Stage } from '@/lib/memory/category.ts'
import type { EntryDetail } from '@/lib/memory/views/entries.ts'
import { useEntryState } from './entry-state.tsx'

export function EntryCare() {
  const { detail } = useEntryState()
  const [by, setBy] = useReviewer()
  return (
    <div className="grid grid-cols-3 border-strong border-t max-lg:grid-cols-1 [&>section]:min-w-0 [&>section]:px-6 [&>section]:pt-4 [&>section]:pb-6 max-md:[&>section]:px-4 lg:[&>section+section]:border-l lg:[&>section+section]:border-hairline max-lg:[&>section+section]:border-hairline max-lg:[&>section+section]:border-t">
      <Findings />
      <Won won={detail.won} />
      <section>
        {detail.entry.subtaskId !== null && <Labels subtaskId={detail.entry.subtaskId} by={by} />}
        <Notes by={by} />
        <div className="mt-3">
          <ReviewerName name={by} onName={setBy} />
        </div>
      </section>
    </div>
  )
}

/** `doubtful-category` as `Doubtful category`. */
function inWords(detector: string): string {
  return `${detector[0]?.toUpperCase()}${detector.slice(1).replaceAll('-', ' ')}`
}

function Findings() {
  const { entry, findings } = useEntryState()
  const href = useProjectHref()
  return (
    <section>
      <SectionTitle title="Findings" note={findings.length === 0 ? 'none open' : 'open, by rules'} />
      <ul className="mt-1.5 grid gap-1.5 text-small">
        {findings.map((finding) => {
          const otherId = finding.entryId === entry.id ? finding.otherId : finding.entryId
          return (
            <li key={finding.id}>
              <Link className="link" href={href(`/memories/review/${finding.detector}`, { at: finding.id })}>
                {inWords(finding.detector)}
              </Link>
              : {finding.detail.sentence}
              {otherId && (
                <>
                  {' '}
                  <Link className="link" href={href(`/memories/${otherId}`)}>
                    The other one
                  </Link>
                </>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Won({ won }: Pick<EntryDetail, 'won'>) {
  return (
    <section>
      <SectionTitle
        title="Retrievals it won"
        note={won.length === 0 ? 'none kept or served' : 'newest first'}
      />
      <ol className="mt-1.5 grid gap-1.5 text-small">
        {won.map((one) => (
          <li key={one.id} className="grid grid-cols-[28px_minmax(0,1fr)_auto] items-baseline gap-1">
            <CategoryMark category={one.category} show="letter" />
            <span className="min-w-0">
              <span className="line-clamp-1">{one.text}</span>
              <span className="text-ink-3">
                {one.purpose}, {formatInstant(one.at)}
                {one.outcome && `, ${one.outcome}`}
              </span>
            </span>
            <span className="num">{one.score === null ? '' : formatScore(one.score)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Labels({ subtaskId, by }: { subtaskId: string; by: string | null }) {
  const { detail, readAgain } = useEntryState()
  const commands = useCommands()
  const toast = useToast()
  const { tell } = useTelling()
  const label = async (category: Stage) => {
    if (!by) {
      toast.show({ text: 'Say who reviews first.' })
      return
    }
    await tell(
      commands.labelSubtask({ subtaskId, category, by, blind: false }),
      `Labelled ${category}; the entry stays where it is.`,
    )
    await readAgain()
  }
  return (
    <>
      <SectionTitle title="Category of the subtask" note="a label moves no entry" />
      <ul className="mt-1.5 text-small">
        {detail.labels.map((one) => (
          <li key={`${one.source} ${one.by} ${one.createdAt}`} className="flex items-center gap-2">
            <CategoryMark category={one.category} /> {one.source}
            {one.by !== one.source && `, ${one.by}`}
          </li>
        ))}
      </ul>
      <Select
        aria-label="Label by a person"
        value=""
        className="mt-1.5 w-48!"
        onChange={(event) => void label(event.target.value as Stage)}
      >
        <option value="" disabled>
          Label it as …
        </option>
        {[...CATEGORIES, 'OTHER' as const].map((category) => (
          <option key={category}>{category}</option>
        ))}
      </Select>
    </>
  )
}

function Notes({ by }: { by: string | null }) {
  const { detail, readAgain } = useEntryState()
  const commands = useCommands()
  const takeAway = async (id: string) => {
    await commands.deleteNote({ id })
    await readAgain()
  }
  return (
    <div className="mt-4">
      <SectionTitle title="Notes" note="never injected" />
      <ul className="mt-1.5 grid gap-1.5 text-small">
        {detail.notes.map((note) => (
          <li key={note.id}>
            <span className="whitespace-pre-wrap">{note.text}</span>{' '}
            <span className="text-ink-3">
              {note.by}, {formatInstant(note.createdAt)}
            </span>{' '}
            <button type="button" className="link text-ink-3" onClick={() => void takeAway(note.id)}>
              Take away
            </button>
          </li>
        ))}
      </ul>
      <NoteForm by={by} />
    </div>
  )
}

function NoteForm({ by }: { by: string | null }) {
  const { entry, readAgain } = useEntryState()
  const commands = useCommands()
  const { tell } = useTelling()
  const [text, setText] = useState('')
  const isSending = useRef(false)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    const result = await tell(commands.addNote({ entryId: entry.id, text, ...(by ? { by } : {}) }))
    isSending.current = false
    if (result.ok) setText('')
    await readAgain()
  }
  return (
    <form onSubmit={(event) => void add(event)} className="mt-1.5 flex items-start gap-2">
      <TextArea
        aria-label="Note"
        placeholder="A note"
        value={text}
        maxLength={5_000}
        onChange={(event) => setText(event.target.value)}
        className="min-h-7! max-md:min-h-11!"
      />
      <ActButton asks="addNote" type="submit" disabled={text.trim() === ''}>
        Add
      </ActButton>
    </form>
  )
}
