'use client'

import clsx from 'clsx'
import type { RefObject } from 'react'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { type Chip, ChipPanel } from '@/components/retrieval/chips.tsx'
import { askedFor, DraftArea, ModeChoice } from '@/components/retrieval/draft-area.tsx'
import { Button } from '@/components/ui/button.tsx'
import { categoryColor } from '@/components/ui/format.ts'
import { Kbd } from '@/components/ui/kbd.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { PlaygroundAnswer, Prediction } from '@/lib/memory/retrieval.ts'
import { FloorSlider } from './floor-slider.tsx'
import { intentText } from './intent-text.ts'
import type { PlaygroundUrl } from './use-playground.ts'

type Change = (
  change: Partial<Pick<PlaygroundUrl, 'text' | 'mode' | 'category' | 'intent' | 'floor'>>,
) => void

/** A link in a line of text, with a finger's height on phones. */
const QUIET_LINK =
  'link max-md:-my-3 max-md:-mx-2 max-md:inline-flex max-md:h-11 max-md:items-center max-md:px-2'

/** Left column: what is asked, in which of the two ways, and the category or plan it became. */
export function AskPanel({
  url,
  change,
  base,
  current,
  chips,
  floorsHref,
  textRef,
}: {
  url: PlaygroundUrl
  change: Change
  base: PlaygroundAnswer | null
  /** Category of the answer on screen. */
  current: Category | null
  chips: Chip[]
  floorsHref: string
  textRef: RefObject<HTMLTextAreaElement | null>
}) {
  const pick = ({ text, mode, category }: Chip) =>
    change({ text, mode, category: category ?? null, intent: null })
  return (
    <>
      <ModeChoice
        value={url.mode}
        onChange={(mode) => change({ mode, category: null, intent: null })}
        className="-ml-px self-start max-md:flex max-md:self-stretch max-md:[&>button]:flex-1 max-md:[&>button]:justify-center"
      />
      <DraftArea
        {...askedFor(url.mode)}
        areaRef={textRef}
        value={url.text}
        onCommit={(text) => change(url.mode === 'task' ? { text, category: null, intent: null } : { text })}
        className={url.mode === 'task' ? 'min-h-[124px] max-h-[260px]' : 'min-h-[66px] max-h-[200px]'}
      />
      {base && url.text.trim() !== '' && url.mode === 'task' && base.answer.plan && (
        <Plan plan={base.answer.plan} url={url} change={change} current={current} />
      )}
      {base && url.text.trim() !== '' && url.mode === 'subtask' && (
        <Categories predicted={base.answer.predicted} url={url} change={change} current={current} />
      )}
      {base && url.text.trim() !== '' && (
        <FloorSlider floor={url.floor} onChange={(floor) => change({ floor })} suggestHref={floorsHref} />
      )}
      {chips.length > 0 && <ChipPanel chips={chips} asked={url} onPick={pick} />}
    </>
  )
}

/** P(z) as bars; the one used is marked, keys 1-4 choose another. */
function Categories({ predicted, url, change, current }: CategoriesProps) {
  const order =
    predicted === null
      ? [...CATEGORIES]
      : [...CATEGORIES].sort((a, b) => (predicted.probabilities[b] ?? 0) - (predicted.probabilities[a] ?? 0))
  return (
    <div>
      <SectionTitle
        title="Category"
        note={url.category ? 'chosen by you' : predicted ? `predicted by ${predicted.predictor}` : null}
        end={
          url.category && predicted ? (
            <button type="button" className={QUIET_LINK} onClick={() => change({ category: null })}>
              as predicted
            </button>
          ) : null
        }
      />
      <ul className="-mx-2 mt-1">
        {order.map((category) => {
          const share = predicted?.probabilities[category] ?? null
          return (
            <li key={category}>
              <button
                type="button"
                aria-pressed={category === current}
                onClick={() => change({ category })}
                className="grid h-[26px] w-full grid-cols-[96px_minmax(0,1fr)_36px_22px] items-center gap-2 rounded-control px-2 text-left hover:bg-hover aria-pressed:bg-selected max-md:h-11 touch:grid-cols-[96px_minmax(0,1fr)_36px]"
              >
                <CategoryMark category={category} />
                <span className="h-1.5 overflow-hidden rounded-[1px] bg-plot-grid">
                  <span
                    className="block h-full"
                    style={{ width: `${(share ?? 0) * 100}%`, background: categoryColor(category) }}
                  />
                </span>
                <span className="num">{share === null ? '' : share.toFixed(2)}</span>
                <Kbd>{String(CATEGORIES.indexOf(category) + 1)}</Kbd>
              </button>
            </li>
          )
        })}
      </ul>
      <Cues predicted={predicted} url={url} />
    </div>
  )
}

type CategoriesProps = {
  predicted: Prediction | null
  url: PlaygroundUrl
  change: Change
  current: Category | null
}

function Cues({ predicted, url }: Pick<CategoriesProps, 'predicted' | 'url'>) {
  return (
    predicted &&
    predicted.cues.length > 0 &&
    !url.category && (
      <p className="mt-1.5 text-ink-3 text-small">
        decided by{' '}
        {predicted.cues.slice(0, 3).map((cue, index) => (
          <span key={cue}>
            {index > 0 && ', '}
            <span className="text-ink-2">“{cue}”</span>
          </span>
        ))}
      </p>
    )
  )
}

/** A whole task has no category: four intents, ANALYZE first; the chosen one can be rewritten. */
function Plan({
  plan,
  url,
  change,
  current,
}: {
  plan: NonNullable<PlaygroundAnswer['answer']['plan']>
  url: PlaygroundUrl
  change: Change
  current: Category | null
}) {
  return (
    <div>
      <SectionTitle title="Plan" note="four intents, ANALYZE first" />
      <ol className="-mx-2 mt-1 grid grid-cols-[minmax(0,1fr)] gap-0.5">
        {plan.map((intent) => {
          const isCurrent = intent.category === current
          const asPlanned = intentText(intent.description)
          const text = isCurrent && url.intent ? url.intent : asPlanned
          return (
            <li key={intent.category} className={clsx('rounded-control', isCurrent && 'bg-selected')}>
              <button
                type="button"
                aria-pressed={isCurrent}
                onClick={() => change({ category: intent.category, intent: null })}
                className={clsx(
                  'grid w-full grid-cols-[minmax(0,1fr)] gap-0.5 rounded-control px-2 py-1 text-left max-md:py-2.5 touch:min-h-11',
                  !isCurrent && 'hover:bg-hover',
                )}
              >
                <span className="flex items-center justify-between">
                  <CategoryMark category={intent.category} />
                  <Kbd>{String(CATEGORIES.indexOf(intent.category) + 1)}</Kbd>
                </span>
                {!isCurrent && (
                  <span className="line-clamp-2 text-pretty text-ink-2 text-small leading-4">
                    {intent.description.objective}
                  </span>
                )}
              </button>
              {isCurrent && (
                <div className="px-2 pb-2">
                  <DraftArea
                    key={`${intent.category} ${asPlanned}`}
                    label={`Intent for ${intent.category}: objective; keywords`}
                    value={text}
                    onCommit={(next) =>
                      change({ category: intent.category, intent: next.trim() === asPlanned ? null : next })
                    }
                    className="md:!text-[13px] min-h-[56px] max-h-[180px]"
                  />
                  {url.intent && (
                    <p className="mt-1 text-ink-3 text-small">
                      rewritten by you ·{' '}
                      <button type="button" className={QUIET_LINK} onClick={() => change({ intent: null })}>
                        as planned
                      </button>
                    </p>
                  )}
                </div>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

export function PresentButton({ onClick }: { onClick: () => void }) {
  return (
    <Button keys="⇧P" onClick={onClick} className="max-md:hidden">
      Present
    </Button>
  )
}
