'use client'

import { NoLessonYet, useRunsWithoutLesson } from '@/components/entries/no-lesson-yet.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { EmptyState } from '@/components/ui/states.tsx'

/** In place of a question when nothing is stored: what for, and the two ways to a memory. */
export function NoMemory({ toDo }: { toDo: 'retrieve' | 'compare' }) {
  const href = useProjectHref()
  const runCount = useRunsWithoutLesson()
  if (runCount > 0) return <NoLessonYet />
  return (
    <EmptyState
      title={`No memories yet, so there is nothing to ${toDo}.`}
      actions={
        <>
          <LinkButton variant="solid" href={href('/import')}>
            Import
          </LinkButton>
          <LinkButton href={href('/')}>Load the sample</LinkButton>
        </>
      }
    >
      Drop trajectories of an agent, or load the sample, then ask again.
    </EmptyState>
  )
}
