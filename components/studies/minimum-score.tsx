'use client'

import { Fragment } from 'react'
import { useWidth } from '@/components/figures/use-width.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { CategoryMark, CategoryShape } from '@/components/marks/category-mark.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { formatPercent, formatScore, plural } from '@/components/ui/format.ts'
import { Hatch } from '@/components/ui/hatch.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { Term } from '@/components/ui/term.tsx'
import type { UnrelatedPairs } from '@/lib/memory/retrieval.ts'
import { ENOUGH_WINNERS, type FloorsView, type FloorView } from '@/lib/memory/studies/minimum-score.ts'
import { minimumScoreVerdict } from './prepare-minimum-score.ts'

const QUESTION = 'Below which score should nothing be injected?'
/** The axis of every score in Loupe. */
const [FROM, TO] = [-0.2, 1]
/** Room for half a tick label at either end, px. */
const MARGIN = 16

/** Scores of winners that would have helped and would not, by category, over those of unrelated pairs. */
export function MinimumScore({ view }: { view: FloorsView | null }) {
  const hasWinners = view?.floors.some(({ relevant, irrelevant }) => relevant.length + irrelevant.length > 0)
  return (
    <Screen
      crumbs={[{ label: 'Audit', path: '/audit' }, { label: 'Minimum score' }]}
      question={QUESTION}
      verdict={minimumScoreVerdict(view?.floors ?? [])}
      basis={view && hasWinners ? <Basis view={view} /> : undefined}
    >
      {view && hasWinners ? (
        <ul className="px-6 max-md:px-4">
          {view.floors.map((floor) => (
            <Floor key={floor.category} floor={floor} unrelated={view.unrelated} />
          ))}
        </ul>
      ) : (
        <EmptyState title="No labelled questions in this project.">
          Order a study of retrieval over questions with categories and judge its candidates blind: the grades
          become labels, and a minimum score can be read off. Until then nothing is held back.
        </EmptyState>
      )}
    </Screen>
  )
}

function Basis({ view }: { view: FloorsView }) {
  return (
    <>
      {view.labels.map(({ source, from, count }) => (
        <span key={from}>
          <SourceChip source={source} /> {from}, {plural(count, 'question')}
        </span>
      ))}
      <span>{view.embedder}</span>
      <span className="text-ink-3">
        <Term of="floor">the minimum score that is injected</Term>: off by default, as in the paper; a request
        sets it as “floor”. Precision is of the questions it was chosen on.
      </span>
    </>
  )
}

function Floor({ floor, unrelated }: AxisProps) {
  const { category, relevant, irrelevant } = floor
  return (
    <li className="grid grid-cols-[minmax(0,616px)_minmax(240px,1fr)] items-start gap-x-8 gap-y-2 border-hairline border-b py-4 max-lg:grid-cols-[minmax(0,1fr)]">
      <div className="min-w-0">
        <h2 className="flex items-baseline gap-2">
          <CategoryMark category={category} />
          <span className="text-ink-3 text-small">
            {plural(relevant.length + irrelevant.length, 'labelled winner')}: {relevant.length} would have
            helped, {irrelevant.length} would not
          </span>
        </h2>
        <Axis floor={floor} unrelated={unrelated} />
      </div>
      <FloorFigures floor={floor} />
    </li>
  )
}

/** What the floor lets through, and whether enough winners say so. */
function FloorFigures({ floor }: { floor: FloorView }) {
  const { relevant, irrelevant, suggested, precisionWithout } = floor
  const count = relevant.length + irrelevant.length
  const above = (scores: number[]) => scores.filter((score) => suggested && score >= suggested.floor).length
  const helped = above(relevant)
  const injected = helped + above(irrelevant)
  const figures: [string, string | null][] = [
    ['Would have helped, of what is injected', suggested && shareOf(helped, injected)],
    ['Still injected', suggested && shareOf(injected, count)],
    [
      'Would have helped without a minimum',
      precisionWithout === null ? null : shareOf(relevant.length, count),
    ],
  ]
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5">
      <dt>Suggested minimum</dt>
      <dd className="text-right font-mono" title={suggested ? `${suggested.floor} unrounded` : undefined}>
        {suggested ? formatScore(suggested.floor) : <Hatch label="None" />}
      </dd>
      {figures.map(([name, words]) => (
        <Fragment key={name}>
          <dt className="text-ink-2">{name}</dt>
          <dd className="text-right font-mono">{words ?? <Hatch label="Unknown" />}</dd>
        </Fragment>
      ))}
      {suggested && injected < ENOUGH_WINNERS && (
        <dd className="col-span-2 text-small text-warning">
          Rests on {plural(injected, 'winner')} above it: too few to set it by.
        </dd>
      )}
      {!suggested && (
        <dd className="col-span-2 text-ink-3 text-small">
          {count < ENOUGH_WINNERS
            ? `${ENOUGH_WINNERS} labelled winners are needed, ${count} are there.`
            : 'No minimum does better than none.'}
        </dd>
      )}
    </dl>
  )
}

/** `25 %, 3 of 12` */
function shareOf(part: number, whole: number): string {
  return `${formatPercent(part / whole)}, ${part} of ${whole}`
}

type AxisProps = { floor: FloorView; unrelated: UnrelatedPairs }
type Scale = (score: number) => number

function Axis({ floor, unrelated }: AxisProps) {
  const [ref, measured] = useWidth<HTMLDivElement>()
  const width = measured ?? 592
  const inner = Math.max(0, width - 2 * MARGIN)
  const x: Scale = (score) => ((Math.min(TO, Math.max(FROM, score)) - FROM) / (TO - FROM)) * inner
  return (
    <div ref={ref} className="mt-1">
      <svg
        viewBox={`${-MARGIN} 0 ${Math.max(1, width)} 96`}
        width={width}
        height={96}
        role="img"
        aria-label={`Winners of ${floor.category} on the score axis`}
        className="block"
      >
        <path d={areaOf(unrelated, x)} fill="var(--plot-null)" stroke="var(--plot-null-line)" />
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
        <Winners floor={floor} x={x} />
        {floor.suggested && <Suggested at={x(floor.suggested.floor)} floor={floor.suggested.floor} />}
      </svg>
    </div>
  )
}

function areaOf({ binFrom, binWidth, counts }: UnrelatedPairs, x: Scale): string {
  const most = Math.max(1, ...counts)
  const line = counts.map((count, i) => `L${x(binFrom + (i + 0.5) * binWidth)} ${52 - (count / most) * 44}`)
  return `M${x(FROM)} 52${line.join('')}L${x(TO)} 52z`
}

/** Those that would have helped above the line in the shape of their category, the others below it as crosses. */
function Winners({ floor: { category, relevant, irrelevant }, x }: { floor: FloorView; x: Scale }) {
  return (
    <>
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
    </>
  )
}

function Suggested({ at, floor }: { at: number; floor: number }) {
  return (
    <>
      <line x1={at} x2={at} y1={4} y2={76} stroke="var(--text)" strokeDasharray="2 2" />
      <text x={at + 4} y={12} className="fill-ink text-[11px]">
        minimum {formatScore(floor, 3)}
      </text>
    </>
  )
}
