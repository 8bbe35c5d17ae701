'use client'

import { projectHref } from '@/components/frame/project-href.ts'
import { LinkButton } from '@/components/ui/button.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { nextSteps } from './prepare-next.ts'

/** What would bring a project on, the cheapest first, each with its price. */
export function NextSteps({ project }: { project: string }) {
  const held = useAnswer('whatNext', { project })
  const estimate = useAnswer('estimateDistil', held.data ? { project, with: 'handover' } : null)
  const { data: notes } = useAnswer('foundNotes', {})
  const { data: sessions } = useAnswer('foundRuns', {})
  if (held.error) return <ReadErrorState error={held.error} onRetry={held.refetch} />
  if (held.data === undefined) return null
  const steps = nextSteps({
    held: held.data,
    notes: notes ?? [],
    sessions: sessions ?? [],
    estimate: estimate.data ?? null,
  })
  if (steps.length === 0) return null
  return (
    <section aria-label="What to do next" className="grid gap-2">
      <SectionTitle title="What to do next" note="the cheapest first" />
      <ol className="grid gap-3">
        {steps.map(({ key, what, price, act, place }) => (
          <li key={key} className="grid justify-items-start gap-1">
            <span className="text-pretty">{what}</span>
            <span className="text-pretty text-ink-3 text-small">{price}</span>
            {place && 'path' in place && (
              <LinkButton href={projectHref(place.path, project, place.params)}>{act}</LinkButton>
            )}
            {place && 'anchor' in place && (
              <a href={place.anchor} className="link text-small">
                {act}
              </a>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
