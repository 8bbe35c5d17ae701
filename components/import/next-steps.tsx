'use client'

import { projectHref } from '@/components/frame/project-href.ts'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { plural } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { useTelling } from '@/components/ui/use-telling.ts'
import { FolderField } from './folder-field.tsx'
import { type NextStep, nextSteps } from './prepare-next.ts'

type NextStepsProps = {
  project: string
  /** The first of them is the one primary act of the page. */
  isPrimary: boolean
  onSource: (source: 'runs' | 'notes') => void
}

/** What would bring a project on, the cheapest first, each with its price and its button. */
export function NextSteps({ project, isPrimary, onSource }: NextStepsProps) {
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
    // While another project is asked about, the answer of the one before stays.
    estimate: (held.data && !estimate.isPlaceholderData && estimate.data) || null,
  })
  if (steps.length === 0) return null
  return (
    <section aria-label="What to do next" className="grid gap-1">
      <SectionTitle title="What to do next" note={`in ${project}, the cheapest first`} />
      <ol>
        {steps.map((step, nth) => (
          <li
            key={step.key}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-hairline border-b py-2.5 last:border-b-0"
          >
            <span className="grid min-w-0 flex-1 gap-0.5 max-md:basis-full">
              <span className="text-pretty">{step.what}</span>
              <span className="max-w-[66ch] text-pretty text-ink-3 text-small leading-[18px]">
                {step.price}
              </span>
            </span>
            <Act
              step={step}
              isPrimary={isPrimary && nth === 0}
              project={project}
              onSource={onSource}
              changed={held.refetch}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

type ActProps = NextStepsProps & { step: NextStep; changed: () => unknown }

function Act({ step: { act, place, roots }, isPrimary, project, onSource, changed }: ActProps) {
  const variant = isPrimary ? 'solid' : 'plain'
  if (roots) return <AskGit {...{ roots, variant, project, changed }} />
  if (place && 'source' in place)
    return (
      <Button variant={variant} onClick={() => onSource(place.source)}>
        {act}
      </Button>
    )
  return (
    place && (
      <LinkButton variant={variant} href={projectHref(place.path, project, place.params)}>
        {act}
      </LinkButton>
    )
  )
}

/** Asks git in the repositories of a project; in one that is named here, where the project names none. */
function AskGit({
  roots,
  variant,
  project,
  changed,
}: Pick<ActProps, 'project' | 'changed'> & { roots: readonly string[]; variant: 'solid' | 'plain' }) {
  const { readGitOutcomes } = useCommands()
  const { tell, isBusy } = useTelling()
  const ask = async (root: string) => {
    const { ok } = await tell(
      readGitOutcomes({ root, project }),
      ({ looked, kept, reverted, fixedAgain }) =>
        `Git was asked about ${plural(looked, 'run')} without a verdict. It now says: ${kept} kept, ${reverted} reverted, ${fixedAgain} fixed again.`,
    )
    changed()
    return ok
  }
  if (roots.length === 0)
    return (
      <FolderField
        label="Repository of these runs"
        example="/home/me/project"
        act={isBusy ? 'Asking' : 'Ask git'}
        isLocked={isBusy}
        onFolder={ask}
      />
    )
  return (
    <Button
      variant={variant}
      disabled={isBusy}
      title={roots.join(', ')}
      onClick={async () => {
        for (const root of roots) await ask(root)
      }}
    >
      {isBusy ? 'Asking' : 'Ask git'}
    </Button>
  )
}
