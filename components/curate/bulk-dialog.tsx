'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useShell } from '@/components/frame/shell.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { errorWords } from '@/components/ui/faults/fault-error.ts'
import { Field, Select } from '@/components/ui/field.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { answered } from '@/components/ui/use-answer.ts'
import type { AskedFilter } from '@/lib/memory/filter/entry-filter.ts'
import type { ActionResult, BulkPreview } from '@/lib/memory/views/curation.ts'
import { EntrySample } from './entry-sample.tsx'
import { ImpactPreview } from './impact-words.tsx'
import { ReasonForm } from './reason-dialog.tsx'
import { ReviewerName, useReviewer } from './reviewer.tsx'
import { faultText, newRequestId, type useEntryChanges } from './use-entry-changes.ts'

export const BULK_VERBS = {
  retire: { title: 'Retire', done: 'retired' },
  restore: { title: 'Restore', done: 'restored' },
  approve: { title: 'Approve', done: 'approved' },
  review: { title: 'Mark as reviewed', done: 'reviewed' },
  pin: { title: 'Pin', done: 'pinned' },
  unpin: { title: 'Unpin', done: 'unpinned' },
  copy: { title: 'Copy', done: 'copied' },
  move: { title: 'Move', done: 'moved' },
} as const
export type BulkVerb = keyof typeof BULK_VERBS

/** Exact number, five of them, what it changes for questions; then the reason, once. */
export function BulkDialog(props: BulkDialogProps) {
  const state = useBulk(props)
  const {
    act,
    by,
    count,
    impact,
    inWords,
    isCarry,
    isPending,
    leaves,
    onClose,
    preview,
    setBy,
    title,
    verb,
  } = state

  return (
    <Dialog
      open
      onClose={onClose}
      title={`${title} ${count === null ? '' : plural(count, 'entry', 'entries')}`}
    >
      <ReasonForm
        verb={`${title} ${count === null ? '' : formatCount(count)}`}
        needed
        danger={leaves}
        isPending={isPending || count === null || count === 0}
        foot={by !== '' && <ReviewerName name={by} onName={setBy} />}
        onClose={onClose}
        onDone={act}
      >
        <p className="text-ink-2">
          {inWords}. {preview.data && <Counts preview={preview.data} verb={verb} isCarry={isCarry} />}
          {preview.error && <span className="text-danger">{errorWords(preview.error)}</span>}
        </p>
        <EntrySample sample={preview.data?.sample ?? []} />
        {leaves && <ImpactPreview asked={impact} />}
        <Target {...state} />
      </ReasonForm>
    </Dialog>
  )
}

type BulkDialogProps = {
  verb: BulkVerb
  filter: AskedFilter
  /** The selection in words. */
  inWords: string
  run: ReturnType<typeof useEntryChanges>['run']
  isPending: boolean
  onClose: () => void
  onDone: () => void
}

type BulkState = ReturnType<typeof useBulk>

function useBulk({ verb, filter, inWords, run, isPending, onClose, onDone }: BulkDialogProps) {
  const commands = useCommands()
  const { projects, current } = useShell()
  const [by, setBy] = useReviewer()
  const [target, setTarget] = useState('user')
  const [requestId] = useState(newRequestId)
  const isCarry = verb === 'copy' || verb === 'move'
  const rule = { verb: isCarry ? ('review' as const) : verb }
  const preview = useQuery({
    queryKey: ['bulk-preview', verb, filter],
    queryFn: () => answered(commands.previewBulk({ rule, filter })),
    staleTime: 0,
  })
  const impact = useQuery({
    queryKey: ['bulk-impact', filter],
    queryFn: () => answered(commands.filterImpact({ filter })),
    enabled: verb === 'retire' || verb === 'move',
  })
  const count = preview.data ? (isCarry ? preview.data.matchCount : preview.data.changeCount) : null
  const { title, done } = BULK_VERBS[verb]

  const leaves = verb === 'retire' || verb === 'move'

  const act = async (reason: string) => {
    if (count === null) return null
    const signed = by ? { by } : {}
    const change = (): Promise<ActionResult<{ revision: number; entryCount: number }>> =>
      isCarry
        ? commands.carry({
            verb,
            filter,
            to: target === 'user' ? { scope: 'user' } : { project: target.slice(2) },
            expectedCount: count,
            reason,
            requestId,
            ...signed,
          })
        : commands.bulk({ rule, filter, expectedCount: count, reason, ...signed })
    const result = await run(change, {
      receipt: (value) => value,
      text: () => `${formatCount(count)} ${done}`,
      quiet: true,
    })
    if (result.ok) {
      onDone()
      return null
    }
    await preview.refetch()
    return faultText(result.error)
  }
  return {
    act,
    by,
    count,
    current,
    impact,
    inWords,
    isCarry,
    isPending,
    leaves,
    onClose,
    preview,
    projects,
    setBy,
    setTarget,
    target,
    title,
    verb,
  }
}

function Target({ current, isCarry, projects, setTarget, target }: BulkState) {
  return (
    isCarry && (
      <Field label="To">
        <Select value={target} onChange={(event) => setTarget(event.target.value)}>
          <option value="user">the user’s own scope, seen by every project</option>
          {projects
            .filter(({ id }) => id !== current?.id)
            .map(({ id, name }) => (
              <option key={id} value={`p:${name}`}>
                {name}
              </option>
            ))}
        </Select>
      </Field>
    )
  )
}

function Counts({ preview, verb, isCarry }: { preview: BulkPreview; verb: BulkVerb; isCarry: boolean }) {
  const { matchCount, pinnedCount, alreadyCount, changeCount } = preview
  if (isCarry) return <>{plural(matchCount, 'entry', 'entries')}, pinned ones too.</>
  const left = [
    pinnedCount > 0 && `${formatCount(pinnedCount)} pinned and left alone`,
    alreadyCount > 0 && `${formatCount(alreadyCount)} ${BULK_VERBS[verb].done} already`,
  ].filter(Boolean)
  return (
    <>
      {plural(changeCount, 'entry', 'entries')} of {formatCount(matchCount)} would change
      {left.length > 0 && `; ${left.join(', ')}`}.
    </>
  )
}
