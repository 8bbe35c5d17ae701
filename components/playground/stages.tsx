'use client'

import clsx from 'clsx'
import { useWidth } from '@/components/figures/use-width.ts'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import {
  categoryColor,
  categoryLetter,
  categoryPath,
  formatCount,
  formatScore,
  plural,
  stepsWords,
} from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { Term } from '@/components/ui/term.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import type { Category } from '@/lib/memory/category.ts'
import { descriptionText } from '@/lib/memory/text/description-text.ts'
import { StageOneNote } from './playground-head.tsx'
import { useShownAnswer } from './playground-state.tsx'
import {
  type Funnel,
  type FunnelBlock,
  type FunnelStage,
  funnelSentence,
  prepareFunnel,
} from './prepare-funnel.ts'
import { usePresentScale } from './present/use-present-scale.ts'
import { Ranking } from './ranking.tsx'
import { ScoreAxisChart } from './score-axis/score-axis-chart.tsx'

/** Stage 1: what the filter lets through. */
export function StageOne() {
  return (
    <div>
      <SectionTitle title="Stage 1" note={<StageOneNote />} />
      <FunnelChart />
    </div>
  )
}

/** Stage 2: the scores of what is left on one axis, then as a list. */
export function StageTwo() {
  const { data, isPresenting } = useShownAnswer()
  const { hits, kept } = data.answer
  const drawn = data.poolScores.length
  return (
    <>
      <div>
        <SectionTitle
          title="Stage 2"
          note={
            <>
              how alike the <Term of="description">descriptions</Term> are
              {drawn < kept && `, best ${formatCount(drawn)} of ${formatCount(kept)} drawn`}
            </>
          }
          end={
            hits.length > 0 &&
            !isPresenting && (
              <span className="text-ink-3 touch:hidden">hover a mark, or J K, to see its words</span>
            )
          }
        />
        <ScoreAxisChart />
      </div>
      {hits.length > 0 ? (
        <Ranking />
      ) : (
        <>
          <Cold />
          {kept === 0 && <NearestStages />}
        </>
      )}
    </>
  )
}

/** In place of a ranking: the category is empty. */
function Cold() {
  const { choose, data } = useShownAnswer()
  const others = data.whatIf.turns.filter(
    (turn) => turn.kept > 0 && turn.category !== data.answer.intent.category,
  )
  return (
    <EmptyState
      className="px-0! py-2!"
      title={`${data.answer.intent.category} has no entry in service yet, so nothing would be injected.`}
      actions={others.map((turn) => (
        <Button key={turn.category} onClick={() => choose(turn.category)}>
          Ask {turn.category}, {formatCount(turn.kept)}
        </Button>
      ))}
    >
      Other categories are never asked instead: stage 1 is a hard filter.
    </EmptyState>
  )
}

/** Stage 1 as one continuous bar: all, in scope, approved, then the wall, the category and the one chosen. */
function FunnelChart() {
  const { data, isPresenting } = useShownAnswer()
  const [ref, width] = useWidth<HTMLElement>()
  const { funnel, kept, abstained, intent, hits } = data.answer
  const winnerId = hits[0]?.entryId ?? null
  const input = { funnel, kept, abstained, category: intent.category, winnerId }
  const scale = usePresentScale(isPresenting)
  const plotTop = 38 * scale
  // Presenting, the bar has the screen to itself.
  const plotHeight = (isPresenting ? 170 : 60) * scale

  return (
    <figure
      ref={ref}
      aria-label={funnelSentence(input)}
      className="relative mt-2"
      style={{ height: plotTop + plotHeight + 26 * scale }}
    >
      {width !== null && (
        <Drawing
          key={`${input.category} ${kept} ${winnerId}`}
          funnel={prepareFunnel(input, { width, plotTop, plotHeight, scale })}
          category={input.category}
          scale={scale}
        />
      )}
    </figure>
  )
}

type Drawn = { funnel: Funnel; category: Category; scale: number }

function Drawing(drawn: Drawn) {
  const { funnel, category } = drawn
  return (
    <>
      <svg
        width={funnel.width}
        height={funnel.height}
        aria-hidden="true"
        className="absolute inset-0 block overflow-visible"
      >
        <path d={funnel.bar} fill="var(--hairline-strong)" />
        {funnel.enlarged && (
          <>
            <path d={funnel.enlarged.lines} fill="none" stroke="var(--control)" strokeDasharray="1 3" />
            <text x={funnel.enlarged.x} y={funnel.enlarged.y} textAnchor="middle" className="text-micro">
              ×{formatCount(funnel.enlarged.factor)}
            </text>
          </>
        )}
        {funnel.blocks.map((block) => (
          <Block key={block.category} block={block} scale={drawn.scale} />
        ))}
        {funnel.taper && <path d={funnel.taper} fill={categoryColor(category)} />}
        <path
          d={`M${funnel.wall.x} ${funnel.wall.from}V${funnel.wall.to}`}
          stroke="var(--text)"
          strokeWidth="1.5"
          className="origin-bottom transition-[transform,opacity] duration-(--t-move) ease-out [transform-box:fill-box] starting:-translate-y-6 starting:opacity-0"
        />
        <Chosen {...drawn} />
      </svg>
      {funnel.stages.map((stage) => (
        <StageWords key={stage.key} stage={stage} under={funnel.baseline + 9 * drawn.scale} />
      ))}
    </>
  )
}

function Block({ block, scale }: { block: FunnelBlock; scale: number }) {
  return (
    <g>
      <rect
        x={block.x}
        y={block.y}
        width={block.width}
        height={block.height}
        fill={categoryColor(block.category)}
        opacity={block.wanted ? 1 : 0.5}
      />
      {block.hasLetter && !block.wanted && (
        <text
          x={block.x + block.width - 6 * scale}
          y={block.y + block.height / 2 + 3.5 * scale}
          textAnchor="end"
          className="fill-ink"
          style={{ fontSize: 10 * scale }}
        >
          {categoryLetter(block.category)}
        </text>
      )}
    </g>
  )
}

function Chosen({ funnel: { ring }, category, scale }: Drawn) {
  return (
    ring && (
      <g className="origin-center transition-[transform,opacity] delay-(--t-move) duration-(--t-move) ease-out [transform-box:fill-box] starting:scale-150 starting:opacity-0">
        <path d={categoryPath(category, ring.x, ring.y, 5 * scale)} fill={categoryColor(category)} />
        <circle cx={ring.x} cy={ring.y} r={10 * scale} fill="none" stroke="var(--text)" strokeWidth="1.5" />
      </g>
    )
  )
}

/** How many a step holds, linked to them, and under the bar how many it lost. */
function StageWords({ stage, under }: { stage: FunnelStage; under: number }) {
  const { href } = useShownAnswer()
  const isStrong = stage.key === 'category' || stage.key === 'chosen'
  const isAtEnd = stage.anchor === 'end'
  const to =
    stage.entryId !== null
      ? href(`/memories/${stage.entryId}`)
      : stage.filter === null || stage.count === 0
        ? null
        : href('/memories', stage.filter)
  const words = (
    <>
      <span
        className={clsx(
          'block font-mono text-body text-ink leading-tight decoration-strong underline-offset-4 group-hover:underline',
          isStrong && 'font-medium',
        )}
      >
        {formatCount(stage.count)}
      </span>
      <span className="block text-ink-3 text-small">{stage.label}</span>
    </>
  )
  return (
    <>
      <div
        className={clsx('absolute top-0', isAtEnd && 'text-right')}
        style={isAtEnd ? { right: 0 } : { left: stage.x }}
      >
        {to === null ? (
          <span title={stage.key === 'all' ? 'Every entry of every project' : undefined}>{words}</span>
        ) : (
          <Link href={to} className="group block no-underline">
            {words}
          </Link>
        )}
      </div>
      {stage.lost !== null && (stage.lost > 0 || stage.key === 'category') && (
        <span
          className="absolute whitespace-nowrap text-ink-3 text-micro"
          style={{ top: under, ...(isAtEnd ? { right: 0 } : { left: stage.lostX }) }}
        >
          <span className="font-mono">−{formatCount(stage.lost)}</span> {stage.lostWords}
        </span>
      )}
    </>
  )
}

/** Where the category has no lesson: the stages of the runs that the question is about, as raw steps. Nothing where there is none. */
function NearestStages() {
  const { current, data, href } = useShownAnswer()
  const { category, description } = data.answer.intent
  const request = current && { project: current.name, category, text: descriptionText(description) }
  const stages = useAnswer('nearestStages', request)
  if (stages.error) return <ReadErrorState error={stages.error} onRetry={stages.refetch} />
  if (!stages.data || stages.data.stageCount === 0) return null
  const { hits, stageCount } = stages.data
  return (
    <section aria-label="Stages without a lesson" className="grid justify-items-start gap-3">
      <SectionTitle
        title="Stages without a lesson"
        note={`${plural(stageCount, `${category} stage`)}, by words (BM25)`}
      />
      <p className="text-pretty text-ink-2">
        {hits.length === 0
          ? 'No stage shares a word with the question.'
          : 'Raw steps of earlier runs, nearest first. An agent is never given them.'}
      </p>
      <ol className="grid gap-2">
        {hits.map(({ subtaskId, episodeId, instanceId, fromStep, toStep, objective, score }) => (
          <li key={subtaskId} className="text-pretty">
            {objective}
            <span className="block text-ink-3 text-small [overflow-wrap:anywhere]">
              <Link href={href(`/episodes/${episodeId}`, { step: fromStep })} className="link">
                {instanceId}
              </Link>
              , {stepsWords(fromStep, toStep)}, BM25 {formatScore(score, 2)}
            </span>
          </li>
        ))}
      </ol>
      <LinkButton href={href('/import', { view: 'lessons' })}>Have a model write the lessons</LinkButton>
    </section>
  )
}
