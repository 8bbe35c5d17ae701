'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { BulkDialog } from '@/components/curate/bulk-dialog.tsx'
import { DialogForm } from '@/components/curate/dialog-form.tsx'
import { draftOf, type EntryDraft, lessonOf } from '@/components/curate/entry-draft.ts'
import { CategoryField, LessonFields, missingTexts } from '@/components/curate/lesson-fields.tsx'
import { type Merge, MergeForm } from '@/components/curate/merge-form.tsx'
import { PurgeForm } from '@/components/curate/purge-form.tsx'
import { entryQueryOptions } from '@/components/entries/entry-rows.ts'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { faultText } from '@/components/ui/faults/fault-error.ts'
import { formatScore } from '@/components/ui/format.ts'
import type { Category } from '@/lib/memory/category.ts'
import { LIFECYCLES } from '@/lib/memory/lifecycle.ts'
import { purgePhrase } from '@/lib/memory/text/words.ts'
import type { EntryDetail } from '@/lib/memory/views/entries.ts'
import { useEntryState } from './entry-state.tsx'
import { PromoteForm } from './promote-form.tsx'

export function EntryActDialogs() {
  const { act, detail, isPending, run, setAct } = useEntryState()
  const onClose = () => setAct(null)
  if (act === 'copy' || act === 'move') {
    const { projectId, id } = detail.entry
    return (
      <BulkDialog
        verb={act}
        filter={{ projectId, text: '', facets: { lifecycle: [...LIFECYCLES] }, ids: [id] }}
        inWords="This entry"
        run={run}
        isPending={isPending}
        onClose={onClose}
        onDone={onClose}
      />
    )
  }
  const titles = {
    promote: detail.entry.promoted ? 'Take it out of the rules' : 'Promote into a file of rules',
    merge: 'Merge with a neighbour',
    split: 'Split in two',
    purge: 'Purge this entry',
  }
  return (
    <Dialog
      open={act !== null}
      onClose={onClose}
      title={act === null ? '' : titles[act]}
      className={act === 'purge' ? '' : 'md:w-[680px]'}
    >
      {act === 'promote' && <PromoteForm />}
      {act === 'merge' && <MergeWithNeighbour />}
      {act === 'split' && <SplitForm />}
      {act === 'purge' && <PurgeEntry />}
    </Dialog>
  )
}

function MergeWithNeighbour() {
  const { detail, isPending, setAct } = useEntryState()
  const { entry, neighbours } = detail
  const [otherId, setOtherId] = useState(neighbours.inside[0]?.entryId ?? null)
  const { data: other, error } = useQuery({
    ...entryQueryOptions(otherId ?? ''),
    enabled: otherId !== null,
  })
  const merge = useMerge(other?.entry)
  if (otherId === null) return <p>No neighbour in {entry.category} to merge with.</p>
  return (
    <div className="grid gap-4">
      <NeighbourChoice otherId={otherId} onChoose={setOtherId} />
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
          onClose={() => setAct(null)}
          onMerge={merge}
        />
      )}
    </div>
  )
}

/** Makes this entry and another one, and goes to whichever stays. */
function useMerge(other: EntryDetail['entry'] | undefined) {
  const { entry, run, setAct } = useEntryState()
  const commands = useCommands()
  const router = useRouter()
  const href = useProjectHref()
  return async ({ survivorId, text }: Merge) => {
    if (!other) return null
    const entries = [entry, other].map(({ id, revision }) => ({ entryId: id, revision }))
    const result = await run(
      () => commands.merge({ survivorId, entries, text, reason: 'the same lesson told twice' }),
      { text: () => '2 entries are one now', quiet: true },
    )
    if (!result.ok) return faultText(result.error)
    setAct(null)
    if (survivorId !== entry.id) router.push(href(`/memories/${survivorId}`))
    return null
  }
}

function NeighbourChoice({ otherId, onChoose }: { otherId: string; onChoose: (entryId: string) => void }) {
  const { neighbours } = useEntryState().detail
  return (
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
            onChange={() => onChoose(one.entryId)}
            className="accent-(--accent)"
          />
          <span className="truncate">{one.objective}</span>
          <span className="num">{formatScore(one.score)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function PurgeEntry() {
  const { entry, isPending, setAct } = useEntryState()
  const commands = useCommands()
  return (
    <PurgeForm
      phrase={purgePhrase(1)}
      purge={(asked) => commands.purge({ entryIds: [entry.id], ...asked })}
      next="/memories"
      isPending={isPending}
      onClose={() => setAct(null)}
    >
      <p className="text-ink-2">
        Its text leaves the store, the history, the notes and kept retrievals, and cannot be brought back. The
        log keeps its id, and a key keeps the lesson from coming back.
      </p>
    </PurgeForm>
  )
}

type Part = EntryDraft & { category: Category }

/** Makes two entries of one: both begin as the whole, and each keeps what belongs to it. */
function SplitForm() {
  const { isPending, setAct } = useEntryState()
  const { parts, change, isSame, lacksText, split } = useSplit()
  return (
    <DialogForm
      send={split}
      submit={
        <Button type="submit" variant="solid" disabled={isPending || isSame || lacksText}>
          Split
        </Button>
      }
      before={
        <span className="text-ink-3 text-small">
          {isSame
            ? 'Both say the same still.'
            : lacksText && 'Each needs an objective, a title and what to do.'}
        </span>
      }
      onClose={() => setAct(null)}
    >
      <p className="text-ink-2">
        Keep in each what belongs to it. This entry is retired; both keep its source, and the citations of the
        parts that stay word for word.
      </p>
      {parts.map((part, k) => (
        <PartFields
          key={k === 0 ? 'first' : 'second'}
          title={k === 0 ? 'The first' : 'The second'}
          part={part}
          onChange={(to) => change(k, to)}
        />
      ))}
    </DialogForm>
  )
}

function useSplit() {
  const { entry, run, setAct } = useEntryState()
  const commands = useCommands()
  const whole: Part = { ...draftOf(entry), category: entry.category }
  const [parts, setParts] = useState<[Part, Part]>([whole, whole])
  const change = (at: number, to: Partial<Part>) =>
    setParts(([first, second]) => [
      at === 0 ? { ...first, ...to } : first,
      at === 1 ? { ...second, ...to } : second,
    ])
  const isSame = JSON.stringify(parts[0]) === JSON.stringify(parts[1])
  const lacksText = parts.some((part) => missingTexts(part) !== null)
  const split = async () => {
    const { kind } = entry.experience
    const lessons = parts.map(({ category, ...draft }) => lessonOf(draft, { category, kind }))
    const result = await run(
      () =>
        commands.split({
          entryId: entry.id,
          revision: entry.revision,
          parts: lessons,
          reason: 'two lessons in one',
        }),
      { text: () => 'One entry became two', quiet: true },
    )
    if (!result.ok) return faultText(result.error)
    setAct(null)
    return null
  }
  return { parts, change, isSame, lacksText, split }
}

function PartFields({
  title,
  part: { category, ...draft },
  onChange,
}: {
  title: string
  part: Part
  onChange: (to: Partial<Part>) => void
}) {
  return (
    <fieldset className="m-0 grid gap-2 border-hairline border-t p-0 pt-3">
      <legend className="float-left w-full pb-1 font-medium text-title">{title}</legend>
      <CategoryField category={category} onCategory={(to) => onChange({ category: to })} />
      <LessonFields draft={draft} onText={onChange} />
    </fieldset>
  )
}
