'use client'

import { useState } from 'react'
import { DialogForm } from '@/components/curate/dialog-form.tsx'
import { draftOf, editOf } from '@/components/curate/entry-draft.ts'
import { LessonFields } from '@/components/curate/lesson-fields.tsx'
import { MergeForm } from '@/components/curate/merge-form.tsx'
import { ReasonDialog } from '@/components/curate/reason-dialog.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CopyButton } from '@/components/ui/copy-button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { Field, TextArea, TextInput } from '@/components/ui/field.tsx'
import type { TriageEntry } from '@/lib/memory/findings/worklist.ts'
import type { Card, VerdictKey } from '@/lib/memory/review.ts'
import type { Said } from './use-queue.ts'

type AskingProps = {
  /** The verdict that asks; null: none does. */
  verdict: VerdictKey | null
  label: string
  firstReason: string
  card: Card
  /** The entries of the card, and the one that stays or is mended. */
  entries: TriageEntry[]
  keptId: string
  /** What leaves service by a verdict with a reason. */
  entryIds: string[]
  isPending: boolean
  onClose: () => void
  /** Gives back what went wrong, in words. */
  onSay: (said: Said) => Promise<string | null>
}

/** The dialog of a verdict that needs more than a key: why, which text stays, another text, or an answer. */
export function Asking({ verdict, label, card, entries, keptId, ...props }: AskingProps) {
  const { entryIds, firstReason, isPending, onClose, onSay } = props
  const asks = verdict?.asks
  const kept = entries.find(({ id }) => id === keptId)
  if (asks?.kind === 'reason')
    return (
      <ReasonDialog
        open
        onClose={onClose}
        title={label}
        verb={label}
        needed={asks.isNeeded}
        first={firstReason}
        isPending={isPending}
        onDone={(reason) => onSay({ reason: reason || null, entryIds })}
      >
        {asks.words}
      </ReasonDialog>
    )
  return (
    <>
      <Dialog open={asks?.kind === 'merge'} onClose={onClose} title="Merge into one" className="md:w-[680px]">
        {asks?.kind === 'merge' && (
          <MergeForm
            entries={entries}
            firstKept={keptId}
            isPending={isPending}
            onClose={onClose}
            onMerge={({ survivorId, text }) =>
              onSay({
                entryIds: entries.map(({ id }) => id),
                merge: {
                  survivorId,
                  entries: entries.map(({ id, revision }) => ({ entryId: id, revision })),
                  text,
                },
              })
            }
          />
        )}
      </Dialog>
      <Dialog open={asks?.kind === 'mend'} onClose={onClose} title="Mend this entry">
        {asks?.kind === 'mend' && kept && <MendForm entry={kept} {...{ isPending, onClose, onSay }} />}
      </Dialog>
      <Dialog open={asks?.kind === 'answer'} onClose={onClose} title={label}>
        {asks?.kind === 'answer' && (
          <AnswerForm
            prompt={card.kind === 'panes' ? (card.panes[0]?.code ?? '') : ''}
            {...{ isPending, onClose, onSay }}
          />
        )}
      </Dialog>
    </>
  )
}

type MendFormProps = Pick<AskingProps, 'isPending' | 'onClose' | 'onSay'> & { entry: TriageEntry }

/** The texts of an entry. Only what was changed is sent. */
function MendForm({ entry: { id, revision, ...entry }, isPending, onClose, onSay }: MendFormProps) {
  const before = draftOf(entry)
  const [draft, setDraft] = useState(before)
  const edit = editOf(before, draft)
  return (
    <DialogForm
      send={() => onSay({ edit: { entryId: id, revision, ...edit } })}
      submit={
        <Button type="submit" variant="solid" disabled={isPending || Object.keys(edit).length === 0}>
          Save
        </Button>
      }
      onClose={onClose}
    >
      <LessonFields isFirst draft={draft} onText={(text) => setDraft({ ...draft, ...text })} />
    </DialogForm>
  )
}

type AnswerFormProps = Pick<AskingProps, 'isPending' | 'onClose' | 'onSay'> & { prompt: string }

/** What a model says to a prompt; a fault of it stands in the form, and what was typed stays. */
function AnswerForm({ prompt, isPending, onClose, onSay }: AnswerFormProps) {
  const [answer, setAnswer] = useState('')
  const [model, setModel] = useState('')
  return (
    <DialogForm
      send={() => onSay({ answer, model: model.trim() || null })}
      submit={
        <Button type="submit" variant="solid" disabled={isPending || answer.trim() === ''}>
          Give this answer
        </Button>
      }
      before={<CopyButton text={() => prompt} label="Copy the prompt" done="The prompt is copied" />}
      onClose={onClose}
    >
      <Field label="The answer" hint="JSON, or the model’s text that holds it">
        <TextArea
          data-autofocus
          className="min-h-[220px] font-mono"
          value={answer}
          onChange={(event) => setAnswer(event.target.value)}
        />
      </Field>
      <Field label="Who answered" hint="recorded with it; may stay empty">
        <TextInput value={model} onChange={(event) => setModel(event.target.value)} />
      </Field>
    </DialogForm>
  )
}
