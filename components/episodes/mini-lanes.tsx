import { categoryColor } from '@/components/ui/format.ts'
import { CATEGORIES } from '@/lib/memory/category.ts'
import type { EpisodeRow } from '@/lib/memory/views/episodes.ts'

const WIDTH = 132
const LANE = 4

/** The four lanes of one episode, a few pixels high; each fills the width, so shapes compare and lengths do not. */
export function MiniLanes({ spans, stepCount }: { spans: EpisodeRow['spans']; stepCount: number }) {
  const perStep = WIDTH / Math.max(1, stepCount)
  const words = spans.map((span) => span.category).join(', ')
  return (
    <svg
      width={WIDTH}
      height={LANE * 4 + 3}
      role="img"
      aria-label={words === '' ? 'not cut into subtasks' : `In order: ${words}`}
      className="block"
    >
      {CATEGORIES.map((category, lane) => (
        <path key={category} d={`M0 ${lane * (LANE + 1) + 2}H${WIDTH}`} stroke="var(--plot-grid)" />
      ))}
      {spans.map((span) =>
        span.category === 'OTHER' ? null : (
          <rect
            key={span.fromStep}
            x={(span.fromStep - 1) * perStep}
            y={CATEGORIES.indexOf(span.category) * (LANE + 1)}
            width={Math.max(1.5, (span.toStep - span.fromStep + 1) * perStep - 0.5)}
            height={LANE}
            fill={categoryColor(span.category)}
          />
        ),
      )}
    </svg>
  )
}
