import type { ComponentProps } from 'react'
import { TextInput } from './field.tsx'
import { Kbd } from './kbd.tsx'

type SearchFieldProps = Omit<ComponentProps<typeof TextInput>, 'onChange'> & {
  label: string
  value: string
  onText: (text: string) => void
  /** Enter, once the field is left. */
  onEnter: () => void
}

/** A field that narrows what stands below it; `/` leads in, Enter and Escape lead out. */
export function SearchField({ label, value, onText, onEnter, ...input }: SearchFieldProps) {
  return (
    <div className="relative">
      <TextInput
        {...input}
        enterKeyHint="search"
        aria-label={label}
        value={value}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && event.key !== 'Enter') return
          event.preventDefault()
          event.currentTarget.blur()
          if (event.key === 'Enter') onEnter()
        }}
      />
      {value === '' && (
        <span className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-1.5 leading-none">
          <Kbd>/</Kbd>
        </span>
      )}
    </div>
  )
}
