import { isTelling, type Share } from '@/lib/memory/findings/quality.ts'

const WIDTH = 100

/** A share as a dot on its 95 % interval, from 0 to 100 %; in words where too few were judged, or none. */
export function PrecisionBar({ share }: { share: Share }) {
  if (share === null) return <span className="text-ink-3">not judged yet</span>
  if (!isTelling(share)) return <span className="text-ink-3">too few judged</span>
  return (
    <svg width={WIDTH} height="12" aria-hidden="true">
      <line x1="0" x2={WIDTH} y1="6" y2="6" stroke="var(--plot-grid)" />
      <line
        x1={share.interval.low * WIDTH}
        x2={share.interval.high * WIDTH}
        y1="6"
        y2="6"
        stroke="var(--plot-line)"
        strokeWidth="2"
      />
      <circle cx={share.share * WIDTH} cy="6" r="3.5" fill="var(--plot-line)" />
    </svg>
  )
}
