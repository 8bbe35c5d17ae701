'use client'

import { useEffect, useRef, useState } from 'react'
import { formatScore } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Term } from '@/components/ui/term.tsx'

/** How long the slider rests before the question is asked again. */
const REST_MS = 180

/** Minimum score of what may be injected; all the way left is off, as in the paper. */
export function MinimumScore({
  floor,
  onChange,
  suggestHref,
}: {
  floor: number | null
  onChange: (floor: number | null) => void
  /** Where minimum scores are weighed against labels. */
  suggestHref: string
}) {
  const [draft, setDraft] = useState(floor)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setDraft(floor), [floor])
  useEffect(() => () => clearTimeout(timer.current), [])
  const set = (next: number | null) => {
    setDraft(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(next), REST_MS)
  }
  return (
    <div>
      <SectionTitle
        title={<Term of="floor">Minimum score</Term>}
        note={draft === null ? null : 'none below it'}
        end={
          <Link href={suggestHref} className="link max-md:-my-3 max-md:inline-block max-md:py-3.5">
            suggest
          </Link>
        }
      />
      <div className="mt-1 flex items-center gap-3">
        <input
          type="range"
          aria-label="Minimum score of what may be injected"
          aria-valuetext={draft === null ? 'off' : formatScore(draft, 2)}
          min={0}
          max={0.85}
          step={0.01}
          value={draft ?? 0}
          onChange={(event) => {
            const value = event.target.valueAsNumber
            set(value === 0 ? null : value)
          }}
          className="h-5 min-w-0 flex-1 cursor-pointer accent-(--accent) max-md:h-11"
        />
        <output className="num w-9 flex-none">{draft === null ? 'off' : formatScore(draft, 2)}</output>
      </div>
    </div>
  )
}
