'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useShell } from '@/components/frame/shell.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { faultText } from '@/components/ui/faults/fault-error.ts'
import { Field, Select } from '@/components/ui/field.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { answered } from '@/components/ui/use-answer.ts'
import type { AskedFilter } from '@/lib/memory/filter/entry-filter.ts'
import type { InputOf } from '@/lib/memory/operation.ts'
import type { ActionResult, BulkPreview } from '@/lib/memory/views/curation.ts'
import { EntrySample } from './entry-sample.tsx'
import { ImpactPreview } from './impact-words.tsx'
import { ReasonForm } from './reason-dialog.tsx'
import { ReviewerName, useReviewer } from './reviewer.tsx'
import { newRequestId, type useEntryChanges } from './use-entry-changes.ts'

type RuleVerb = Exclude<InputOf<'bulk'>['rule']['verb'], 'recategorise'>

export const BULK_VERBS: Record<RuleVerb | 'copy' | 'move', { title: string; done: string }> = {
  retire: { title: 'Retire', done: 'retired' },
  restore: { title: 'Restore', done: 'restored' },
  approve: { title: 'Approve', done: 'approved' },
  review: { title: 'Mark as reviewed', done: 'reviewed' },
  pin: { title: 'Pin', done: 'pinned' },
  unpin: { title: 'Unpin', done: 'unpinned' },
  copy: { title: 'Copy', done: 'copied' },
  move: { title: 'Move', done: 'moved' },
}
export type BulkVerb = keyof typeof BULK_VERBS

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

/** Exact number, five of them, what it changes for questions; then the reason, once. */
export function BulkDialog(props: BulkDialogProps) {
  const { verb, inWords, isPending, onClose } = props
  const [by, setBy] = useReviewer()
  const [target, setTarget] = useState('user')
  const { preview, impact, count, act } = useBulk(props, by, target)
  const { title } = BULK_VERBS[verb]
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${title} ${count === null ? '' : plural(count, 'entry', 'entries')}`}
    >
      <ReasonForm
        verb={`${title} ${count === null ? '' : formatCount(count)}`}
        needed
        danger={leaves(verb)}
        isPending={isPending || count === null || count === 0}
        foot={by !== '' && <ReviewerName name={by} onName={setBy} />}
        onClose={onClose}
        onDone={act}
      >
        <p className="text-ink-2">
          {inWords}. {preview.data && <Counts preview={preview.data} verb={verb} />}
          {preview.error && <span className="text-danger">{faultText(preview.error)}</span>}
        </p>
        <EntrySample sample={preview.data?.sample ?? []} />
        {leaves(verb) && <ImpactPreview asked={impact} />}
        {isCarry(verb) && <Target target={target} onTarget={setTarget} />}
      </ReasonForm>
    </Dialog>
  )
}

function isCarry(verb: BulkVerb): verb is 'copy' | 'move' {
  return verb === 'copy' || verb === 'move'
}

/** True for what takes entries out of where they are asked. */
function leaves(verb: BulkVerb): boolean {
  return verb === 'retire' || verb === 'move'
}

function useBulk(
  { verb, filter, run, onDone }: Pick<BulkDialogProps, 'verb' | 'filter' | 'run' | 'onDone'>,
  by: string | null,
  target: string,
) {
  const commands = useCommands()
  const [requestId] = useState(newRequestId)
  const rule = { verb: isCarry(verb) ? ('review' as const) : verb }
  const preview = useQuery({
    queryKey: ['bulk-preview', verb, filter],
    queryFn: () => answered(commands.previewBulk({ rule, filter })),
    staleTime: 0,
  })
  const impact = useQuery({
    queryKey: ['bulk-impact', filter],
    queryFn: () => answered(commands.filterImpact({ filter })),
    enabled: leaves(verb),
  })
  const count = preview.data ? preview.data[isCarry(verb) ? 'matchCount' : 'changeCount'] : null

  const act = async (reason: string) => {
    if (count === null) return null
    const asked = { filter, expectedCount: count, reason, ...(by ? { by } : {}) }
    const to = target === 'user' ? { scope: 'user' as const } : { project: target.slice(2) }
    const change = (): Promise<ActionResult<{ revision: number; entryCount: number }>> =>
      isCarry(verb) ? commands.carry({ ...asked, verb, to, requestId }) : commands.bulk({ ...asked, rule })
    const result = await run(change, {
      text: () => `${formatCount(count)} ${BULK_VERBS[verb].done}`,
      quiet: true,
    })
    if (result.ok) {
      onDone()
      return null
    }
    await preview.refetch()
    return faultText(result.error)
  }
  return { preview, impact, count, act }
}

function Target({ target, onTarget }: { target: string; onTarget: (target: string) => void }) {
  const { current, projects } = useShell()
  return (
    <Field label="To">
      <Select value={target} onChange={(event) => onTarget(event.target.value)}>
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
}

function Counts({ preview, verb }: { preview: BulkPreview; verb: BulkVerb }) {
  const { matchCount, pinnedCount, alreadyCount, changeCount } = preview
  if (isCarry(verb)) return <>{plural(matchCount, 'entry', 'entries')}, pinned ones too.</>
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
