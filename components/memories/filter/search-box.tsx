'use client'

import clsx from 'clsx'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { expressionFault } from '@/components/entries/expression-fault.ts'
import { TextInput } from '@/components/ui/field.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { Kbd } from '@/components/ui/kbd.tsx'
import type { EntryFacet } from '@/lib/memory/filter/entry-fields.ts'
import type { FacetCount } from '@/lib/memory/views/entries.ts'
import { completeFilter } from './complete-filter.ts'

/** One box for words and for filters such as `category:EDIT -finding:leak`: completes fields, shows a fault at its character, and says what it does not know. */
export function SearchBox(props: SearchBoxProps) {
  const state = useCompletions(props)
  const { chosen, fault, faultId, inputRef, isOpen, listId, onKeyDown, onText, setCaret, setChosen, text } =
    state
  const note = isOpen || fault ? null : props.note
  return (
    <div className="relative min-w-0 flex-1">
      <TextInput
        ref={inputRef}
        type="search"
        role="combobox"
        aria-label="Search the text"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen >= 0 ? `${listId}-${chosen}` : undefined}
        aria-invalid={fault !== null}
        aria-describedby={fault || note ? faultId : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="Words, or category:EDIT -finding:leak"
        value={text}
        onChange={(event) => {
          onText(event.target.value)
          setCaret(event.target.selectionStart)
          setChosen(-1)
        }}
        onBlur={() => setCaret(null)}
        onKeyDown={onKeyDown}
      />
      {text === '' && (
        <span className="pointer-events-none absolute top-1 right-1.5 touch:hidden">
          <Kbd>/</Kbd>
        </span>
      )}
      <Completions {...state} />
      {fault && (
        <div id={faultId} role="alert" className="mt-1 text-danger text-small">
          <p className="truncate font-mono" aria-hidden="true">
            {text.slice(Math.max(0, fault.at - 12), fault.at - 1)}
            <mark className="leak">{text.slice(fault.at - 1, fault.at + 8) || '▏'}</mark>
          </p>
          <p>
            Character {fault.at}: {fault.message} {fault.hint.length < 140 && fault.hint}
          </p>
        </div>
      )}
      {note && (
        <p id={faultId} role="status" className="mt-1 text-small text-warning">
          {note}
        </p>
      )}
    </div>
  )
}

type SearchBoxProps = {
  text: string
  onText: (text: string) => void
  /** Enter, when nothing of the list is chosen. */
  onDone: () => void
  onLeave: () => void
  facets: Record<EntryFacet, FacetCount[]>
  /** What the search names and nothing bears; null where all is known. */
  note: string | null
  inputRef?: RefObject<HTMLInputElement | null>
}

type SearchState = ReturnType<typeof useCompletions>

function useCompletions({ text, onText, onDone, onLeave, facets, inputRef }: SearchBoxProps) {
  const listId = useId()
  const faultId = useId()
  const [caret, setCaret] = useState<number | null>(null)
  const [chosen, setChosen] = useState(-1)
  const { from, completions } =
    caret === null ? { from: 0, completions: [] } : completeFilter(text, caret, facets)
  const isOpen = completions.length > 0
  // While a field is being typed it is not wrong yet.
  const fault = isOpen ? null : expressionFault(text)

  const take = (place: number, input: HTMLInputElement) => {
    const one = completions[place]
    if (!one || caret === null) return
    const next = text.slice(0, from) + one.insert + text.slice(caret)
    const at = from + one.insert.length
    onText(next)
    setChosen(-1)
    setCaret(at)
    requestAnimationFrame(() => {
      input.focus()
      input.setSelectionRange(at, at)
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setChosen((chosen + step + completions.length + (chosen < 0 && step < 0 ? 1 : 0)) % completions.length)
    } else if (isOpen && (event.key === 'Tab' || event.key === 'Enter') && chosen >= 0) {
      event.preventDefault()
      take(chosen, input)
    } else if (event.key === 'Escape') {
      // The browser would empty a search field on Escape.
      event.preventDefault()
      if (isOpen) setCaret(null)
      else onLeave()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      setCaret(null)
      onDone()
    }
  }
  return {
    chosen,
    completions,
    fault,
    faultId,
    inputRef,
    isOpen,
    listId,
    onKeyDown,
    onText,
    setCaret,
    setChosen,
    take,
    text,
  }
}

function Completions({ chosen, completions, isOpen, listId, take }: SearchState) {
  return (
    <div id={listId} role="listbox" aria-label="Completions" className={clsx(isOpen ? LIST : 'hidden')}>
      {completions.map(({ label, count }, place) => (
        <div
          key={label}
          id={`${listId}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === chosen}
          onPointerDown={(event) => {
            event.preventDefault()
            const input = event.currentTarget.closest('div.relative')?.querySelector('input')
            if (input) take(place, input)
          }}
          className="flex h-7 cursor-default items-center justify-between gap-4 rounded-control px-2 font-mono text-small hover:bg-hover aria-selected:bg-selected max-md:h-11"
        >
          <span className="truncate">{label}</span>
          {count !== null && <span className="text-ink-3 text-micro">{formatCount(count)}</span>}
        </div>
      ))}
    </div>
  )
}

const LIST = 'absolute top-full left-0 z-40 mt-1 min-w-full rounded-float bg-overlay p-1 shadow-float'
