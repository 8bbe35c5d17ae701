'use client'

import { useWidth } from '@/components/figures/use-width.ts'
import { categoryColor, categoryPath } from '@/components/ui/format.ts'
import { type AxisInput, isChosen, prepareScoreAxis, type ScoreAxis } from './prepare-score-axis.ts'

/** The score axis in small, each candidate in the shape of its own category. Decoration beside its numbers. */
export function MiniScoreAxis({ data, scale = 1 }: { data: AxisInput; scale?: number }) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const height = 36 * scale
  const base = height - 7 * scale
  return (
    <div ref={ref} aria-hidden="true" className="mt-1 mb-2" style={{ height }}>
      {width !== null && (
        <MiniScene
          axis={prepareScoreAxis(data, { width, base, plotHeight: 22 * scale, letter: 5.6 })}
          width={width}
          height={height}
          base={base}
          scale={scale}
          isChosen={isChosen(data)}
        />
      )}
    </div>
  )
}

type MiniSceneProps = {
  axis: ScoreAxis
  width: number
  height: number
  base: number
  scale: number
  isChosen: boolean
}

function MiniScene({ axis, width, height, base, scale, isChosen }: MiniSceneProps) {
  const [best, ...others] = axis.candidates
  return (
    <svg width={width} height={height} aria-hidden="true" className="block overflow-visible">
      {axis.unrelated && <path d={axis.unrelated.area} fill="var(--plot-null)" />}
      <path d={`M0 ${base}H${width}`} stroke="var(--plot-axis)" />
      {axis.threshold && (
        <path d={`M${axis.threshold.x} 3V${base}`} stroke="var(--plot-null-line)" strokeDasharray="2 3" />
      )}
      {others.slice(0, 7).map((mark) => (
        <path
          key={mark.entryId}
          d={categoryPath(mark.category, mark.x, base - 5 * scale, 3.4 * scale)}
          fill={categoryColor(mark.category)}
          opacity="0.75"
        />
      ))}
      {axis.floor && <path d={`M${axis.floor.x} 3V${base + 3}`} stroke="var(--text)" strokeWidth="1.5" />}
      {best && (
        <>
          <path
            d={categoryPath(best.category, best.x, base - 5 * scale, 4.2 * scale)}
            fill={categoryColor(best.category)}
          />
          {isChosen && (
            <circle
              cx={best.x}
              cy={base - 5 * scale}
              r={8.5 * scale}
              fill="none"
              stroke="var(--text)"
              strokeWidth="1.5"
            />
          )}
        </>
      )}
    </svg>
  )
}
