'use client'

import clsx from 'clsx'
import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Field, Select, TextInput } from '@/components/ui/field.tsx'
import { formatCount } from '@/components/ui/format.ts'
import type { ActivityFacets } from '@/lib/memory/views/activity.ts'
import type { FacetCount } from '@/lib/memory/views/entries.ts'
import { type ActivityFilter, isFiltered } from './activity-url.ts'

/** Who, what, which entry and when; every value goes into the address. */
export function ActivityFilterBar({ filter, facets, onChange }: ActivityFilterBarProps) {
  const [isOpen, setOpen] = useState(false)
  const { by, verb, entry, since, until } = filter
  const count = [by, verb, entry, since, until].filter((value) => value !== null).length
  return (
    <>
      <p className="hidden border-hairline border-b px-4 py-2 max-md:block">
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Filters{count > 0 && ` ${count}`}
        </Button>
      </p>
      <form
        aria-label="Filter the log"
        onSubmit={(event) => event.preventDefault()}
        className={clsx(
          isOpen ? 'max-md:grid' : 'max-md:hidden',
          'flex flex-wrap items-end gap-3 border-hairline border-b px-6 py-3 max-md:grid-cols-2 max-md:px-4',
        )}
      >
        <Choice label="Who" value={filter.by} options={facets.people} onChange={(by) => onChange({ by })} />
        <Choice
          label="What"
          value={filter.verb}
          options={facets.verbs}
          onChange={(verb) => onChange({ verb })}
        />
        <EntryField filter={filter} onChange={onChange} />
        <Day label="From day" value={filter.since} onChange={(since) => onChange({ since })} />
        <Day label="To day" value={filter.until} onChange={(until) => onChange({ until })} />
        {isFiltered(filter) && (
          <Button
            variant="quiet"
            onClick={() => onChange({ by: null, verb: null, entry: null, since: null, until: null })}
          >
            Clear all
          </Button>
        )}
      </form>
    </>
  )
}

type ActivityFilterBarProps = {
  filter: ActivityFilter
  facets: ActivityFacets
  onChange: (next: Partial<ActivityFilter>) => void
}

function EntryField({ filter, onChange }: Pick<ActivityFilterBarProps, 'filter' | 'onChange'>) {
  return (
    <Field label="Entry" className="w-44 max-md:w-auto">
      <TextInput
        key={filter.entry}
        defaultValue={filter.entry ?? ''}
        placeholder="its id"
        className="font-mono"
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        onBlur={(event) => {
          const entry = event.target.value.trim() || null
          if (entry !== filter.entry) onChange({ entry })
        }}
      />
    </Field>
  )
}

type OneField = { label: string; value: string | null; onChange: (value: string | null) => void }

function Choice({ label, value, options, onChange }: OneField & { options: FacetCount[] }) {
  // A value in a shared address may hold nothing here: it is still what the list shows.
  const isUnknown = value !== null && !options.some((option) => option.value === value)
  const shown = isUnknown ? [{ value, count: 0 }, ...options] : options
  return (
    <Field label={label} className="w-40 max-md:w-auto">
      <Select value={value ?? ''} onChange={(event) => onChange(event.target.value || null)}>
        <option value="">all</option>
        {shown.map((option) => (
          <option key={option.value} value={option.value}>
            {option.value} ({formatCount(option.count)})
          </option>
        ))}
      </Select>
    </Field>
  )
}

function Day({ label, value, onChange }: OneField) {
  return (
    <Field label={label} className="w-36 max-md:w-auto">
      <TextInput
        type="date"
        value={value?.slice(0, 10) ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
      />
    </Field>
  )
}
