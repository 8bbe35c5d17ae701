import clsx from 'clsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Link } from '@/components/ui/link.tsx'
import type { SideEntry } from '@/lib/memory/distil/distil.ts'
import { EXPERIENCE_PARTS, type ExperiencePart } from '@/lib/memory/experience.ts'
import { type PartRelation, relations } from './prepare-distil.ts'

const RELATION_WORDS: Record<PartRelation, string | null> = {
  same: 'the same',
  'only-here': 'only here',
  differs: null,
  missing: null,
  neither: null,
}

/** One side's entry: its parts, each with the words of the run that it cites. */
export function SideColumn({
  entry,
  other,
  episodeId,
  absent,
  maker,
}: {
  entry: SideEntry | null
  other: SideEntry | null
  episodeId: string
  /** Why there is none. */
  absent: string
  maker: string
}) {
  const href = useProjectHref()
  if (!entry)
    return (
      <div className="min-w-0">
        <p className="text-ink-3 text-small">{maker}</p>
        <p className="mt-1 text-pretty text-ink-2">{absent}</p>
      </div>
    )
  const relation = relations(entry, other)
  return (
    <div className={clsx('min-w-0', entry.beside && 'text-ink-2')}>
      <p className="flex flex-wrap items-baseline gap-x-2 text-ink-3 text-small">
        <span>{maker}</span>
        <span className={clsx(!entry.beside && 'font-medium text-ink')}>
          {entry.beside ? 'kept beside' : entry.lifecycle === 'approved' ? 'in service' : entry.lifecycle}
        </span>
        <span className={clsx(other && other.kind !== entry.kind && 'border border-ink px-1')}>
          {entry.kind}
        </span>
        {entry.ofPerson && <span>chosen by a person</span>}
      </p>
      <p className="mt-1 text-pretty font-medium">
        <Link href={href(`/memories/${entry.id}`)} className="link">
          {entry.title}
        </Link>
      </p>
      <p className="text-pretty text-ink-2 text-small">
        {entry.objective}
        {entry.keywords.length > 0 && <span className="font-mono"> {entry.keywords.join(', ')}</span>}
      </p>
      <dl className="mt-2 grid grid-cols-[60px_minmax(0,1fr)] gap-x-3 gap-y-2">
        {EXPERIENCE_PARTS.map((part) => (
          <Part
            key={part}
            part={part}
            entry={entry}
            relation={relation[part]}
            stepHref={(step) => href(`/episodes/${episodeId}`, { step })}
          />
        ))}
      </dl>
    </div>
  )
}

type PartProps = {
  part: ExperiencePart
  entry: SideEntry
  relation: PartRelation
  stepHref: (step: number) => string
}

function Part({ part, entry, relation, stepHref }: PartProps) {
  const text = entry.parts[part]
  const cites = entry.cites.filter((one) => one.part === part)
  const word = RELATION_WORDS[relation]
  return (
    <>
      <dt className="text-ink-3 text-small capitalize">{part}</dt>
      <dd className="m-0 min-w-0">
        {text === '' ? (
          <span className="text-ink-3">nothing</span>
        ) : (
          <span className={clsx('text-pretty', relation === 'same' && 'text-ink-3')}>{text}</span>
        )}
        {word && text !== '' && <span className="ml-2 font-mono text-ink-3 text-micro">{word}</span>}
        {cites.map(({ step, quote }, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: citations have no name and never move
            key={place}
            className="mt-0.5 block border-strong border-l pl-2 text-ink-3 text-small [overflow-wrap:anywhere]"
          >
            <Link href={stepHref(step)} className="link font-mono">
              step {step}
            </Link>{' '}
            “{quote}”
          </span>
        ))}
        {text !== '' && cites.length === 0 && (
          <span className="mt-0.5 block text-small text-warning">no evidence</span>
        )}
      </dd>
    </>
  )
}
