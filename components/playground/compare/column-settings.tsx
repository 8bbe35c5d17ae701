'use client'

import { type FormEvent, useState } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field, Select, TextInput } from '@/components/ui/field.tsx'
import { Link } from '@/components/ui/link.tsx'
import { Term } from '@/components/ui/term.tsx'
import type { CompareColumn } from '@/lib/memory/compare.ts'
import { isUsable, settingWords } from './columns.ts'
import { useCompareState } from './compare-state.tsx'

/** Which memory a column looks at, and its minimum score: shut it says so in one line, open it can be changed. */
export function ColumnSettings({ at, column, takesFloor }: ColumnSettingsProps) {
  const { setColumn } = useCompareState()
  const [isOpen, setOpen] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setOpen(false)
    setColumn(at, columnOf(new FormData(event.currentTarget), column, takesFloor))
  }
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="mt-1 text-small"
    >
      <summary className="rounded-chip text-ink-2 hover:underline max-md:py-3.5">
        Memory: <MemoryWords column={column} />
      </summary>
      {/* Anew for each address, so that the fields show what it says. */}
      <form key={JSON.stringify(column)} onSubmit={submit} className="mt-2 grid gap-2 pb-1">
        <EmbedderField at={at} chosen={column.embedder} />
        {fieldsOf(column, takesFloor).map(({ name, label, hint, ...input }) => (
          <Field key={name} label={label} hint={hint}>
            <TextInput {...input} name={name} aria-label={`${label}, column ${at + 1}`} />
          </Field>
        ))}
        <div className="flex gap-2">
          <Button type="submit">Ask this memory</Button>
        </div>
      </form>
    </details>
  )
}

type ColumnSettingsProps = {
  at: number
  column: CompareColumn
  /** A minimum score is a cosine; other scores know none. */
  takesFloor: boolean
}

/** The column as its form says; an empty field is none. */
function columnOf(
  given: FormData,
  { embedder: _before, ...kept }: CompareColumn,
  takesFloor: boolean,
): CompareColumn {
  const text = (name: string) => String(given.get(name) ?? '').trim()
  const number = (name: string) => (text(name) === '' ? null : Number(text(name)))
  return {
    ...kept,
    ...(text('embedder') === '' ? {} : { embedder: text('embedder') }),
    floor: takesFloor ? number('floor') : null,
    asOf: text('asOf') === '' ? null : new Date(`${text('asOf')}Z`).toISOString(),
    position: number('position'),
    without: text('without'),
  }
}

function fieldsOf({ asOf, position, floor, without }: CompareColumn, takesFloor: boolean) {
  return [
    {
      ...{ name: 'asOf', label: 'As of', hint: 'UTC; empty = now', type: 'datetime-local', step: 1 },
      defaultValue: asOf?.slice(0, 19) ?? '',
    },
    {
      ...{
        name: 'position',
        label: 'Before episode',
        hint: 'of the stream',
        type: 'number',
        min: 0,
        step: 1,
      },
      defaultValue: position ?? '',
    },
    {
      ...{ name: 'floor', label: 'Minimum score', type: 'number', min: -1, max: 1, step: 'any' },
      hint: takesFloor ? 'off when empty' : 'no cosine',
      disabled: !takesFloor,
      defaultValue: floor ?? '',
    },
    {
      ...{ name: 'without', label: 'Without', hint: 'planned deletion' },
      placeholder: 'ids, or category:EDIT repo:shop',
      defaultValue: without,
    },
  ]
}

/** The space of vectors to compare in; one that has not all of them says how to make them. */
function EmbedderField({ at, chosen }: { at: number; chosen: string | undefined }) {
  const { embedders } = useCompareState()
  const href = useProjectHref()
  const current = embedders.find((each) => each.current)
  const others = embedders.filter((each) => !each.current)
  return (
    <div className="grid gap-1">
      <Field label="Embedder" hint="vectors to compare">
        <Select
          name="embedder"
          defaultValue={chosen === current?.id ? '' : (chosen ?? '')}
          aria-label={`Embedder, column ${at + 1}`}
        >
          <option value="">{current?.id ?? 'the one in use'}, in use</option>
          {others.map((each) => (
            <option key={each.id} value={each.id} disabled={!isUsable(each)}>
              {each.id}
              {!isUsable(each) && (each.available ? ', vectors missing' : ', not set up here')}
            </option>
          ))}
        </Select>
      </Field>
      {others.some((each) => !isUsable(each)) && (
        <p className="text-pretty text-ink-2">
          Offered once every entry has its vector:{' '}
          <Link className="link" href={href('/settings')}>
            make the missing ones in Settings
          </Link>
        </p>
      )}
    </div>
  )
}

function MemoryWords({ column }: { column: CompareColumn }) {
  const words = settingWords(column)
  if (words.length > 0) return words.join(', ')
  return (
    <>
      now, no <Term of="floor">minimum score</Term>
    </>
  )
}
