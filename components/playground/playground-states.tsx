'use client'

import { Button } from '@/components/ui/button.tsx'
import { CopyButton } from '@/components/ui/copy-button.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import { EmptyState, Skeleton } from '@/components/ui/states.tsx'
import { useShownAnswer } from './playground-state.tsx'

export function Cold() {
  const { choose, data } = useShownAnswer()
  const others = data.whatIf.filter((turn) => turn.kept > 0 && turn.category !== data.answer.intent.category)
  return (
    <EmptyState
      className="px-0! py-2!"
      title={`${data.answer.intent.category} has no entry in service yet, so nothing would be injected.`}
      actions={others.map((turn) => (
        <Button key={turn.category} onClick={() => choose(turn.category)}>
          Ask {turn.category}, {formatCount(turn.kept)}
        </Button>
      ))}
    >
      Other categories are never asked instead: that is the wall.
    </EmptyState>
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

export function ShareButton() {
  return (
    <CopyButton
      className="max-md:hidden"
      text={() => window.location.href}
      label="Share"
      done="Link copied"
    />
  )
}
