'use client'

import { type Merge, MergeForm } from '@/components/curate/merge-form.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { plural } from '@/components/ui/format.ts'
import type { TriageEntry } from '@/lib/memory/findings/worklist.ts'
import type { Triage } from './use-triage.ts'

/** What is to become one: the entries of a pair or cluster, and the one that was chosen to stay. */
export type Merging = { entries: TriageEntry[]; keptId: string }

type MergeDialogProps = {
  merging: Merging | null
  triage: Triage
  onClose: () => void
  onDone: () => void
}

/** Composes the survivor of a pair or a cluster without leaving the worklist. */
export function MergeDialog({ merging, triage, onClose, onDone }: MergeDialogProps) {
  const commands = useCommands()
  const merge = async ({ entries }: Merging, { survivorId, text }: Merge) => {
    const fault = await triage.change(
      () =>
        commands.merge({
          survivorId,
          entries: entries.map(({ id, revision }) => ({ entryId: id, revision })),
          text,
          reason: entries.length === 2 ? 'the same lesson told twice' : 'the same lesson told more than once',
          by: triage.by,
        }),
      `${plural(entries.length, 'entry', 'entries')} are one now`,
      { quiet: true },
    )
    if (fault === null) onDone()
    return fault
  }
  return (
    <Dialog open={merging !== null} onClose={onClose} title="Merge into one" className="md:w-[680px]">
      {merging && (
        <MergeForm
          key={merging.entries.map(({ id }) => id).join()}
          entries={merging.entries}
          firstKept={merging.keptId}
          isPending={triage.isPending}
          onClose={onClose}
          onMerge={(chosen) => merge(merging, chosen)}
        />
      )}
    </Dialog>
  )
}
