import type { ReactNode } from 'react'
import { TextArea } from '@/components/ui/field.tsx'
import type { ExperiencePart } from '@/lib/memory/experience.ts'
import { type LessonPiece, noiseWords } from './prepare-lesson.ts'

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
export function LessonPart({ part, pieces, unsupported = false }: LessonPartProps) {
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
export function EditPart({
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
