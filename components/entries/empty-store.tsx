'use client'

import { useRouter } from 'next/navigation'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { plural } from '@/components/ui/format.ts'
import { EmptyState } from '@/components/ui/states.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { FoundRuns } from '@/lib/memory/views/found.ts'
import { NoLessonYet, useRunsWithoutLesson } from './no-lesson-yet.tsx'

/** Nothing stored yet: what would be here, and the two ways to it. */
export function EmptyStore() {
  const commands = useCommands()
  const href = useProjectHref()
  const router = useRouter()
  const { tell, isBusy } = useTelling()
  const runCount = useRunsWithoutLesson()
  const { data: found } = useAnswer('foundRuns', {})

  const loadSample = async () => {
    await tell(
      commands.loadSample(),
      ({ episodes, entries }) => `Sample loaded: ${episodes} episodes, ${entries} entries.`,
    )
    router.refresh()
  }

  if (runCount > 0) return <NoLessonYet />
  return (
    <EmptyState
      title="No memories yet."
      actions={
        <>
          <LinkButton variant="solid" href={href('/import')}>
            Import
          </LinkButton>
          <Button onClick={() => void loadSample()} disabled={isBusy}>
            {isBusy ? 'Loading the sample' : 'Load the sample'}
          </Button>
        </>
      }
    >
      {found && found.length > 0 && `On this machine: ${foundWords(found)}. `}
      Drop trajectories on the import page, or load the sample: a few episodes of our own writing. A model
      makes entries of what subtasks show; rules alone keep a sentence here and there.
    </EmptyState>
  )
}

/** `312 sessions of Claude Code, 4 sessions of Codex`. */
function foundWords(found: readonly FoundRuns[]): string {
  return found.map(({ name, sessionCount }) => `${plural(sessionCount, 'session')} of ${name}`).join(', ')
}
