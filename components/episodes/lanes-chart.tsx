'use client'

import clsx from 'clsx'
import { useWidth } from '@/components/figures/use-width.ts'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark, CategoryShape } from '@/components/marks/category-mark.tsx'
import { categoryColor, stepsWords } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import type { EpisodeDetail } from '@/lib/memory/views/episodes.ts'
import { BLOCK_HEIGHT, type LabelCell, type LaneBlock, type Lanes, prepareLanes } from './prepare-lanes.ts'

/** Four lanes over the steps: subtasks as blocks, ways back in red, what it left below, who labelled it underneath. */
export function LanesChart({
  episode,
  step,
  onStep,
}: {
  episode: EpisodeDetail
  step: number
  onStep: (step: number) => void
}) {
  const [ref, width] = useWidth<HTMLElement>()
  const input = {
    subtasks: episode.subtasks,
    labels: episode.labels,
    returns: episode.returns,
    stepCount: episode.episode.stepCount,
  }
  // Height does not depend on the width, so that nothing jumps when it is known.
  const height = prepareLanes(input, 1_000).height
  return (
    <figure
      ref={ref}
      aria-label={`Lanes of ${episode.subtasks.length} subtasks over ${episode.episode.stepCount} steps`}
      className="relative overflow-hidden"
      style={{ height }}
    >
      {width !== null && <Scene lanes={prepareLanes(input, width)} step={step} onStep={onStep} />}
    </figure>
  )
}

type SceneProps = { lanes: Lanes; step: number; onStep: (step: number) => void }

function Scene({ lanes, step, onStep }: SceneProps) {
  const isNarrow = lanes.width < 480
  return (
    <>
      <Ground lanes={lanes} nowX={lanes.stepX(step)} />
      {lanes.lanes.map((lane) => (
        <span key={lane.category} className="absolute left-0" style={{ top: lane.y + 6 }}>
          <CategoryMark category={lane.category} show={isNarrow ? 'letter' : undefined} />
        </span>
      ))}
      {lanes.blocks.map((block) => (
        <Block
          key={block.id}
          block={block}
          isCurrent={step >= block.fromStep && step <= block.toStep}
          onStep={onStep}
        />
      ))}
      <Marks lanes={lanes} />
      <span className="absolute left-0 text-ink-3 text-small" style={{ top: lanes.entriesY - 8 }}>
        {isNarrow ? 'left' : 'left behind'}
      </span>
      {lanes.entries.length === 0 && (
        <span
          className="absolute text-ink-3 text-small"
          style={{ top: lanes.entriesY - 8, left: lanes.labelWidth + 1 }}
        >
          nothing
        </span>
      )}
      <EntryLinks lanes={lanes} />
      {lanes.labelRows.map((row) => (
        <span
          key={row.key}
          title={row.note}
          className="absolute left-0 truncate text-ink-3 text-small"
          style={{ top: row.y - 3, width: lanes.labelWidth - 6 }}
        >
          {row.name}
        </span>
      ))}
      <InWords lanes={lanes} />
    </>
  )
}

/** One subtask; pressing it goes to its first step. */
function Block({
  block,
  isCurrent,
  onStep,
}: Pick<SceneProps, 'onStep'> & { block: LaneBlock; isCurrent: boolean }) {
  const { category, fromStep, toStep, x, y, width, words } = block
  const name = `${category}, ${stepsWords(fromStep, toStep)}: ${block.objective}`
  const isOther = category === 'OTHER'
  return (
    <button
      type="button"
      aria-pressed={isCurrent}
      aria-label={name}
      title={name}
      onClick={() => onStep(fromStep)}
      className={clsx(
        'absolute flex items-center overflow-hidden rounded-chip text-left text-ink text-small',
        isCurrent && 'z-1 font-medium shadow-[0_0_0_1.5px_var(--text)]',
        isOther && 'hatch-wide',
      )}
      style={{
        left: x,
        top: y,
        width,
        height: BLOCK_HEIGHT,
        background: isOther ? undefined : categoryColor(category, 'block'),
      }}
    >
      <span className="h-full w-[3px] flex-none" style={{ background: categoryColor(category) }} />
      {words !== '' && <span className="min-w-0 truncate px-1.5">{words}</span>}
    </button>
  )
}

function EntryLinks({ lanes }: Pick<SceneProps, 'lanes'>) {
  const href = useProjectHref()
  return lanes.entries.map((entry) => (
    <Link
      key={entry.id}
      href={href(`/memories/${entry.id}`)}
      title={entry.title}
      aria-label={entry.words === '' ? `Left behind: ${entry.title}` : undefined}
      className="absolute flex h-4 items-center gap-1.5 whitespace-nowrap text-ink-2 text-small no-underline hover:text-ink hover:underline"
      style={{ left: entry.x - 5, top: entry.y - 8 }}
    >
      <CategoryShape category={entry.category} />
      {entry.words}
    </Link>
  ))
}

function InWords({ lanes }: Pick<SceneProps, 'lanes'>) {
  return (
    <ul className="sr-only">
      {lanes.returns.map((back) => (
        <li key={back.key}>{back.sentence}</li>
      ))}
      {lanes.labelRows.map((row) => (
        <li key={row.key}>
          Labels by {row.name}: {row.note}
        </li>
      ))}
    </ul>
  )
}

function Ground({ lanes, nowX }: Pick<SceneProps, 'lanes'> & { nowX: number }) {
  return (
    <svg width={lanes.width} height={lanes.height} aria-hidden="true" className="absolute inset-0 block">
      {lanes.lanes.map((lane) => (
        <path
          key={lane.category}
          d={`M${lanes.labelWidth} ${lane.y + 32.5}H${lanes.width}`}
          stroke="var(--plot-grid)"
        />
      ))}
      {lanes.ticks.map((tick) => (
        <g key={tick.step}>
          <path d={`M${tick.x} ${lanes.lanesTop}V${lanes.ticksY - 12}`} stroke="var(--plot-grid)" />
          <text
            x={tick.x + (tick.x > lanes.width - 24 ? 0 : 1)}
            y={lanes.ticksY}
            textAnchor={tick.x > lanes.width - 24 ? 'middle' : 'start'}
          >
            {tick.step}
          </text>
        </g>
      ))}
      <path
        d={`M${nowX} ${lanes.lanesTop}V${lanes.ticksY - 11}`}
        stroke="var(--text)"
        strokeDasharray="1 2"
      />
      <path d={`M${nowX - 3.5} ${lanes.ticksY - 7}h7l-3.5 -5z`} fill="var(--text)" />
      {lanes.entries.map((entry) => (
        <path
          key={entry.id}
          d={`M${entry.x} ${entry.fromY}V${entry.y - 7}`}
          stroke="var(--control)"
          strokeDasharray="1 3"
        />
      ))}
    </svg>
  )
}

function Marks({ lanes }: Pick<SceneProps, 'lanes'>) {
  return (
    <svg
      width={lanes.width}
      height={lanes.height}
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 z-2 block"
    >
      <Returns lanes={lanes} />
      {lanes.labelRows.map((row) => (
        <g key={row.key}>
          {row.cells.map((cell) => (
            <LabelMark key={cell.fromStep} cell={cell} y={row.y} />
          ))}
          {!row.wasAsked && (
            <text
              x={(lanes.labelWidth + lanes.width) / 2}
              y={row.y + 9.5}
              textAnchor="middle"
              className="font-sans stroke-surface [paint-order:stroke] [stroke-width:8px]"
            >
              not asked
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

/** What one source says of some steps; boxed where it differs from the first, a dashed line where it says nothing. */
function LabelMark({ cell: { x, width, category, letter, disagrees }, y }: { cell: LabelCell; y: number }) {
  if (category === null)
    return <path d={`M${x} ${y + 6}h${width}`} stroke="var(--hairline-strong)" strokeDasharray="2 4" />
  return (
    <>
      <rect x={x} y={y} width={width} height="11" fill={categoryColor(category)} opacity="0.42" />
      {letter !== '' && (
        <text x={x + Math.min(5, width / 2 - 3)} y={y + 9.5} className="fill-ink text-[10px]">
          {category === 'OTHER' ? '–' : letter}
        </text>
      )}
      {disagrees && (
        <rect
          x={x - 0.5}
          y={y - 1.5}
          width={width + 1}
          height="14"
          fill="none"
          stroke="var(--text)"
          strokeWidth="1.5"
        />
      )}
    </>
  )
}

function Returns({ lanes }: Pick<SceneProps, 'lanes'>) {
  return lanes.returns.map((back) => (
    <g key={back.key}>
      <path d={back.path} fill="none" stroke="var(--danger)" strokeWidth="1.5" />
      <path d={back.head} fill="var(--danger)" />
      {back.words !== '' && (
        <text
          x={back.x}
          y={back.y}
          className="fill-danger stroke-surface [paint-order:stroke] [stroke-width:5px]"
        >
          {back.words}
        </text>
      )}
    </g>
  ))
}
