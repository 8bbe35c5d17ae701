'use client'

import clsx from 'clsx'
import { useWidth } from '@/components/charts/use-width.ts'
import { projectHref } from '@/components/frame/project-href.ts'
import { categoryColor, categoryLetter, categoryPath, formatCount } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import type { RetrievalAnswer } from '@/lib/memory/retrieval.ts'
import { type Funnel, type FunnelStage, funnelSentence, prepareFunnel } from './prepare-funnel.ts'
import { usePresentScale } from './use-present-scale.ts'

/** Stage 1 as one continuous bar: all, in scope, approved, then the wall, the category and the one chosen. */
export function FunnelChart({
  answer,
  project,
  isPresenting,
}: {
  answer: RetrievalAnswer
  project: string | null
  isPresenting: boolean
}) {
  const [ref, width] = useWidth<HTMLElement>()
  const category = answer.intent.category
  const input = {
    funnel: answer.funnel,
    kept: answer.kept,
    abstained: answer.abstained,
    category,
    winnerId: answer.hits[0]?.entryId ?? null,
  }
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
          key={`${category} ${answer.kept} ${input.winnerId}`}
          funnel={prepareFunnel(input, { width, plotTop, plotHeight, scale })}
          category={category}
          project={project}
          scale={scale}
        />
      )}
    </figure>
  )
}

function Drawing({
  funnel,
  category,
  project,
  scale,
}: {
  funnel: Funnel
  category: RetrievalAnswer['intent']['category']
  project: string | null
  scale: number
}) {
  const color = categoryColor(category)
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
          <g key={block.category}>
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
        ))}
        {funnel.taper && <path d={funnel.taper} fill={color} />}
        <path
          d={`M${funnel.wall.x} ${funnel.wall.from}V${funnel.wall.to}`}
          stroke="var(--text)"
          strokeWidth="1.5"
          className="origin-bottom transition-[transform,opacity] duration-(--t-move) ease-out [transform-box:fill-box] starting:-translate-y-6 starting:opacity-0"
        />
        {funnel.ring && (
          <g className="origin-center transition-[transform,opacity] delay-(--t-move) duration-(--t-move) ease-out [transform-box:fill-box] starting:scale-150 starting:opacity-0">
            <path d={categoryPath(category, funnel.ring.x, funnel.ring.y, 5 * scale)} fill={color} />
            <circle
              cx={funnel.ring.x}
              cy={funnel.ring.y}
              r={10 * scale}
              fill="none"
              stroke="var(--text)"
              strokeWidth="1.5"
            />
          </g>
        )}
      </svg>
      {funnel.stages.map((stage) => (
        <StageWords key={stage.key} stage={stage} funnel={funnel} project={project} />
      ))}
    </>
  )
}

function StageWords({
  stage,
  funnel,
  project,
}: {
  stage: FunnelStage
  funnel: Funnel
  project: string | null
}) {
  const isStrong = stage.key === 'category' || stage.key === 'chosen'
  const number = (
    <span className={clsx('block font-mono text-body text-ink leading-tight', isStrong && 'font-medium')}>
      {formatCount(stage.count)}
    </span>
  )
  const word = <span className="block text-ink-3 text-small">{stage.label}</span>
  const href =
    stage.entryId !== null
      ? projectHref(`/memories/${stage.entryId}`, project)
      : stage.filter === null || stage.count === 0
        ? null
        : projectHref('/memories', project, stage.filter)
  const place = stage.anchor === 'end' ? { right: 0 } : { left: stage.x }
  return (
    <>
      <div className={clsx('absolute top-0', stage.anchor === 'end' && 'text-right')} style={place}>
        {href === null ? (
          <span title={stage.key === 'all' ? 'Every entry of every project' : undefined}>
            {number}
            {word}
          </span>
        ) : (
          <Link href={href} className="group block no-underline">
            <span className="block decoration-strong underline-offset-4 group-hover:underline">{number}</span>
            {word}
          </Link>
        )}
      </div>
      {stage.lost !== null && (stage.lost > 0 || stage.key === 'category') && (
        <span
          className="absolute font-mono text-ink-3 text-micro"
          style={{
            top: funnel.baseline + 8,
            ...(stage.anchor === 'end' ? { right: 0 } : { left: stage.lostX }),
          }}
        >
          −{formatCount(stage.lost)}
        </span>
      )}
    </>
  )
}
