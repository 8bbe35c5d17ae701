'use client'

import { useState } from 'react'
import { DialogForm } from '@/components/curate/dialog-form.tsx'
import { draftOf, type EntryDraft, lessonOf } from '@/components/curate/entry-draft.ts'
import { CategoryField, LessonFields, missingTexts } from '@/components/curate/lesson-fields.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { faultText } from '@/components/ui/faults/fault-error.ts'
import type { Category } from '@/lib/memory/category.ts'
import { useEntryState } from './entry-state.tsx'

type Part = EntryDraft & { category: Category }

/** Makes two entries of one: both begin as the whole, and each keeps what belongs to it. */
export function SplitForm() {
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
      { receipt: (value) => value, text: () => 'One entry became two', quiet: true },
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
