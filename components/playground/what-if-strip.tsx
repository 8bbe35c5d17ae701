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
import { usePresentScale } from './use-present-scale.ts'
import { wrongTurn } from './wrong-turn.ts'

/** The same text under each of the four categories, and what every wrong turn would have injected. */
export function WhatIfStrip({ data, turns, floor, onChoose, isPresenting }: WhatIfStripProps) {
  return (
    <section
      aria-label="Had the category been"
      className={clsx(!isPresenting && 'border-hairline border-t px-6 pt-4 pb-8 max-md:px-4')}
    >
      <SectionTitle
        title="Had the category been …"
        note="same text, same axis; what each wrong turn would have injected"
        end={
          turns?.labels && (
            <span className="flex items-baseline gap-1.5 text-ink-3">
              <SourceChip source={turns.labels.source} /> {turns.labels.count} labels
            </span>
          )
        }
      />
      <ol className="mt-2 grid grid-cols-4 max-lg:grid-cols-2 max-lg:gap-y-4 max-md:grid-cols-1 max-md:gap-y-0">
        {data.whatIf.map((turn, index) => {
          const loss = turns?.turns.find(({ category }) => category === turn.category) ?? null
          return (
            <Turn
              key={turn.category}
              data={data}
              floor={floor}
              isPresenting={isPresenting}
              onChoose={onChoose}
              turn={turn}
              index={index}
              loss={loss}
            />
          )
        })}
      </ol>
      {turns && !isPresenting && (
        <SoftTurn turns={turns.turns} soft={turns.soft} predicted={turns.predicted} />
      )}
    </section>
  )
}

type WhatIfStripProps = {
  data: PlaygroundAnswer
  /** What each turn loses, and what a prior would have done; null until known. */
  turns: WrongTurns | null
  floor: number | null
  onChoose: (category: Category) => void
  isPresenting: boolean
}

function Turn({
  data,
  floor,
  isPresenting,
  onChoose,
  turn,
  index,
  loss,
}: Pick<WhatIfStripProps, 'data' | 'floor' | 'isPresenting' | 'onChoose'> & {
  turn: PlaygroundAnswer['whatIf'][number]
  index: number
  loss: WrongTurns['turns'][number] | null
}) {
  const scale = usePresentScale(isPresenting)
  const used = data.answer.intent.category
  const best = turn.hits[0]
  const isUsed = turn.category === used
  const isUnderFloor = best !== undefined && floor !== null && best.score < floor
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
      <div className="flex items-baseline justify-between">
        <button
          type="button"
          onClick={() => onChoose(turn.category)}
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
      <MiniScoreAxis
        data={{
          hits: turn.hits,
          poolScores: [],
          kept: turn.kept,
          unrelated: data.unrelated,
          verdict: turn.verdict,
          floor,
        }}
        scale={scale}
      />
      {best === undefined ? (
        <p className="text-ink-2 text-small leading-[1.45]">
          <b className="font-medium text-body text-ink">cold</b>, so nothing would be injected
        </p>
      ) : (
        <>
          <p>
            <b className="font-medium">{VERDICT_WORDS[turn.verdict.word]}</b>{' '}
            <span className="text-ink-3">
              {asHighWords(turn.verdict)}
              {isDoubted(turn.verdict, best.score) && ', but a flag or an open finding stands against it'}
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
      )}
      {!isUsed && loss && loss.similarityLost !== null && (
        <p className="mt-1 text-ink-2 text-small leading-[1.45]">
          {loss.similarityLost >= 0 ? 'similarity lost' : 'similarity gained'}{' '}
          <span className="font-mono">{formatScore(Math.abs(loss.similarityLost))}</span>
          {loss.relevanceLost !== null && <>, relevance {relevanceWords(loss.relevanceLost)}</>}
        </p>
      )}
      {isUsed && loss?.grade != null && (
        <p className="mt-1 text-ink-2 text-small leading-[1.45]">grade {loss.grade} of 3 by the labels</p>
      )}
      <p className="mt-1 text-ink-3 text-small leading-[1.45]">
        {best || isUsed ? wrongTurn(used, turn.category) : 'No wrong turn possible yet.'}
      </p>
    </li>
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
