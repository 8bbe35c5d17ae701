'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { Field, TextArea, TextInput } from '@/components/ui/field.tsx'
import { formatScore, plural } from '@/components/ui/format.ts'
import { useProjectHref } from '@/components/ui/shell.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { purgePhrase } from '@/lib/memory/purge-phrase.ts'
import { EXPERIENCE_PARTS } from '@/lib/memory/subtask.ts'
import type { EntryDetail } from '@/lib/memory/views.ts'
import type { EntryPageActions, LessonDraft } from './entry-actions.ts'
import { draftOf } from './entry-draft.ts'
import { entryQueryOptions } from './entry-rows.ts'
import { ImpactPreview } from './impact-words.tsx'
import { diffByWord } from './prepare-versions.ts'
import type { useEntryChanges } from './use-entry-changes.ts'
import { WordDiff } from './word-diff.tsx'

export type EntryAct = 'merge' | 'split' | 'purge'
type Detail = Omit<EntryDetail, 'steps' | 'versions'>
type Props = {
  detail: Detail
  actions: EntryPageActions
  run: ReturnType<typeof useEntryChanges>['run']
  isPending: boolean
  onClose: () => void
}

/** What leaving would change for questions; asked only while a dialog wants it. */
export function useImpact(
  enabled: boolean,
  { entry }: Pick<Detail, 'entry'>,
  actions: Pick<EntryPageActions, 'impact'>,
  others: string[] = [],
) {
  const entryIds = others.length > 0 ? others : [entry.id]
  return useQuery({
    queryKey: ['impact', entryIds, entry.revision],
    queryFn: async () => {
      const result = await actions.impact({ projectId: entry.projectId, entryIds })
      if (!result.ok) throw new Error(result.error.message)
      return result.value
    },
    enabled,
  })
}

/** The acts that need more than a reason. */
export function EntryActDialogs({ act, ...props }: Props & { act: EntryAct | null }) {
  const titles = { merge: 'Merge with a neighbour', split: 'Split in two', purge: 'Purge this entry' }
  return (
    <Dialog open={act !== null} onClose={props.onClose} title={act === null ? '' : titles[act]}>
      {act === 'merge' && <MergeForm {...props} />}
      {act === 'split' && <SplitForm {...props} />}
      {act === 'purge' && <PurgeForm {...props} />}
    </Dialog>
  )
}

function MergeForm({ detail, actions, run, isPending, onClose }: Props) {
  const router = useRouter()
  const href = useProjectHref()
  const { entry, neighbours } = detail
  const [otherId, setOtherId] = useState(neighbours.inside[0]?.entryId ?? null)
  const [stays, setStays] = useState<'this' | 'other'>('this')
  const { data: other } = useQuery({ ...entryQueryOptions(otherId ?? ''), enabled: otherId !== null })
  const leavingId = stays === 'this' ? otherId : entry.id
  const impact = useImpact(otherId !== null, detail, actions, leavingId ? [leavingId] : [])
  if (otherId === null) return <p>No neighbour in {entry.category} to merge with.</p>
  const [mine, theirs] = [draftOf(entry), other && draftOf(other.entry)]
  const merge = async () => {
    if (!other) return
    const survivorId = stays === 'this' ? entry.id : other.entry.id
    const result = await run(
      () =>
        actions.merge({
          survivorId,
          entries: [entry, other.entry].map(({ id, revision }) => ({ entryId: id, revision })),
          reason: 'the same lesson told twice',
        }),
      { receipt: (value) => value, text: () => '2 entries are one now' },
    )
    if (!result.ok) return
    onClose()
    if (survivorId !== entry.id) router.push(href(`/memories/${survivorId}`))
  }
  return (
    <div className="grid gap-4">
      <fieldset className="m-0 grid gap-1 p-0">
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
      <fieldset className="m-0 flex gap-4 p-0">
        <legend className="pb-1 font-medium">Whose text stays</legend>
        {(['this', 'other'] as const).map((which) => (
          <label key={which} className="flex items-center gap-2 max-md:min-h-11">
            <input
              type="radio"
              name="stays"
              checked={stays === which}
              onChange={() => setStays(which)}
              className="accent-(--accent)"
            />
            {which === 'this' ? 'this one' : 'the other one'}
          </label>
        ))}
      </fieldset>
      {theirs && (
        <dl className="grid gap-1.5 border-hairline border-y py-2 text-small">
          {(Object.keys(mine) as (keyof typeof mine)[])
            .filter((field) => mine[field] !== theirs[field])
            .map((field) => (
              <div key={field} className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-2">
                <dt className="text-ink-3">{field}</dt>
                <dd>
                  <WordDiff
                    pieces={
                      stays === 'this'
                        ? diffByWord(theirs[field], mine[field])
                        : diffByWord(mine[field], theirs[field])
                    }
                  />
                </dd>
              </div>
            ))}
        </dl>
      )}
      <ImpactPreview impact={impact.data ?? null} isReading={impact.isFetching} />
      <p className="text-ink-3 text-small">
        The citations of both stay, each with its run; the other entry is retired as merged.
      </p>
      <Foot onClose={onClose}>
        <Button variant="solid" disabled={isPending || !other} onClick={() => void merge()}>
          Merge
        </Button>
      </Foot>
    </div>
  )
}

const SPLIT_FIELDS = ['objective', 'title', ...EXPERIENCE_PARTS] as const

function SplitForm({ detail, actions, run, isPending, onClose }: Props) {
  const { entry } = detail
  const { kind } = entry.experience
  const whole: LessonDraft = {
    ...draftOf(entry),
    keywords: entry.description.keywords,
    category: entry.category,
    kind,
  }
  const [parts, setParts] = useState([whole, whole])
  const split = async () => {
    const result = await run(
      () =>
        actions.split({ entryId: entry.id, revision: entry.revision, parts, reason: 'two lessons in one' }),
      { receipt: (value) => value, text: () => 'One entry became two' },
    )
    if (result.ok) onClose()
  }
  const isSame = SPLIT_FIELDS.every((field) => parts[0]?.[field] === parts[1]?.[field])
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        Keep in each what belongs to it. This entry is retired; both keep its source.
      </p>
      {parts.map((part, k) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the two parts have an order and nothing else.
        <fieldset key={k} className="m-0 grid gap-2 border-hairline border-t p-0 pt-3">
          <legend className="sr-only">{k === 0 ? 'First' : 'Second'}</legend>
          {SPLIT_FIELDS.map((field) => (
            <Field key={field} label={field}>
              <TextArea
                value={part[field]}
                maxLength={600}
                onChange={(event) =>
                  setParts(parts.map((one, at) => (at === k ? { ...one, [field]: event.target.value } : one)))
                }
                className="min-h-8!"
              />
            </Field>
          ))}
        </fieldset>
      ))}
      <Foot onClose={onClose}>
        <Button variant="solid" disabled={isPending || isSame} onClick={() => void split()}>
          Split
        </Button>
      </Foot>
    </div>
  )
}

function PurgeForm({ detail: { entry }, actions, isPending, onClose }: Props) {
  const router = useRouter()
  const toast = useToast()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const phrase = purgePhrase(1)
  const purge = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const result = await actions.purge({ entryIds: [entry.id], phrase: typed.trim() })
    setBusy(false)
    if (!result.ok) {
      setFault(`${result.error.message} ${result.error.hint}`)
      return
    }
    const found = result.value.files.reduce((sum, file) => sum + file.found, 0)
    const held = result.value.backupsHolding.length
    toast.show({
      text: `Purged. ${found === 0 ? 'Its texts are in no file of the store' : `Texts were still found ${plural(found, 'time')}`}${held > 0 ? `; ${plural(held, 'backup')} still hold it` : ''}.`,
      tone: found > 0 || held > 0 ? 'danger' : 'plain',
    })
    onClose()
    router.refresh()
  }
  return (
    <form onSubmit={(event) => void purge(event)} className="grid gap-4">
      <p className="text-ink-2">
        Its text leaves the store, the history, the notes and kept retrievals, and cannot be brought back. The
        log keeps its id, and a key keeps the lesson from coming back.
      </p>
      <Field label={`Type “${phrase}”`} error={fault}>
        <TextInput
          data-autofocus
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Foot onClose={onClose}>
        <Button
          type="submit"
          variant="danger-solid"
          disabled={isPending || isBusy || typed.trim() !== phrase}
        >
          Purge
        </Button>
      </Foot>
    </form>
  )
}

function Foot({ onClose, children }: { onClose: () => void; children: React.ReactNode }) {
  return (
    <div className="flex justify-end gap-2 border-hairline border-t pt-3">
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
      {children}
    </div>
  )
}
