'use client'

import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { NoLessonYet, useRunsWithoutLesson } from './no-lesson-yet.tsx'

/** Nothing stored yet: what would be here, and the two ways to it. */
export function EmptyStore() {
  const commands = useCommands()
  const href = useProjectHref()
  const router = useRouter()
  const toast = useToast()
  const [isLoading, startLoading] = useTransition()
  const runCount = useRunsWithoutLesson()

  const loadSample = () =>
    startLoading(async () => {
      const result = await commands.loadSample()
      toast.show(
        result.ok
          ? { text: `Sample loaded: ${result.value.episodes} episodes, ${result.value.entries} entries.` }
          : { text: `${result.error.message} ${result.error.hint}`, tone: 'danger' },
      )
      router.refresh()
    })

  if (runCount > 0) return <NoLessonYet />
  return (
    <EmptyState
      title="No memories yet."
      actions={
        <>
          <LinkButton variant="solid" href={href('/import')}>
            Import
          </LinkButton>
          <Button onClick={loadSample} disabled={isLoading}>
            {isLoading ? 'Loading the sample' : 'Load the sample'}
          </Button>
        </>
      }
    >
      Drop trajectories on the import page, or load the sample: a few episodes of our own writing. A model
      makes entries of what subtasks show; rules alone keep a sentence here and there.
    </EmptyState>
  )
}
