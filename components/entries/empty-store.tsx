'use client'

import { useRouter } from 'next/navigation'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { ActButton } from '@/components/ui/act-button.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
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
          <ActButton asks="loadSample" onClick={() => void loadSample()} disabled={isBusy}>
            {isBusy ? 'Loading the sample' : 'Load the sample'}
          </ActButton>
        </>
      }
    >
      {found?.length ? `On this machine: ${foundWords(found)}. Bring them in` : 'Drop trajectories'} on the
      import page, or load the sample: a few episodes of our own writing. A model makes entries of what
      subtasks show; rules alone keep a sentence here and there.
    </EmptyState>
  )
}

/** Beside the sample: what of one's own lies on this machine, and the way to it; nothing where nothing does. */
export function OwnData() {
  const href = useProjectHref()
  const { data: found } = useAnswer('foundRuns', {})
  const { data: notes } = useAnswer('foundNotes', {})
  const own = [
    ...(found?.length ? [foundWords(found)] : []),
    ...(notes?.length ? [`notes for agents in ${plural(notes.length, 'repository', 'repositories')}`] : []),
  ]
  if (own.length === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 border-hairline border-b px-6 py-3 max-md:px-4">
      <span className="text-pretty">
        <span className="font-medium">Your own data:</span> {own.join(', ')} on this machine, counted and not
        opened.
      </span>
      <LinkButton href={href('/import')}>Look at it</LinkButton>
    </p>
  )
}

/** `312 sessions of Claude Code, 4 sessions of Codex`. */
function foundWords(found: readonly FoundRuns[]): string {
  return found.map(({ name, sessionCount }) => `${plural(sessionCount, 'session')} of ${name}`).join(', ')
}
