'use client'

import clsx from 'clsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { formatPercent, formatScore, plural } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import type { Category } from '@/lib/memory/category.ts'
import type { Turn as TurnView, Unrelated, WhatIf } from '@/lib/memory/retrieval.ts'
import { chanceToHelp, VERDICT_WORDS } from './prepare-headline.ts'
import { usePresentScale } from './present/use-present-scale.ts'
import { MiniScoreAxis } from './score-axis/mini-score-axis.tsx'

type StripProps = {
  whatIf: WhatIf
  /** What chance looks like in the category used; null where nobody measured it. */
  unrelated: Unrelated | null
  /** Minimum score; null = none. */
  floor: number | null
  onChoose: (category: Category) => void
  isPresenting?: boolean
}

/** The same text under each of the four categories, and what every wrong one would have injected. */
export function WhatIfStrip({ isPresenting = false, ...strip }: StripProps) {
  const { labels, turns } = strip.whatIf
  return (
    <section
      aria-label="Had the category been"
      className={clsx(!isPresenting && 'border-hairline border-t px-6 pt-4 pb-8 max-md:px-4')}
    >
      <SectionTitle
        title="Had the category been …"
        note="same query in each category"
        end={
          labels && (
            <span className="flex items-baseline gap-1.5 text-ink-3">
              <SourceChip source={labels.source} /> relevance by {labels.from},{' '}
              {plural(labels.count, 'label')}
            </span>
          )
        }
      />
      <ol className="mt-2 grid grid-cols-4 max-lg:grid-cols-2 max-lg:gap-y-4 max-md:grid-cols-1 max-md:gap-y-0">
        {turns.map((turn, index) => (
          <li
            key={turn.category}
            aria-current={turn.category === strip.whatIf.right ? 'true' : undefined}
            className={clsx(
              'min-w-0 border-hairline px-5 pt-2 pb-1 max-md:border-t max-md:px-0 max-md:py-4 max-md:first:border-t-0',
              index > 0 && 'md:border-l',
              index === 0 && 'pl-0',
              index === 3 && 'pr-0',
              index === 2 && 'md:max-lg:border-l-0 md:max-lg:pl-0',
            )}
          >
            <Turn turn={turn} strip={strip} isPresenting={isPresenting} />
          </li>
        ))}
      </ol>
      {!isPresenting && <SoftTurn {...strip.whatIf} />}
    </section>
  )
}

type TurnProps = { turn: TurnView; strip: StripProps; isPresenting: boolean }

function Turn({ turn, strip, isPresenting }: TurnProps) {
  const { floor, onChoose, unrelated, whatIf } = strip
  const { category, hits, verdict } = turn
  const scale = usePresentScale(isPresenting)
  const [best] = hits
  const isUsed = category === whatIf.right
  return (
    <>
      <div className="flex items-baseline justify-between">
        <button
          type="button"
          onClick={() => onChoose(category)}
          aria-label={isUsed ? `${category}, the category used` : `Use ${category}`}
          className="rounded-chip hover:underline max-md:-my-3 max-md:inline-block max-md:py-3.5"
        >
          <CategoryMark category={category} />
        </button>
        <span
          className={clsx('font-mono', isUsed && 'font-medium')}
          title={best ? `${best.score} unrounded` : undefined}
        >
          {best ? formatScore(best.score) : <span className="font-sans text-ink-3 text-small">empty</span>}
        </span>
      </div>
      {unrelated && <MiniScoreAxis data={{ ...turn, poolScores: [], unrelated, floor }} scale={scale} />}
      {best === undefined ? (
        <p className="text-ink-2 text-small leading-[1.45]">
          <b className="font-medium text-body text-ink">cold</b>, so nothing would be injected
        </p>
      ) : (
        <>
          <p>
            <b className="font-medium">{VERDICT_WORDS[verdict.word]}</b>{' '}
            <span className="text-ink-3">{chanceToHelp(verdict)}</span>
          </p>
          {floor !== null && best.score < floor && <p>below the minimum score: nothing would be injected</p>}
          <p className={clsx('mt-2 text-pretty font-medium', isPresenting && 'line-clamp-5')}>
            {best.objective}
          </p>
          {!isPresenting && (
            <p className="mt-0.5 line-clamp-2 text-pretty text-ink-2 text-small leading-[1.45]">
              {best.experience.do || best.experience.title}
            </p>
          )}
        </>
      )}
      <Loss turn={turn} isUsed={isUsed} />
      {isUsed && <p className="mt-1 text-ink-3 text-small leading-[1.45]">The category that was used.</p>}
    </>
  )
}

/** What the category costs against the one used: similarity always, relevance where there are labels. */
function Loss({
  turn: { similarityLost, relevanceLost, grade },
  isUsed,
}: {
  turn: TurnView
  isUsed: boolean
}) {
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

/** Grades are 0..3: `lost 2 of 3`; a category that would have helped more is a gain. */
function relevanceWords(lost: number): string {
  if (lost === 0) return 'the same'
  return `${lost > 0 ? 'lost' : 'gained'} ${Math.abs(lost)} of 3`
}

/** What a prior instead of the filter would have injected. */
function SoftTurn({ turns, soft, predicted }: WhatIf) {
  return (
    <p className="mt-4 max-w-[88ch] text-pretty border-hairline border-t pt-3">
      {soft === null ? (
        'With a prior instead of the filter (soft), nothing would be ranked either.'
      ) : (
        <>
          With a prior instead of the filter, <b className="font-medium">soft</b>{' '}
          {soft.isOfRight ? 'stays in' : 'leaves the right category for'}{' '}
          <CategoryMark category={soft.hit.category} />: “{soft.hit.objective}”
          {soft.grade !== null && <>, grade {soft.grade} of 3</>}.{' '}
        </>
      )}
      <span className="text-ink-3 text-small">
        Prior by {predicted.predictor}:{' '}
        {turns
          .map(({ category }) => `${category} ${formatPercent(predicted.probabilities[category], 1)}`)
          .join(', ')}
      </span>
    </p>
  )
}
