'use client'

import { TextInput } from '@/components/ui/field.tsx'

/** When an entry was made, by days. */
export function DayRange({
  from,
  to,
  onDays,
}: {
  from: string | null
  to: string | null
  onDays: (days: { from?: string | null; to?: string | null }) => void
}) {
  return (
    <fieldset className="m-0 min-w-0 p-0 text-small">
      <legend className="pb-1 font-medium">Made</legend>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className="grid grid-cols-[32px_minmax(0,1fr)] items-center text-ink-2 [&+&]:mt-1">
          {end}
          <TextInput
            type="date"
            value={(end === 'from' ? from : to) ?? ''}
            onChange={(event) => onDays({ [end]: event.target.value || null })}
            className="h-6! px-1.5! text-small"
          />
        </label>
      ))}
    </fieldset>
  )
}
