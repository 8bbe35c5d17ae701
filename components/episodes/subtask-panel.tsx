'use client'

import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { LifecycleMark } from '@/components/marks/lifecycle-mark.tsx'
import { stepsWords } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { isCategory } from '@/lib/memory/category.ts'
import type { LabelView, SubtaskView } from '@/lib/memory/views/episodes.ts'

type SubtaskPanelProps = {
  subtask: SubtaskView | null
  position: number
  labels: LabelView[]
  step: number
}

/** Right column of the reader: the subtask the step belongs to, what was known at its start, what it left. */
export function SubtaskPanel({ subtask, position, labels, step }: SubtaskPanelProps) {
  if (subtask === null)
    return (
      <>
        <SectionTitle title="Subtask" note="none" />
        <p className="mt-2 text-ink-2 text-small">
          This step is in no subtask: extraction has not run, or left it out.
        </p>
      </>
    )
  const hasStage = isCategory(subtask.category)
  return (
    <>
      <SectionTitle title={`Subtask ${position}`} note={stepsWords(subtask.fromStep, subtask.toStep)} />
      <p className="mt-2">
        <CategoryMark category={subtask.category} />
      </p>
      <p className="mt-0.5 mb-3 text-pretty font-medium text-read">{subtask.objective}</p>
      <dl className="grid grid-cols-[76px_minmax(0,1fr)] gap-x-2 gap-y-2 border-hairline border-t pt-3 text-small leading-[18px] [&>dt]:text-ink-3">
        {subtask.keywords.length > 0 && (
          <>
            <dt>Keywords</dt>
            <dd>{subtask.keywords.join(', ')}</dd>
          </>
        )}
        {hasStage && (
          <>
            <dt>Known then</dt>
            <dd>
              <KnownAtStart subtask={subtask} />
            </dd>
          </>
        )}
        <dt>Labels</dt>
        <dd>
          {labels.length === 0 && <span className="text-ink-3">nobody labelled it</span>}
          {labels.map((label, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same source may have labelled twice.
            <LabelOfStep key={index} label={label} step={step} />
          ))}
        </dd>
        {hasStage && (
          <>
            <dt>Judged</dt>
            <dd>{JUDGED[subtask.judged]}</dd>
          </>
        )}
        <dt>Left</dt>
        <dd>
          <EntriesLeft subtask={subtask} />
        </dd>
      </dl>
    </>
  )
}

function KnownAtStart({ subtask: { descriptionAtStart: known, fromStep } }: { subtask: SubtaskView }) {
  return (
    <>
      {known.objective}
      {known.keywords.length > 0 && <span className="text-ink-3">; {known.keywords.join(', ')}</span>}
      <span className="block text-ink-3">
        {fromStep === 1
          ? 'from the task alone'
          : `from the task and ${fromStep - 1} earlier ${fromStep === 2 ? 'step' : 'steps'}`}
      </span>
    </>
  )
}

function LabelOfStep({ label, step }: { label: LabelView; step: number }) {
  const span = label.spans.find((one) => step >= one.fromStep && step <= one.toStep)
  return (
    <span className="block">
      {label.by || label.source}
      {label.blind && ', blind'}{' '}
      {span ? (
        <CategoryMark category={span.category} className="ml-0.5" />
      ) : (
        <span className="text-ink-3">not this step</span>
      )}
    </span>
  )
}

function EntriesLeft({ subtask: { entries, skippedBecause } }: { subtask: SubtaskView }) {
  const href = useProjectHref()
  if (entries.length === 0)
    return <span className="text-ink-2">nothing{skippedBecause ? `: ${skippedBecause}` : ''}</span>
  return entries.map((entry) => (
    <span key={entry.id} className="block">
      <Link href={href(`/memories/${entry.id}`)} className="link max-md:inline-block max-md:py-3.5">
        {entry.title}
      </Link>{' '}
      {entry.lifecycle !== 'approved' && <LifecycleMark lifecycle={entry.lifecycle} />}
    </span>
  ))
}

const JUDGED = {
  correct: 'its own evidence shows success',
  incorrect: 'its own evidence shows failure',
  undetermined: 'its own evidence shows neither',
}
