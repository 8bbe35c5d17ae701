'use client'

import { useProjectHref, useShell } from '@/components/frame/shell.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { modelOffer } from './model-offer.ts'

/** How many runs a project holds that has no lesson; 0 where it has entries. */
export function useRunsWithoutLesson(): number {
  const { current } = useShell()
  return current && current.entryCount === 0 ? current.episodeCount : 0
}

/** Runs are in, and no lesson was written of them: who writes lessons, at what price, and what goes without a model. */
export function NoLessonYet() {
  const { current } = useShell()
  const href = useProjectHref()
  const count = useRunsWithoutLesson()
  const { data: notes } = useAnswer('foundNotes', {})
  const { data: estimate, error } = useAnswer(
    'estimateDistil',
    current && { project: current.name, with: 'handover' },
  )
  return (
    <EmptyState
      title={`${plural(count, 'run')} in, no lesson yet.`}
      actions={
        <>
          <LinkButton variant="solid" href={href('/import', { view: 'lessons' })}>
            Have a model write lessons
          </LinkButton>
          <p className="w-full text-pretty text-ink-3 text-small">
            {estimate ? modelOffer(estimate) : (error?.message ?? 'Reckoning calls, tokens and price …')}
          </p>
          <div className="mt-3 w-full text-ink-2">
            <p className="font-medium text-ink">Without a model</p>
            <ul>
              <li>
                <Link className={WAY} href={href('/episodes')}>
                  Read the runs
                </Link>
                , cut into stages by rules.
              </li>
              <li>
                <Link className={WAY} href={href('/playground')}>
                  Ask which raw stage comes nearest
                </Link>{' '}
                to a task.
              </li>
              {notes && notes.length > 0 && (
                <li>
                  <Link className={WAY} href={href('/import', { from: 'notes' })}>
                    Bring in notes for agents
                  </Link>{' '}
                  of {plural(notes.length, 'repository', 'repositories')}: each is a memory at once.
                </li>
              )}
            </ul>
          </div>
        </>
      }
    >
      Until there are lessons, agents are told nothing of these runs. A language model writes them: behind a
      server, as a command on this machine, or by handing the requests to whoever has one.
    </EmptyState>
  )
}

const WAY = 'link max-md:inline-block max-md:py-3'
