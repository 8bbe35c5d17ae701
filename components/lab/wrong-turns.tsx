'use client'

import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { VERDICT_WORDS } from '@/components/retrieval/prepare-headline.ts'
import { SoftTurn } from '@/components/retrieval/soft-turn.tsx'
import { formatCount, formatScore, plural } from '@/components/ui/format.ts'
import { Hatch } from '@/components/ui/hatch.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import type { WrongTurns as Turns, WrongTurn } from '@/lib/memory/lab/lab.ts'

/** The same text behind each of the four walls: what a wrong category costs, and what a prior would have done. */
export function WrongTurns({ turns: { right, turns, predicted, soft, labels } }: { turns: Turns }) {
  return (
    <section
      aria-label="What if the category were wrong"
      className="border-hairline border-t px-6 pt-4 pb-6 max-md:px-4"
    >
      <SectionTitle
        title="What if the category were wrong"
        note={`taken as right: ${right}; same text, the other three walls`}
      />
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-ink-2 text-small">
        {labels ? (
          <span>
            <SourceChip source={labels.source} /> relevance by {labels.from}, {plural(labels.count, 'label')}
          </span>
        ) : (
          <span>No labels for this text: relevance lost is unknown.</span>
        )}
      </p>
      <ol className="mt-3 grid grid-cols-4 gap-x-6 gap-y-4 max-lg:grid-cols-2 max-md:grid-cols-1">
        {turns.map((turn) => (
          <Turn
            key={turn.category}
            turn={turn}
            isRight={turn.category === right}
            hasLabels={labels !== null}
          />
        ))}
      </ol>
      <SoftTurn turns={turns} soft={soft} predicted={predicted} />
    </section>
  )
}

function Turn({ turn, isRight, hasLabels }: { turn: WrongTurn; isRight: boolean; hasLabels: boolean }) {
  const { category, kept, best, verdict, similarityLost, grade, relevanceLost } = turn
  return (
    <li className="min-w-0 border-hairline border-t pt-2">
      <p className="flex items-baseline justify-between gap-2">
        <CategoryMark category={category} />
        <span className="font-mono" title={best ? `${best.score} unrounded` : undefined}>
          {best ? formatScore(best.score) : <Hatch label="No score" />}
        </span>
      </p>
      <p className="mt-1 text-small">
        <b className="font-medium">{VERDICT_WORDS[verdict.word]}</b>{' '}
        <span className="text-ink-3">of {formatCount(kept)}</span>
      </p>
      <p className="mt-1 line-clamp-2 text-pretty">
        {best?.objective ?? 'Empty: nothing would be injected.'}
      </p>
      <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-3 text-ink-2 text-small">
        <dt>{isRight ? 'taken as right' : lostOrGained('similarity', similarityLost)}</dt>
        <dd className="text-right font-mono">{!isRight && <Size of={similarityLost} />}</dd>
        {hasLabels && (
          <>
            <dt>{isRight ? 'grade, of 3' : `${lostOrGained('relevance', relevanceLost)}, of 3`}</dt>
            <dd className="text-right font-mono">
              {isRight ? (grade ?? 0) : <Size of={relevanceLost} digits={0} />}
            </dd>
          </>
        )}
      </dl>
    </li>
  )
}

function Size({ of, digits }: { of: number | null; digits?: number }) {
  return of === null ? <Hatch label="Unknown" /> : formatScore(Math.abs(of), digits)
}

/** A turn that would have helped more is a gain, not a loss below zero. */
function lostOrGained(what: string, lost: number | null): string {
  return `${what} ${lost !== null && lost < 0 ? 'gained' : 'lost'}`
}
