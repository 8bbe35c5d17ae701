'use client'

import clsx from 'clsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { MiniScoreAxis } from '@/components/retrieval/mini-score-axis.tsx'
import { asHighWords, isDoubted, VERDICT_WORDS } from '@/components/retrieval/prepare-headline.ts'
import { SoftTurn } from '@/components/retrieval/soft-turn.tsx'
import { formatScore } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import type { Category } from '@/lib/memory/category.ts'
import type { WrongTurns } from '@/lib/memory/lab/lab.ts'
import type { Hit, PlaygroundAnswer } from '@/lib/memory/retrieval.ts'
import { useShownAnswer } from './playground-state.tsx'
import { usePresentScale } from './present/use-present-scale.ts'

/** The same text under each of the four categories, and what every wrong turn would have injected. */
export function WhatIfStrip() {
  const { data, isPresenting, turns, url } = useShownAnswer()
  if (data.whatIf.length === 0) return null
  return (
    <section
      aria-label="Had the category been"
      className={clsx(!isPresenting && 'border-hairline border-t px-6 pt-4 pb-8 max-md:px-4')}
    >
      <SectionTitle
        title="Had the category been …"
        note={
          url.mode === 'task'
            ? `each is asked what ${data.answer.intent.category} was asked, not its own step of the plan; what it would have injected`
            : 'same text, same axis; what each wrong turn would have injected'
        }
        end={
          turns?.labels && (
            <span className="flex items-baseline gap-1.5 text-ink-3">
              <SourceChip source={turns.labels.source} /> {turns.labels.count} labels
            </span>
          )
        }
      />
      <ol className="mt-2 grid grid-cols-4 max-lg:grid-cols-2 max-lg:gap-y-4 max-md:grid-cols-1 max-md:gap-y-0">
        {data.whatIf.map((turn, index) => (
          <Turn key={turn.category} turn={turn} index={index} />
        ))}
      </ol>
      {turns && !isPresenting && (
        <SoftTurn turns={turns.turns} soft={turns.soft} predicted={turns.predicted} />
      )}
    </section>
  )
}

type TurnOf = PlaygroundAnswer['whatIf'][number]

function Turn({ turn, index }: { turn: TurnOf; index: number }) {
  const { data, isPresenting, turns, url } = useShownAnswer()
  const scale = usePresentScale(isPresenting)
  const used = data.answer.intent.category
  const best = turn.hits[0]
  const isUsed = turn.category === used
  const loss = turns?.turns.find(({ category }) => category === turn.category) ?? null
  return (
    <li
      aria-current={isUsed ? 'true' : undefined}
      className={clsx(
        'min-w-0 border-hairline px-5 pt-2 pb-1 max-md:border-t max-md:px-0 max-md:py-4 max-md:first:border-t-0',
        index > 0 && 'md:border-l',
        index === 0 && 'pl-0',
        index === 3 && 'pr-0',
        index === 2 && 'md:max-lg:border-l-0 md:max-lg:pl-0',
      )}
    >
      <TurnHeader turn={turn} isUsed={isUsed} />
      <MiniScoreAxis
        data={{ ...turn, poolScores: [], unrelated: data.unrelated, floor: url.floor }}
        scale={scale}
      />
      {best === undefined ? (
        <p className="text-ink-2 text-small leading-[1.45]">
          <b className="font-medium text-body text-ink">cold</b>, so nothing would be injected
        </p>
      ) : (
        <TurnAnswer verdict={turn.verdict} best={best} />
      )}
      {loss && <Loss loss={loss} isUsed={isUsed} />}
      <p className="mt-1 text-ink-3 text-small leading-[1.45]">
        {best || isUsed ? wrongTurn(used, turn.category) : 'No wrong turn possible yet.'}
      </p>
    </li>
  )
}

function TurnHeader({ turn, isUsed }: { turn: TurnOf; isUsed: boolean }) {
  const { choose } = useShownAnswer()
  const best = turn.hits[0]
  return (
    <div className="flex items-baseline justify-between">
      <button
        type="button"
        onClick={() => choose(turn.category)}
        aria-label={isUsed ? `${turn.category}, the category used` : `Use ${turn.category}`}
        className="rounded-chip hover:underline max-md:-my-3 max-md:inline-block max-md:py-3.5"
      >
        <CategoryMark category={turn.category} />
      </button>
      <span
        className={clsx('font-mono', isUsed && 'font-medium')}
        title={best ? `${best.score} unrounded` : undefined}
      >
        {best ? formatScore(best.score) : <span className="font-sans text-ink-3 text-small">empty</span>}
      </span>
    </div>
  )
}

/** What this category would have injected. */
function TurnAnswer({ verdict, best }: { verdict: TurnOf['verdict']; best: Hit }) {
  const { isPresenting, url } = useShownAnswer()
  const isUnderFloor = url.floor !== null && best.score < url.floor
  return (
    <>
      <p>
        <b className="font-medium">{VERDICT_WORDS[verdict.word]}</b>{' '}
        <span className="text-ink-3">
          {asHighWords(verdict)}
          {isDoubted(verdict, best.score) && ', but a flag or an open finding stands against it'}
        </span>
      </p>
      {isUnderFloor && <p>under the floor, so nothing would be injected</p>}
      <p
        className={clsx(
          'mt-2 text-pretty font-medium',
          isUnderFloor && 'text-ink-3',
          isPresenting && 'line-clamp-5',
        )}
      >
        {best.objective}
      </p>
      {!isPresenting && !isSame(best.objective, told(best)) && (
        <p className="mt-0.5 text-pretty text-ink-2 text-small leading-[1.45]">{told(best)}</p>
      )}
    </>
  )
}

/** What the turn costs by the labels, where there are any. */
function Loss({ loss, isUsed }: { loss: WrongTurns['turns'][number]; isUsed: boolean }) {
  const { similarityLost, relevanceLost, grade } = loss
  if (isUsed ? grade === null : similarityLost === null) return null
  return (
    <p className="mt-1 text-ink-2 text-small leading-[1.45]">
      {isUsed ? (
        `grade ${grade} of 3 by the labels`
      ) : (
        <>
          similarity {(similarityLost ?? 0) >= 0 ? 'lost' : 'gained'}{' '}
          <span className="font-mono">{formatScore(Math.abs(similarityLost ?? 0))}</span>
          {relevanceLost !== null && <>, relevance {relevanceWords(relevanceLost)}</>}
        </>
      )}
    </p>
  )
}

/** Grades are 0..3: `lost 2 of 3`; a turn that would have helped more is a gain. */
function relevanceWords(lost: number): string {
  if (lost === 0) return 'the same'
  return `${lost > 0 ? 'lost' : 'gained'} ${Math.abs(lost)} of 3`
}

function told({ experience }: Hit): string {
  return firstSentence(experience.do || experience.title)
}

/** Rules make the objective and the first thing to do of one sentence at times; once is enough. */
function isSame(a: string, b: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[\s.]+$/, '')
  return plain(a) === plain(b)
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text.trim())?.[0] ?? text.trim()
}

/** What a lesson of another category would set the agent to do. Words of ours, from the categories alone, not measured. */
const COSTS: Record<Category, Record<Category, string>> = {
  ANALYZE: {
    ANALYZE: '',
    REPRODUCE: 'Would build a test before it is known what to look for.',
    EDIT: 'Would start editing code that has not been read.',
    VERIFY: 'Would run checks although nothing has changed.',
  },
  REPRODUCE: {
    ANALYZE: 'Delays the test by a reading pass.',
    REPRODUCE: '',
    EDIT: 'Would start editing with nothing that fails yet.',
    VERIFY: 'Reads well, but there is no fix to verify.',
  },
  EDIT: {
    ANALYZE: 'Would go back to reading what is already known.',
    REPRODUCE: 'Would build a test again instead of the fix.',
    EDIT: '',
    VERIFY: 'Would check a change that is not made yet.',
  },
  VERIFY: {
    ANALYZE: 'Would start reading again instead of checking.',
    REPRODUCE: 'Would build a new failing test instead of running the checks.',
    EDIT: 'Would change code that waits to be checked.',
    VERIFY: '',
  },
}

/** Cost of being handed a lesson of category `got` when `wanted` was needed. */
function wrongTurn(wanted: Category, got: Category): string {
  return wanted === got ? 'This is the category that was used.' : COSTS[wanted][got]
}
