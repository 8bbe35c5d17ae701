import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Skeleton } from '@/components/ui/states.tsx'

export type EstimateLine = { label: string; value: string; note: string }

type EstimateProps = {
  title: string
  note?: string
  /** Absent while it is reckoned. */
  lines: readonly EstimateLine[] | undefined
  error: Error | null
  onRetry: () => unknown
  onClose: () => void
  children: ReactNode
}

/** What a piece of work would take, before anybody orders it; below it the ways to order it. */
export function Estimate({ title, note, lines, error, onRetry, onClose, children }: EstimateProps) {
  return (
    <section aria-label={title} className="border-hairline border-b bg-surface-2 px-6 py-5 max-md:px-4">
      <SectionTitle
        title={title}
        note={note}
        end={
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        }
      />
      {error && <ReadErrorState error={error} onRetry={onRetry} />}
      {!lines && !error && <Skeleton lines={6} label="Reckoning" />}
      {lines && !error && (
        <>
          <dl className="mt-2 grid max-w-[80ch] grid-cols-[140px_120px_1fr] gap-x-4 gap-y-1.5 max-md:grid-cols-[120px_1fr]">
            {lines.map((line) => (
              <div key={line.label} className="contents">
                <dt className="text-ink-2">{line.label}</dt>
                <dd className="font-medium tabular-nums">{line.value}</dd>
                <dd className="text-pretty text-ink-3 text-small max-md:col-start-2">{line.note}</dd>
              </div>
            ))}
          </dl>
          {children}
        </>
      )}
    </section>
  )
}
