'use client'

import type { ReactNode } from 'react'
import { Screen } from '@/components/frame/screen.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { asHighWords, prepareHeadline } from '@/components/retrieval/prepare-headline.ts'
import { formatCount, formatDuration } from '@/components/ui/format.ts'
import { Term } from '@/components/ui/term.tsx'
import { usePlaygroundState, useShownAnswer } from './playground-state.tsx'
import { enlargedBy } from './prepare-funnel.ts'

export const QUESTION = 'If an agent met this now, what would it be told, and why that?'

/** The page below its first three lines: what would be told, how sure that is, what it rests on. */
export function PlaygroundScreen({ isEmptyStore, actions, children }: PlaygroundScreenProps) {
  const { asked } = usePlaygroundState()
  const isUnasked = isEmptyStore && !asked.isAsked
  return (
    <Screen
      crumbs={[{ label: 'Playground' }]}
      actions={actions}
      question={QUESTION}
      verdict={isUnasked ? 'It would be told nothing: the memory is empty.' : <HeadVerdict />}
      basis={asked.data && !asked.fault ? <Basis /> : undefined}
    >
      {children}
    </Screen>
  )
}

type PlaygroundScreenProps = { isEmptyStore: boolean; actions?: ReactNode; children: ReactNode }

function Basis() {
  const { data, url } = useShownAnswer()
  const { considered, embedder, injected, intent, kept, tookMs, verdict } = data.answer
  const above = asHighWords(verdict)
  return (
    <>
      <span>
        <SourceChip source="measured" /> <Term of="cosine">likeness of descriptions</Term> by {embedder}
      </span>
      <span>
        {formatCount(kept)} {intent.category} {kept === 1 ? 'entry' : 'entries'} of {formatCount(considered)}
      </span>
      {above && verdict.word !== 'nothing-fits' && (
        <span>
          <Term of="unrelated questions">{above}</Term>
        </span>
      )}
      {verdict.word === 'unknown' && (
        <span>
          {formatCount(verdict.questionCount)} <Term of="unrelated questions">unrelated questions</Term>, 40
          are needed
        </span>
      )}
      {verdict.sentence.endsWith('not by meaning.') && <span>read by words, not by meaning</span>}
      {verdict.word === 'nothing-fits' && injected !== null && (
        <span className="font-medium">
          The paper injects it all the same{url.floor === null ? '' : ', and the floor lets it pass'}.
        </span>
      )}
      <span className="text-ink-3">{formatDuration(Math.max(1, tookMs))}, not logged</span>
    </>
  )
}

export function HeadVerdict() {
  const {
    asked,
    url: { floor },
  } = usePlaygroundState()
  if (asked.fault) return 'No answer: the question could not be run.'
  if (!asked.data)
    return asked.isAsked ? (
      <span className="text-ink-3">Looking …</span>
    ) : (
      'Give it a task, or what the agent is about to do.'
    )
  const { answer } = asked.data
  const { before, score, after } = prepareHeadline(answer, floor)
  const exact = answer.abstained === 'floor' ? answer.hits[0]?.score : answer.margin
  return (
    <span aria-live="polite">
      {before}
      {score && (
        <span className="font-mono tracking-[-0.03em]" title={`${exact} unrounded`}>
          {score}
        </span>
      )}
      {after}
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
      {factor !== null && `; all in scope is drawn enlarged ${formatCount(factor)} times`}
    </>
  )
}
