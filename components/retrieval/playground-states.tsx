'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import { EmptyState, ErrorState, Skeleton } from '@/components/ui/states.tsx'
import type { Category } from '@/lib/memory/category.ts'
import type { PlaygroundAnswer } from '@/lib/memory/retrieval.ts'
import { type Chip, ChipList } from './ask-panel.tsx'
import { ActionFault } from './use-playground.ts'

export function Cold({ data, onChoose }: { data: PlaygroundAnswer; onChoose: (category: Category) => void }) {
  const others = data.whatIf.filter((turn) => turn.kept > 0 && turn.category !== data.answer.intent.category)
  return (
    <EmptyState
      className="px-0! py-2!"
      title={`${data.answer.intent.category} has no approved entry yet, so nothing would be injected.`}
      actions={others.map((turn) => (
        <Button key={turn.category} onClick={() => onChoose(turn.category)}>
          Ask {turn.category}, {formatCount(turn.kept)}
        </Button>
      ))}
    >
      The first arrives with the next finished {data.answer.intent.category}. Other categories are never asked
      instead: that is the wall.
    </EmptyState>
  )
}

export function Nothing({
  chips,
  change,
}: {
  chips: Chip[]
  change: (next: { text: string; mode: 'task' | 'subtask'; category: Category | null; intent: null }) => void
}) {
  if (chips.length === 0) {
    return (
      <EmptyState className="px-0! py-2!" title="Nothing asked yet.">
        Paste an issue at the left and it becomes four intents, ANALYZE first. Or say in one sentence what the
        agent is about to do: its category is predicted, and you see which lesson would win and by how much.
      </EmptyState>
    )
  }
  return (
    <ChipList chips={chips} change={(next) => change(next as Parameters<typeof change>[0])}>
      <SectionTitle title="Try one that surprises" note={`${chips.length} questions to the sample`} />
    </ChipList>
  )
}

export function Loading() {
  return (
    <>
      <div>
        <SectionTitle title="Stage 1" />
        <div className="appear-late mt-10 h-[60px] hatch-wide" />
      </div>
      <div>
        <SectionTitle title="Stage 2" />
        <div className="appear-late mt-24 mb-12 border-plot-axis border-b" />
        <Skeleton lines={5} label="Retrieving" />
      </div>
    </>
  )
}

export function Fault({ fault, onRetry }: { fault: Error; onRetry: () => void }): ReactNode {
  const known = fault instanceof ActionFault ? fault : null
  return (
    <ErrorState
      className="-ml-6 max-md:-ml-4"
      what={fault.message}
      where={known?.place ? `At ${known.place}.` : undefined}
      next={known?.hint ?? 'Is Loupe still running? Then try again.'}
      reference={known?.reference}
      actions={<Button onClick={onRetry}>Try again</Button>}
    />
  )
}

export function ShareButton() {
  const [isCopied, setCopied] = useState(false)
  return (
    <Button
      className="max-md:hidden"
      onClick={() => {
        void navigator.clipboard.writeText(window.location.href).then(() => {
          setCopied(true)
          setTimeout(() => setCopied(false), 2_000)
        })
      }}
    >
      <span aria-live="polite">{isCopied ? 'Link copied' : 'Share'}</span>
    </Button>
  )
}
