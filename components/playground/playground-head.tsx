'use client'

import type { ReactNode } from 'react'
import { Screen } from '@/components/frame/screen.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { formatCount, formatDuration, formatScore } from '@/components/ui/format.ts'
import { Term } from '@/components/ui/term.tsx'
import { usePlaygroundState, useShownAnswer } from './playground-state.tsx'
import { enlargedBy } from './prepare-funnel.ts'
import { asHighWords, chanceToHelp, doubtWords, prepareHeadline } from './prepare-headline.ts'

export const QUESTION = 'What would an agent be told now, and why?'

/** The page below its first three lines: what would be told, how sure that is, what it rests on. */
export function PlaygroundScreen({ isEmptyStore, actions, children }: PlaygroundScreenProps) {
  const { asked } = usePlaygroundState()
  const isUnasked = isEmptyStore && !asked.isAsked
  return (
    <Screen
      crumbs={[{ label: 'Playground' }]}
      actions={actions}
      question={QUESTION}
      verdict={isUnasked ? 'Nothing: the memory is empty.' : <HeadVerdict />}
      basis={asked.data && !asked.fault ? <Basis /> : undefined}
    >
      {children}
    </Screen>
  )
}

type PlaygroundScreenProps = { isEmptyStore: boolean; actions?: ReactNode; children: ReactNode }

function Basis() {
  const { answer, asked, provenance, rejected, unrelated } = useShownAnswer().data
  const { considered, embedder, injected, intent, kept, margin, tookMs, verdict } = answer
  const above = asHighWords(unrelated)
  const chance = chanceToHelp(verdict)
  const doubts = provenance && doubtWords(provenance)
  return (
    <>
      <span>
        <SourceChip source="measured" /> <Term of="cosine">likeness of descriptions</Term> by {embedder}
      </span>
      <span>
        {formatCount(kept)} {intent.category} {kept === 1 ? 'entry' : 'entries'} of {formatCount(considered)}
      </span>
      {chance && (
        <span className="font-medium" title={verdict.sentence}>
          <Term of="chance to help">{chance}</Term>
        </span>
      )}
      {margin !== null && (
        <span title={`${margin} unrounded`}>
          {margin === 0 ? (
            'tied with the next: the newest wins'
          ) : (
            <>
              <span className="font-mono">{formatScore(margin)}</span> ahead of the next
            </>
          )}
        </span>
      )}
      {above && (
        <span>
          <Term of="unrelated questions">{above}</Term>
        </span>
      )}
      {verdict.word === 'unknown' && <span>nobody judged lessons with this embedder</span>}
      {doubts && <span className="text-warning">{doubts}</span>}
      {rejected.withheld && (
        <span className="text-warning">the best match is withheld: a finding of a secret is open</span>
      )}
      {verdict.word === 'nothing-fits' && injected !== null && (
        <span className="font-medium">
          The paper injects it all the same{asked.floor == null ? '' : '; it is above the minimum score'}.
        </span>
      )}
      <span className="text-ink-3">{formatDuration(Math.max(1, tookMs))}, not logged</span>
    </>
  )
}

export function HeadVerdict() {
  const { asked } = usePlaygroundState()
  if (asked.fault) return 'No answer: the question could not be run.'
  if (!asked.data)
    return asked.isAsked ? (
      <span className="text-ink-3">Looking …</span>
    ) : (
      'Give it a task, or what the agent is about to do.'
    )
  const { answer, asked: question, provenance } = asked.data
  return (
    <span aria-live="polite">
      {prepareHeadline(answer, question.floor ?? null, provenance ? doubtWords(provenance) !== null : false)}
    </span>
  )
}

export function StageOneNote() {
  const { kept, considered, funnel, intent } = useShownAnswer().data.answer
  const factor = enlargedBy(funnel)
  return (
    <>
      <Term of="wall">only {intent.category} may answer</Term>: {formatCount(kept)} of{' '}
      {formatCount(considered)} {kept === 1 ? 'stays' : 'stay'}
      {factor !== null && `; drawn enlarged ${formatCount(factor)} times`}
    </>
  )
}
