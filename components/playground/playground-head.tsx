'use client'

import { PageHead } from '@/components/frame/page-head.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { asHighWords, prepareHeadline } from '@/components/retrieval/prepare-headline.ts'
import { formatCount, formatDuration } from '@/components/ui/format.ts'
import { Term } from '@/components/ui/term.tsx'
import type { PlaygroundAnswer } from '@/lib/memory/retrieval.ts'
import { enlargedBy } from './prepare-funnel.ts'
import type { usePlayground } from './use-playground.ts'

export const QUESTION = 'If an agent met this now, what would it be told, and why that?'

type Asked = ReturnType<typeof usePlayground>

/** The first three lines of the page: what would be told, how sure that is, what it rests on. */
export function Head({
  asked,
  floor,
  isEmptyStore,
}: {
  asked: Asked
  floor: number | null
  isEmptyStore: boolean
}) {
  const answer = asked.data?.answer
  const above = answer === undefined ? null : asHighWords(answer.verdict)
  return (
    <PageHead
      question={QUESTION}
      verdict={
        isEmptyStore && !asked.isAsked ? (
          'It would be told nothing: the memory is empty.'
        ) : (
          <HeadVerdict asked={asked} floor={floor} />
        )
      }
      basis={
        answer && !asked.fault ? (
          <>
            <span>
              <SourceChip source="measured" /> <Term of="cosine">likeness of descriptions</Term> by{' '}
              {answer.embedder}
            </span>
            <span>
              {formatCount(answer.kept)} {answer.intent.category} {answer.kept === 1 ? 'entry' : 'entries'} of{' '}
              {formatCount(answer.considered)}
            </span>
            {above && answer.verdict.word !== 'nothing-fits' && <span>{above}</span>}
            {answer.verdict.word === 'unknown' && (
              <span>{formatCount(answer.verdict.questionCount)} unrelated questions, 40 are needed</span>
            )}
            {answer.verdict.sentence.endsWith('not by meaning.') && (
              <span>read by words, not by meaning</span>
            )}
            {answer.verdict.word === 'nothing-fits' && answer.injected !== null && (
              <span className="font-medium">
                The paper injects it all the same{floor === null ? '' : ', and the floor lets it pass'}.
              </span>
            )}
            <span className="text-ink-3">{formatDuration(Math.max(1, answer.tookMs))}, not logged</span>
          </>
        ) : undefined
      }
    />
  )
}

export function HeadVerdict({ asked, floor }: { asked: Asked; floor: number | null }) {
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

export function StageOneNote({ data }: { data: PlaygroundAnswer }) {
  const { kept, considered, funnel } = data.answer
  const factor = enlargedBy(funnel)
  return (
    <>
      <Term of="wall">only {data.answer.intent.category} may answer</Term>: {formatCount(kept)} of{' '}
      {formatCount(considered)} {kept === 1 ? 'stays' : 'stay'}
      {factor !== null && `; all in scope is drawn enlarged ${formatCount(factor)} times`}
    </>
  )
}
