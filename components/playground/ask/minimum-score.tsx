'use client'

import { formatScore } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { RangeSlider } from '@/components/ui/range-slider.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Term } from '@/components/ui/term.tsx'

type MinimumScoreProps = {
  floor: number | null
  onChange: (floor: number | null) => void
  /** Where minimum scores are weighed against labels. */
  suggestHref: string
}

/** Minimum score of what may be injected; all the way left is off, as in the paper. */
export function MinimumScore({ floor, onChange, suggestHref }: MinimumScoreProps) {
  return (
    <div>
      <SectionTitle
        title={<Term of="floor">Minimum score</Term>}
        note={floor === null ? null : 'none below it'}
        end={
          <Link href={suggestHref} className="link max-md:-my-3 max-md:inline-block max-md:py-3.5">
            suggest
          </Link>
        }
      />
      <div className="mt-1 flex items-center gap-3">
        <RangeSlider
          aria-label="Minimum score of what may be injected"
          min={0}
          max={0.85}
          step={0.01}
          value={floor ?? 0}
          onValue={(value) => onChange(value === 0 ? null : value)}
          write={(value) => (value === 0 ? 'off' : formatScore(value, 2))}
          className="flex-1"
        />
      </div>
    </div>
  )
}
