'use client'

import { useProjectHref, useShell } from '@/components/frame/shell.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { plural } from '@/components/ui/format.ts'
import { EmptyState } from '@/components/ui/states.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'

/** How many runs a project holds that has no lesson; 0 where it has entries. */
export function useRunsWithoutLesson(): number {
  const { current } = useShell()
  return current && current.entryCount === 0 ? current.episodeCount : 0
}

/** Runs are in, and no lesson was written of them: who writes lessons, and where the runs are. */
export function NoLessonYet() {
  const href = useProjectHref()
  const count = useRunsWithoutLesson()
  const { data: notes } = useAnswer('foundNotes', {})
  return (
    <EmptyState
      title={`${plural(count, 'run')} in, no lesson yet.`}
      actions={
        <>
          <LinkButton variant="solid" href={href('/import', { view: 'lessons' })}>
            Have a model write lessons
          </LinkButton>
          {notes && notes.length > 0 && (
            <LinkButton href={href('/import', { from: 'notes' })}>
              Bring in notes of agents: no model
            </LinkButton>
          )}
          <LinkButton href={href('/playground')}>Ask the stages</LinkButton>
          <LinkButton href={href('/episodes')}>Look at the runs</LinkButton>
        </>
      }
    >
      Their stages are found and kept as raw steps. A language model writes the lessons: behind a server, as a
      command on this machine, or by handing the requests to whoever has one. What it would take is said
      before.
    </EmptyState>
  )
}
