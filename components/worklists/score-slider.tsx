'use client'

import { useEffect, useRef, useState } from 'react'
import type { PairReach } from '@/lib/memory/findings/worklist.ts'

const PAUSE_MS = 250

type ScoreSliderProps = {
  /** Null: what the detector keeps. */
  min: number | null
  reach: PairReach
  onMin: (min: number | null) => void
}

/** The lowest score still shown, in the address: up narrows the findings, down looks up pairs that are less alike. */
export function ScoreSlider({ min, reach: { kept, from, unable }, onMin }: ScoreSliderProps) {
  const [value, setValue] = useState(min ?? kept)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setValue(min ?? kept), [min, kept])
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <label className="flex items-center gap-2 text-small">
        <span className="whitespace-nowrap text-ink-2">Cosine from</span>
        <input
          type="range"
          min={from}
          max={1}
          step={0.005}
          value={value}
          onChange={(event) => {
            const next = Number(event.target.value)
            setValue(next)
            clearTimeout(timer.current)
            timer.current = setTimeout(() => onMin(next === kept ? null : next), PAUSE_MS)
          }}
          className="h-7 w-40 accent-(--accent) max-md:h-11"
        />
        <output className="num w-12">{value.toFixed(3)}</output>
      </label>
      {(unable !== null || value < kept) && (
        <span className="max-w-[56ch] text-ink-3 text-small">
          {unable ??
            `Below ${kept} a pair is no finding and not counted as one; what you decide about it stays.`}
        </span>
      )}
    </span>
  )
}
