'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { BulkDialog } from '@/components/curate/bulk-dialog.tsx'
import { type Merge, MergeForm } from '@/components/curate/merge-form.tsx'
import { PurgeForm } from '@/components/curate/purge-form.tsx'
import { faultText, type useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { entryQueryOptions } from '@/components/entries/entry-rows.ts'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { formatScore } from '@/components/ui/format.ts'
import { LIFECYCLES } from '@/lib/memory/lifecycle.ts'
import { purgePhrase } from '@/lib/memory/purge-phrase.ts'
import type { EntryDetail } from '@/lib/memory/views.ts'
import { SplitForm } from './split-form.tsx'

export type EntryAct = 'merge' | 'split' | 'copy' | 'move' | 'purge'
type Detail = Omit<EntryDetail, 'steps' | 'versions'>
type Props = {
  detail: Detail
  run: ReturnType<typeof useEntryChanges>['run']
  isPending: boolean
  onClose: () => void
}

/** The acts that need more than a reason. */
export function EntryActDialogs({ act, ...props }: Props & { act: EntryAct | null }) {
  const { detail, onClose } = props
  if (act === 'copy' || act === 'move') {
    const { projectId, id } = detail.entry
    return (
      <BulkDialog
        {...props}
        verb={act}
        filter={{ projectId, text: '', facets: { lifecycle: [...LIFECYCLES] }, ids: [id] }}
        inWords="This entry"
        onDone={onClose}
      />
    )
  }
  const titles = { merge: 'Merge with a neighbour', split: 'Split in two', purge: 'Purge this entry' }
  return (
    <Dialog
      open={act !== null}
      onClose={onClose}
      title={act === null ? '' : titles[act]}
      className={act === 'purge' ? '' : 'md:w-[680px]'}
    >
      {act === 'merge' && <MergeWithNeighbour {...props} />}
      {act === 'split' && <SplitForm {...props} />}
      {act === 'purge' && <PurgeEntry {...props} />}
    </Dialog>
  )
}

function MergeWithNeighbour({ detail, run, isPending, onClose }: Props) {
  const commands = useCommands()
  const router = useRouter()
  const href = useProjectHref()
  const { entry, neighbours } = detail
  const [otherId, setOtherId] = useState(neighbours.inside[0]?.entryId ?? null)
  const { data: other, error } = useQuery({
    ...entryQueryOptions(otherId ?? ''),
    enabled: otherId !== null,
  })
  if (otherId === null) return <p>No neighbour in {entry.category} to merge with.</p>
  const merge = async ({ survivorId, text }: Merge) => {
    if (!other) return null
    const result = await run(
      () =>
        commands.merge({
          survivorId,
          entries: [entry, other.entry].map(({ id, revision }) => ({ entryId: id, revision })),
          text,
          reason: 'the same lesson told twice',
        }),
      { receipt: (value) => value, text: () => '2 entries are one now', quiet: true },
    )
    if (!result.ok) return faultText(result.error)
    onClose()
    if (survivorId !== entry.id) router.push(href(`/memories/${survivorId}`))
    return null
  }
  return (
    <div className="grid gap-4">
      <fieldset className="m-0 grid p-0">
        <legend className="pb-1 font-medium">With</legend>
        {neighbours.inside.map((one) => (
          <label
            key={one.entryId}
            className="grid min-h-7 grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-2 max-md:min-h-11"
          >
            <input
              type="radio"
              name="other"
              checked={otherId === one.entryId}
              onChange={() => setOtherId(one.entryId)}
              className="accent-(--accent)"
            />
            <span className="truncate">{one.objective}</span>
            <span className="num">{formatScore(one.score)}</span>
          </label>
        ))}
      </fieldset>
      {error && (
        <p role="alert" className="text-danger">
          {error.message}
        </p>
      )}
      {!other && !error && <p className="text-ink-3">Reading the other one …</p>}
      {other && (
        <MergeForm
          key={other.entry.id}
          entries={[entry, other.entry]}
          firstKept={entry.id}
          isPending={isPending}
          onClose={onClose}
          onMerge={merge}
        />
      )}
    </div>
  )
}

function PurgeEntry({ detail: { entry }, isPending, onClose }: Props) {
  const commands = useCommands()
  return (
    <PurgeForm
      phrase={purgePhrase(1)}
      purge={(asked) => commands.purge({ entryIds: [entry.id], ...asked })}
      next="/memories"
      isPending={isPending}
      onClose={onClose}
    >
      <p className="text-ink-2">
        Its text leaves the store, the history, the notes and kept retrievals, and cannot be brought back. The
        log keeps its id, and a key keeps the lesson from coming back.
      </p>
    </PurgeForm>
  )
}
