'use client'

import { useWidth } from '@/components/charts/use-width.ts'
import { PageHead } from '@/components/frame/page-head.tsx'
import { TopBar } from '@/components/frame/top-bar.tsx'
import { CategoryMark, CategoryShape } from '@/components/marks/category-mark.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { formatList, formatPercent, formatScore, plural } from '@/components/ui/format.ts'
import { Hatch } from '@/components/ui/hatch.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { ENOUGH_WINNERS, type FloorsView, type FloorView } from '@/lib/memory/lab/floors.ts'
import type { UnrelatedPairs } from '@/lib/memory/retrieval.ts'
import { LabTabs } from './lab-tabs.tsx'

const QUESTION = 'Below which score should nothing be injected?'
/** The axis of every score in Loupe. */
const [FROM, TO] = [-0.2, 1]
/** Room for half a tick label at either end, px. */
const MARGIN = 16

/** Scores of winners that would have helped and would not, by category, over those of unrelated pairs. */
export function Floors({ view }: { view: FloorsView | null }) {
  const winnerCount = (view?.floors ?? []).reduce(
    (sum, { relevant, irrelevant }) => sum + relevant.length + irrelevant.length,
    0,
  )
  const suggested = (view?.floors ?? []).filter((floor) => floor.suggested !== null)
  const none = (view?.floors ?? []).flatMap((floor) => (floor.suggested === null ? [floor.category] : []))
  return (
    <>
      <TopBar crumbs={[{ label: 'Lab', path: '/lab' }, { label: 'Floors' }]} />
      <LabTabs />
      <PageHead
        question={QUESTION}
        verdict={
          winnerCount === 0
            ? 'Cannot tell: no question with a category has a label yet.'
            : suggested.length === 0
              ? 'No floor does better than none on these labels.'
              : `By these labels: ${formatList(
                  suggested.map(
                    ({ category, suggested: found }) => `${category} ${formatScore(found?.floor ?? 0, 3)}`,
                  ),
                )}${none.length > 0 ? `; none for ${formatList(none)}` : ''}.`
        }
        basis={
          view && winnerCount > 0 ? (
            <>
              {view.labels.map(({ source, from, count }) => (
                <span key={from}>
                  <SourceChip source={source} /> {from}, {plural(count, 'question')}
                </span>
              ))}
              <span>{view.embedder}</span>
              <span className="text-ink-3">
                off by default, as in the paper; a request sets it as “floor”. Precision is of the questions
                it was chosen on.
              </span>
            </>
          ) : undefined
        }
      />
      {view === null || winnerCount === 0 ? (
        <EmptyState title="No labelled questions in this project.">
          Run a batch of questions with categories and judge its candidates blind: the grades become labels,
          and a floor can be read off. Until then nothing is held back.
        </EmptyState>
      ) : (
        <ul className="px-6 max-md:px-4">
          {view.floors.map((floor) => (
            <Floor key={floor.category} floor={floor} unrelated={view.unrelated} />
          ))}
        </ul>
      )}
    </>
  )
}

function Floor({ floor, unrelated }: { floor: FloorView; unrelated: UnrelatedPairs }) {
  const { category, relevant, irrelevant, suggested, precisionWithout } = floor
  const count = relevant.length + irrelevant.length
  const [helped, useless] = [relevant, irrelevant].map(
    (scores) => scores.filter((score) => suggested !== null && score >= suggested.floor).length,
  ) as [number, number]
  return (
    <li className="grid grid-cols-[minmax(0,616px)_minmax(240px,1fr)] items-start gap-x-8 gap-y-2 border-hairline border-b py-4 max-lg:grid-cols-[minmax(0,1fr)]">
      <div className="min-w-0">
        <h2 className="flex items-baseline gap-2">
          <CategoryMark category={category} />
          <span className="text-ink-3 text-small">
            {plural(count, 'labelled winner')}: {relevant.length} would have helped, {irrelevant.length} would
            not
          </span>
        </h2>
        <Axis floor={floor} unrelated={unrelated} />
      </div>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5">
        <dt>Suggested floor</dt>
        <dd className="text-right font-mono" title={suggested ? `${suggested.floor} unrounded` : undefined}>
          {suggested ? formatScore(suggested.floor) : <Hatch label="None" />}
        </dd>
        <dt className="text-ink-2">Would have helped, of what is injected</dt>
        <dd className="text-right font-mono">
          {suggested ? shareOf(helped, helped + useless) : <Hatch label="Unknown" />}
        </dd>
        <dt className="text-ink-2">Still injected</dt>
        <dd className="text-right font-mono">
          {suggested ? shareOf(helped + useless, count) : <Hatch label="Unknown" />}
        </dd>
        <dt className="text-ink-2">Would have helped without a floor</dt>
        <dd className="text-right font-mono">
          {precisionWithout === null ? <Hatch label="Unknown" /> : shareOf(relevant.length, count)}
        </dd>
        {suggested && helped + useless < ENOUGH_WINNERS && (
          <dd className="col-span-2 text-small text-warning">
            Rests on {plural(helped + useless, 'winner')} above it: too few to set it by.
          </dd>
        )}
        {!suggested && (
          <dd className="col-span-2 text-ink-3 text-small">
            {count < ENOUGH_WINNERS
              ? `${ENOUGH_WINNERS} labelled winners are needed, ${count} are there.`
              : 'No floor would let more of use through than of none.'}
          </dd>
        )}
      </dl>
    </li>
  )
}

/** `25 %, 3 of 12` */
function shareOf(part: number, whole: number): string {
  return `${formatPercent(part / whole)}, ${part} of ${whole}`
}

function Axis({ floor, unrelated }: AxisProps) {
  const { category, relevant, irrelevant, suggested } = floor
  const [ref, measured] = useWidth<HTMLDivElement>()
  const width = measured ?? 592
  const inner = Math.max(0, width - 2 * MARGIN)
  const x = (score: number) => ((Math.min(TO, Math.max(FROM, score)) - FROM) / (TO - FROM)) * inner
  const most = Math.max(1, ...unrelated.counts)
  const area = unrelated.counts
    .map(
      (count, i) => `L${x(unrelated.binFrom + (i + 0.5) * unrelated.binWidth)} ${52 - (count / most) * 44}`,
    )
    .join('')
  return (
    <div ref={ref} className="mt-1">
      <svg
        viewBox={`${-MARGIN} 0 ${Math.max(1, width)} 96`}
        width={width}
        height={96}
        role="img"
        aria-label={`Winners of ${category} on the score axis`}
        className="block"
      >
        <path
          d={`M${x(FROM)} 52${area}L${x(TO)} 52z`}
          fill="var(--plot-null)"
          stroke="var(--plot-null-line)"
        />
        <line x1={0} x2={inner} y1={52} y2={52} stroke="var(--plot-axis)" />
        {(inner < 320 ? [-0.2, 0.2, 0.6, 1] : [-0.2, 0, 0.2, 0.4, 0.6, 0.8, 1]).map((tick) => (
          <text
            key={tick}
            x={x(tick)}
            y={92}
            textAnchor="middle"
            className="fill-ink-3 font-mono text-[11px]"
          >
            {formatScore(tick, 1)}
          </text>
        ))}
        {relevant.map((score, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal scores are common.
          <g key={i} transform={`translate(${x(score) - 4.5} 40)`}>
            <svg width="9" height="9">
              <title>{`would have helped, ${score}`}</title>
              <CategoryShape category={category} size={9} />
            </svg>
          </g>
        ))}
        {irrelevant.map((score, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal scores are common.
          <path key={i} d={`M${x(score) - 3.5} 62l7 7m0-7l-7 7`} stroke="var(--text-2)" strokeWidth="1.25">
            <title>{`would not have helped, ${score}`}</title>
          </path>
        ))}
        <Suggested suggested={suggested} x={x} />
      </svg>
    </div>
  )
}

type AxisProps = { floor: FloorView; unrelated: UnrelatedPairs }

function Suggested({
  suggested,
  x,
}: {
  suggested: { floor: number; precision: number; coverage: number } | null
  x: (score: number) => number
}) {
  return (
    suggested && (
      <>
        <line
          x1={x(suggested.floor)}
          x2={x(suggested.floor)}
          y1={4}
          y2={76}
          stroke="var(--text)"
          strokeDasharray="2 2"
        />
        <text x={x(suggested.floor) + 4} y={12} className="fill-ink text-[11px]">
          floor {formatScore(suggested.floor, 3)}
        </text>
      </>
    )
  )
}
