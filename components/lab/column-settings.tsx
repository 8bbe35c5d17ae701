'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Field, TextInput } from '@/components/ui/field.tsx'
import { formatInstant } from '@/components/ui/format.ts'
import type { LabColumn } from '@/lib/memory/lab.ts'

/** Which memory a column looks at, and its floor: shut it says so in one line, open it can be changed. */
export function ColumnSettings({
  at,
  column,
  takesFloor,
  onChange,
}: {
  at: number
  column: LabColumn
  /** A floor is a cosine; other scores know none. */
  takesFloor: boolean
  onChange: (column: LabColumn) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name) ?? '').trim()
    const number = (name: string) => (text(name) === '' ? null : Number(text(name)))
    setOpen(false)
    onChange({
      ...column,
      floor: takesFloor ? number('floor') : null,
      asOf: text('asOf') === '' ? null : new Date(`${text('asOf')}Z`).toISOString(),
      position: number('position'),
      without: text('without'),
    })
  }
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="mt-1 text-small"
    >
      <summary className="rounded-chip text-ink-2 hover:underline max-md:py-3">
        Memory: {memoryWords(column)}
      </summary>
      {/* Anew for each address, so that the fields show what it says. */}
      <form key={JSON.stringify(column)} onSubmit={submit} className="mt-2 grid gap-2 pb-1">
        <Field label="As of" hint="UTC; empty = now">
          <TextInput
            name="asOf"
            type="datetime-local"
            step={1}
            defaultValue={column.asOf?.slice(0, 19) ?? ''}
            aria-label={`As of, column ${at + 1}`}
          />
        </Field>
        <div className="grid grid-cols-2 gap-2">
          <Field label="Before place" hint="of the stream">
            <TextInput
              name="position"
              type="number"
              min={0}
              step={1}
              defaultValue={column.position ?? ''}
              aria-label={`Before place, column ${at + 1}`}
            />
          </Field>
          <Field label="Floor" hint={takesFloor ? 'off when empty' : 'no cosine'}>
            <TextInput
              name="floor"
              type="number"
              min={-1}
              max={1}
              step="any"
              disabled={!takesFloor}
              defaultValue={column.floor ?? ''}
              aria-label={`Floor, column ${at + 1}`}
            />
          </Field>
        </div>
        <Field label="Without" hint="planned deletion">
          <TextInput
            name="without"
            placeholder="ids, or category:EDIT repo:shop"
            defaultValue={column.without}
            aria-label={`Without, column ${at + 1}`}
          />
        </Field>
        <div className="flex gap-2">
          <Button type="submit">Ask this memory</Button>
        </div>
      </form>
    </details>
  )
}

function memoryWords({ asOf, position, without, floor }: LabColumn): string {
  const words = [
    asOf === null ? null : `as of ${formatInstant(asOf)}`,
    position === null ? null : `before place ${position}`,
    without === '' ? null : 'after a planned deletion',
    floor === null ? null : `floor ${floor}`,
  ].filter((word) => word !== null)
  return words.length === 0 ? 'now, no floor' : words.join(', ')
}
