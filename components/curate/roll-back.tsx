'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { projectHref } from '@/components/frame/project-href.ts'
import { useShell } from '@/components/frame/shell.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { faultText } from '@/components/ui/faults/fault-error.ts'
import { formatCount, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { answered } from '@/components/ui/use-answer.ts'
import type { RollbackReceipt } from '@/lib/memory/views/curation.ts'
import type { FilterCount } from '@/lib/memory/views/entries.ts'
import { EntrySample } from './entry-sample.tsx'
import { type NamedSource, sourceFilter, sourceWords } from './prepare-source.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { useEntryChanges } from './use-entry-changes.ts'

export function RollBack({
  projectId,
  source,
  children = 'Roll back',
}: {
  projectId: string
  source: NamedSource
  children?: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && (
        <RollBackDialog
          projectId={projectId}
          source={source}
          onClose={() => setOpen(false)}
          onDone={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Takes every entry of one source out of service: counted first, asked why once, undoable. Mounted while it is open. */
export function RollBackDialog({
  projectId,
  source,
  onClose,
  onDone,
}: RollBackProps & { onClose: () => void }) {
  const { counted, count, matchCount, rollBack, isPending } = useRollBack({ projectId, source, onDone })
  const project = useShell().projects.find(({ id }) => id === projectId)
  const words = sourceWords(source)
  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={`Roll back ${words}`}
      verb={matchCount === 0 ? 'Retire' : `Retire ${plural(matchCount, 'entry', 'entries')}`}
      needed
      isPending={isPending || matchCount === 0}
      onDone={rollBack}
    >
      <p aria-live="polite" className="pb-3 [overflow-wrap:anywhere]">
        {counted.error
          ? `The entries could not be counted. ${faultText(counted.error)}`
          : count
            ? willRetireWords(count, words)
            : 'Counting the entries …'}
      </p>
      <EntrySample sample={count?.sample ?? []} />
      {matchCount > 0 && (
        <p className="pt-3">
          <Link className="link" href={projectHref('/memories', project?.name, { q: sourceFilter(source) })}>
            See {matchCount === 1 ? 'it' : `all ${formatCount(matchCount)}`} in the list
          </Link>
        </p>
      )}
    </ReasonDialog>
  )
}

type RollBackProps = { projectId: string; source: NamedSource; onDone: () => void }

function useRollBack({ projectId, source, onDone }: RollBackProps) {
  const commands = useCommands()
  const { run, isPending } = useEntryChanges()
  const counted = useQuery({
    queryKey: ['roll-back', projectId, source],
    gcTime: 0,
    queryFn: () => answered(commands.countSource({ projectId, source })),
  })
  // A number from before must not stand there as the number now.
  const count = counted.isFetching ? undefined : counted.data
  const matchCount = count?.matchCount ?? 0

  const rollBack = async (reason: string) => {
    const change = () => commands.rollback({ projectId, source, reason, expectedCount: matchCount })
    const result = await run(change, { text: rolledBackWords, quiet: true })
    if (result.ok) {
      onDone()
      return null
    }
    await counted.refetch()
    return faultText(result.error)
  }

  return { counted, count, matchCount, rollBack, isPending }
}

function willRetireWords({ matchCount, pinnedCount }: FilterCount, source: string): string {
  if (matchCount === 0) return `No entry made from ${source} is left to retire.`
  const pinned = pinnedCount === 0 ? '' : `, ${pinnedCount} of them pinned`
  return `${plural(matchCount, 'entry', 'entries')} made from ${source} would be retired${pinned}. They stay stored, no agent gets them, and the same lessons do not come back by another import. What they were made from stays.`
}

function rolledBackWords({ entryCount, madeOfThem }: RollbackReceipt): string {
  const retired = `Rolled back: ${plural(entryCount, 'entry', 'entries')} retired.`
  return madeOfThem.length === 0
    ? retired
    : `${retired} ${plural(madeOfThem.length, 'entry', 'entries')} made of them by merge, split or copy ${madeOfThem.length === 1 ? 'stays' : 'stay'}: ${madeOfThem.slice(0, 3).join(', ')}${madeOfThem.length > 3 ? ' …' : ''}`
}
