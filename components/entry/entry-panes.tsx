'use client'

import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { TextArea } from '@/components/ui/field.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Term } from '@/components/ui/term.tsx'
import { EXPERIENCE_PARTS, type ExperiencePart } from '@/lib/memory/experience.ts'
import { calledBy } from '@/lib/memory/text/words.ts'
import { useEntryState } from './entry-state.tsx'
import { type LessonPiece, noiseWords } from './prepare-lesson.ts'
import { Elsewhere, NoEvidence, RawRows } from './raw-rows.tsx'

/** What happened at the left, what was kept at the right, joined where the extractor cited; never by likeness. */
export function EntryPanes() {
  const { alignment, draft } = useEntryState()
  const parts = draft ? EXPERIENCE_PARTS : alignment.parts.map(({ part }) => part)
  return (
    <section aria-label="Raw against abstracted">
      <PanesHead />
      {parts.map((part, row) => (
        <PartRow key={part} part={part} isFirst={row === 0} />
      ))}
      {alignment.stepCount > 0 && (
        <p className="border-hairline border-t px-6 py-2.5 text-ink-3 text-small max-md:px-4">
          {alignment.uncited} <WholeLink />
        </p>
      )}
    </section>
  )
}

function WholeLink() {
  const { alignment, entry } = useEntryState()
  const href = useProjectHref()
  return (
    <Link
      className="link max-md:inline-block max-md:py-3.5"
      href={href(`/episodes/${entry.episodeId}`, { step: entry.fromStep })}
    >
      {alignment.stepCount === 1 ? 'Read the whole step' : `Read all ${plural(alignment.stepCount, 'step')}`}
    </Link>
  )
}

function PanesHead() {
  const { alignment, entry } = useEntryState()
  return (
    <header className={clsx(GRID, 'border-strong border-b px-6 pt-3 pb-2 max-md:hidden')}>
      <SectionTitle
        title="What happened"
        note={
          entry.episodeId === null ? (
            'no episode behind it'
          ) : (
            <>
              {formatCount(alignment.citedLineCount)} of {plural(alignment.rawLineCount, 'raw line')}{' '}
              <Term of="support">cited</Term>
            </>
          )
        }
      />
      <span />
      <SectionTitle title="What was kept" note={`the ${calledBy(entry.extractor)}`} />
    </header>
  )
}

/** One part of the lesson beside what it cites. */
function PartRow({ part, isFirst }: { part: ExperiencePart; isFirst: boolean }) {
  const { alignment, draft, editing, entry, lessons } = useEntryState()
  const { evidence = [], elsewhere = [] } = alignment.parts.find((row) => row.part === part) ?? {}
  const byHand = entry.episodeId === null
  const isEmpty = evidence.length === 0 && elsewhere.length === 0
  const isBare = isEmpty && !byHand
  return (
    <div
      className={clsx(
        GRID,
        'px-6 max-md:flex max-md:flex-col max-md:border-strong max-md:border-t max-md:px-4',
      )}
    >
      <div
        className={clsx(
          'min-w-0 py-3 max-md:order-2 max-md:mb-3.5 max-md:border-l-[1.5px] max-md:py-0 max-md:pl-3',
          !isFirst && !byHand && 'md:border-hairline md:border-t',
          isBare ? 'max-md:border-warning max-md:border-dotted' : 'max-md:border-ink',
        )}
      >
        <RawRows texts={evidence} />
        {elsewhere.map((run) => (
          <Elsewhere key={run.episodeId} {...run} />
        ))}
        {isEmpty && <NoEvidence byHand={byHand} isFirst={isFirst} isNote={entry.extractor === 'notes'} />}
      </div>
      <Joint kind={byHand && isEmpty ? 'none' : isBare ? 'bare' : 'cited'} />
      <div className={clsx('min-w-0 max-md:order-1', !isFirst && 'md:border-hairline md:border-t')}>
        {draft ? (
          <EditPart part={part} text={draft[part]} onText={(text) => editing.change({ [part]: text })} />
        ) : (
          <LessonPart part={part} pieces={lessons[part]} unsupported={isBare} />
        )}
      </div>
    </div>
  )
}

const GRID = 'grid grid-cols-[minmax(0,1fr)_56px_minmax(0,1fr)] max-md:grid-cols-[minmax(0,1fr)]'

/** A bracket on each side and a line: cited. Half a bracket, dotted: nothing to join. */
function Joint({ kind }: { kind: 'cited' | 'bare' | 'none' }) {
  if (kind === 'none') return <span aria-hidden="true" />
  return (
    <div aria-hidden="true" className="relative max-md:hidden">
      {kind === 'cited' && (
        <>
          <i className="absolute top-3.5 bottom-3.5 left-2.5 w-1.5 rounded-r-chip border-[1.5px] border-ink border-l-0" />
          <i className="absolute top-[23px] right-4 left-4 border-ink border-t-[1.5px]" />
        </>
      )}
      <i
        className={clsx(
          'absolute top-3.5 right-2.5 bottom-3.5 w-1.5 rounded-l-chip border-[1.5px] border-r-0',
          kind === 'bare' ? 'border-warning border-dotted' : 'border-ink',
        )}
      />
    </div>
  )
}

const PART_NAMES: Record<ExperiencePart, string> = {
  when: 'When',
  do: 'Do',
  because: 'Because',
  check: 'Check',
}

type LessonPartProps = {
  part: ExperiencePart
  pieces: LessonPiece[]
  unsupported?: boolean
}

/** A part of the lesson, with what stands against it lit and named. */
function LessonPart({ part, pieces, unsupported = false }: LessonPartProps) {
  const leaks = pieces.flatMap((piece) => piece.leak ?? [])
  const notes = [
    ...(leaks.length > 0 ? [`leak: ${noiseWords(leaks)}`] : []),
    ...new Set(pieces.flatMap((piece) => (piece.note && !piece.leak ? [piece.note] : []))),
  ]
  return (
    <PartFrame name={PART_NAMES[part]}>
      <p className="max-w-[66ch] text-pretty text-read">
        {pieces.map((piece, k) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have an order and nothing else.
            key={k}
            className={piece.leak || piece.note ? 'leak' : unsupported ? 'unsupported' : undefined}
            title={piece.note ?? undefined}
          >
            {piece.text}
          </span>
        ))}
      </p>
      {(notes.length > 0 || unsupported) && (
        <p className="mt-1.5 flex gap-3 font-mono text-micro">
          {notes.map((note) => (
            <span key={note} className="border-danger border-b text-danger">
              {note}
            </span>
          ))}
          {unsupported && <span className="border-warning border-b text-warning">no evidence</span>}
        </p>
      )}
    </PartFrame>
  )
}

/** The same to be typed. */
function EditPart({
  part,
  text,
  onText,
}: {
  part: ExperiencePart
  text: string
  onText: (text: string) => void
}) {
  return (
    <PartFrame name={PART_NAMES[part]}>
      <TextArea
        aria-label={PART_NAMES[part]}
        value={text}
        maxLength={600}
        onChange={(event) => onText(event.target.value)}
        className="text-read"
      />
    </PartFrame>
  )
}

function PartFrame({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-2 py-3 max-md:grid-cols-[60px_minmax(0,1fr)] max-md:pb-2.5">
      <p className="font-mono text-ink-3 text-micro leading-[22px]">{name}</p>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
