'use client'

import { useEffect, useRef, useState } from 'react'
import type { TriageRow } from '@/lib/memory/finding.ts'

const PAUSE_MS = 150

/** The lowest score still shown, in the address. It can only narrow what the detector kept. */
export function ScoreSlider({
  min,
  from,
  onMin,
}: {
  min: number | null
  from: readonly TriageRow[]
  onMin: (min: number | null) => void
}) {
  const lowest = 0.86
  const [value, setValue] = useState(min ?? lowest)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setValue(min ?? lowest), [min])
  const highest = Math.max(1, ...from.map(({ finding }) => finding.score ?? 0))
  return (
    <label className="flex items-center gap-2 text-small">
      <span className="whitespace-nowrap text-ink-2">Cosine from</span>
      <input
        type="range"
        min={lowest}
        max={highest}
        step={0.005}
        value={value}
        onChange={(event) => {
          const next = Number(event.target.value)
          setValue(next)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => onMin(next <= lowest ? null : next), PAUSE_MS)
        }}
        className="h-7 w-40 accent-(--accent) max-md:h-11"
      />
      <output className="num w-12">{value.toFixed(3)}</output>
    </label>
  )
}
