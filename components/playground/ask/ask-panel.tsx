'use client'

import clsx from 'clsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { categoryColor, formatScore } from '@/components/ui/format.ts'
import { Kbd } from '@/components/ui/kbd.tsx'
import { Link } from '@/components/ui/link.tsx'
import { RangeSlider } from '@/components/ui/range-slider.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Term } from '@/components/ui/term.tsx'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { Intent } from '@/lib/memory/entry.ts'
import type { PlannedBy as PlannedByView } from '@/lib/memory/question-reading.ts'
import type { Prediction } from '@/lib/memory/retrieval.ts'
import { descriptionText } from '@/lib/memory/text/words.ts'
import { usePlaygroundState } from '../playground-state.tsx'
import { ChipRow } from './chips.tsx'
import { askedFor, DraftArea, ModeChoice } from './draft-area.tsx'
import { PlannedBy } from './planned-by.tsx'
import { planWords } from './prepare-planned-by.ts'

/** A link in a line of text, with a finger's height on phones. */
const QUIET_LINK =
  'link max-md:-my-3 max-md:-mx-2 max-md:inline-flex max-md:h-11 max-md:items-center max-md:px-2'

/** Left column: what is asked, in which of the two ways, and the category or plan it became. */
export function AskPanel() {
  const { asked, change, chips, data, href, pick, textRef, url } = usePlaygroundState()
  const read = data?.read
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
      {url.mode === 'task' && read?.plan && <Plan plan={read.plan} by={read.plannedBy} />}
      {read && url.mode === 'subtask' && <Categories predicted={read.predicted} />}
      {read && (
        <MinimumScore
          floor={url.floor}
          onChange={(floor) => change({ floor })}
          suggestHref={href('/audit/minimum-score')}
        />
      )}
      {asked.isAsked && chips.length > 0 && (
        <div>
          <SectionTitle title="Try one that surprises" />
          <ChipRow chips={chips} asked={url} onPick={pick} />
        </div>
      )}
    </>
  )
}

/** P(z) as bars; the one used is marked, keys 1-4 choose another. */
function Categories({ predicted }: { predicted: Prediction | null }) {
  const { change, url } = usePlaygroundState()
  const shareOf = (category: Category) => predicted?.probabilities[category] ?? null
  const order = [...CATEGORIES].sort((a, b) => (shareOf(b) ?? 0) - (shareOf(a) ?? 0))
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
      <PlannedBy />
      <ul className="-mx-2 mt-1">
        {order.map((category) => (
          <li key={category}>
            <CategoryChoice category={category} share={shareOf(category)} />
          </li>
        ))}
      </ul>
      {predicted && predicted.cues.length > 0 && !url.category && <Cues cues={predicted.cues.slice(0, 3)} />}
    </div>
  )
}

function CategoryChoice({ category, share }: { category: Category; share: number | null }) {
  const { change, data } = usePlaygroundState()
  return (
    <button
      type="button"
      aria-pressed={category === data?.answer.intent.category}
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
  )
}

function Cues({ cues }: { cues: string[] }) {
  return (
    <p className="mt-1.5 text-ink-3 text-small">
      decided by{' '}
      {cues.map((cue, index) => (
        <span key={cue}>
          {index > 0 && ', '}
          <span className="text-ink-2">“{cue}”</span>
        </span>
      ))}
    </p>
  )
}

/** A whole task has no category: it becomes intents, the first of which is asked; the chosen one can be rewritten. */
function Plan({ plan, by }: { plan: Intent[]; by: PlannedByView | null }) {
  const { data, url } = usePlaygroundState()
  const ofCategory = plan.filter(({ category }) => category === data?.answer.intent.category)
  const current =
    ofCategory.find(({ description }) => descriptionText(description) === url.intent) ?? ofCategory[0]
  return (
    <div>
      <SectionTitle title="Plan" note={planWords(plan, by)} />
      <PlannedBy />
      <ol className="-mx-2 mt-1 grid grid-cols-[minmax(0,1fr)] gap-0.5">
        {plan.map((intent) => (
          <PlannedIntent
            key={`${intent.category} ${descriptionText(intent.description)}`}
            intent={intent}
            isFirst={plan.find(({ category }) => category === intent.category) === intent}
            isCurrent={intent === current}
            isTold={intent.description.objective !== current?.description.objective}
          />
        ))}
      </ol>
    </div>
  )
}

/** `isFirst`: of its category, which the address names it by; a model's plan may come back to one. */
type PlannedProps = { intent: Intent; isFirst: boolean }

/** `isTold`: it asks for something else than the current one, so its words stand in its row. */
function PlannedIntent({
  intent,
  isFirst,
  isCurrent,
  isTold,
}: PlannedProps & { isCurrent: boolean; isTold: boolean }) {
  const { change } = usePlaygroundState()
  return (
    <li className={clsx('rounded-control', isCurrent && 'bg-selected')}>
      <button
        type="button"
        aria-pressed={isCurrent}
        onClick={() =>
          change({ category: intent.category, intent: isFirst ? null : descriptionText(intent.description) })
        }
        className={clsx(
          'grid w-full grid-cols-[minmax(0,1fr)] gap-0.5 rounded-control px-2 py-1 text-left max-md:py-2.5 touch:min-h-11',
          !isCurrent && 'hover:bg-hover',
        )}
      >
        <span className="flex items-center justify-between">
          <CategoryMark category={intent.category} />
          <Kbd>{String(CATEGORIES.indexOf(intent.category) + 1)}</Kbd>
        </span>
        {isTold && (
          <span className="line-clamp-2 text-pretty text-ink-2 text-small leading-4">
            {intent.description.objective}
          </span>
        )}
      </button>
      {isCurrent && <IntentDraft intent={intent} isFirst={isFirst} />}
    </li>
  )
}

function IntentDraft({ intent: { category, description }, isFirst }: PlannedProps) {
  const { change, url } = usePlaygroundState()
  const asPlanned = descriptionText(description)
  const unchanged = isFirst ? null : asPlanned
  return (
    <div className="px-2 pb-2">
      <DraftArea
        key={`${category} ${asPlanned}`}
        label={`Intent for ${category}: objective; keywords`}
        value={url.intent || asPlanned}
        onCommit={(next) => change({ category, intent: next.trim() === asPlanned ? unchanged : next })}
        className="md:!text-[13px] min-h-[56px] max-h-[180px]"
      />
      {url.intent && url.intent !== asPlanned && (
        <p className="mt-1 text-ink-3 text-small">
          rewritten by you ·{' '}
          <button type="button" className={QUIET_LINK} onClick={() => change({ intent: unchanged })}>
            as planned
          </button>
        </p>
      )}
    </div>
  )
}

type MinimumScoreProps = {
  floor: number | null
  onChange: (floor: number | null) => void
  /** Where minimum scores are weighed against labels. */
  suggestHref: string
}

/** Minimum score of what may be injected; all the way left is off, as in the paper. */
function MinimumScore({ floor, onChange, suggestHref }: MinimumScoreProps) {
  return (
    <div>
      <SectionTitle
        title={<Term of="floor">Minimum score</Term>}
        note={floor === null ? null : 'none below it'}
        end={
          <Link href={suggestHref} className="link max-md:-my-3 max-md:inline-block max-md:py-3.5">
            suggest
          </Link>
        }
      />
      <div className="mt-1 flex items-center gap-3">
        <RangeSlider
          aria-label="Minimum score of what may be injected"
          min={0}
          max={0.85}
          step={0.01}
          value={floor ?? 0}
          onValue={(value) => onChange(value === 0 ? null : value)}
          write={(value) => (value === 0 ? 'off' : formatScore(value, 2))}
          className="flex-1"
        />
      </div>
    </div>
  )
}
