'use client'

import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { expressionFault } from '@/components/entries/expression-fault.ts'
import { TextInput } from '@/components/ui/field.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { Kbd } from '@/components/ui/kbd.tsx'
import type { EntryFacet } from '@/lib/memory/filter/entry-fields.ts'
import type { FacetCount } from '@/lib/memory/views/entries.ts'
import { type Completion, completeFilter } from './complete-filter.ts'

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

/** One box for words and for filters such as `category:EDIT -finding:leak`: completes fields, shows a fault at its character, and says what it does not know. */
export function SearchBox({ text, onText, onDone, onLeave, facets, note, inputRef }: SearchBoxProps) {
  const id = useId()
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
    const at = from + one.insert.length
    onText(text.slice(0, from) + one.insert + text.slice(caret))
    setChosen(-1)
    setCaret(at)
    requestAnimationFrame(() => {
      input.focus()
      input.setSelectionRange(at, at)
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget: input } = event
    const isStep = isOpen && (key === 'ArrowDown' || key === 'ArrowUp')
    const isTake = isOpen && (key === 'Tab' || key === 'Enter') && chosen >= 0
    if (!isStep && !isTake && key !== 'Escape' && key !== 'Enter') return
    // The browser would empty a search field on Escape.
    event.preventDefault()
    if (isStep) setChosen(stepped(chosen, key === 'ArrowDown' ? 1 : -1, completions.length))
    else if (isTake) take(chosen, input)
    else {
      setCaret(null)
      if (key === 'Enter') onDone()
      else if (!isOpen) onLeave()
    }
  }
  return (
    <div className="relative min-w-0 flex-1">
      <TextInput
        ref={inputRef}
        type="search"
        role="combobox"
        aria-label="Search the text"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen >= 0 ? `${id}-list-${chosen}` : undefined}
        aria-invalid={fault !== null}
        aria-describedby={fault || (note && !isOpen) ? `${id}-said` : undefined}
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
      <Completions {...{ chosen, completions, take }} listId={`${id}-list`} />
      <Said id={`${id}-said`} text={text} fault={fault} note={isOpen ? null : note} />
    </div>
  )
}

function stepped(chosen: number, step: 1 | -1, count: number): number {
  return (chosen + step + count + (chosen < 0 && step < 0 ? 1 : 0)) % count
}

type SaidProps = {
  id: string
  text: string
  fault: ReturnType<typeof expressionFault>
  note: string | null
}

/** What is wrong with the filter, at its character; else what it names and nothing bears. */
function Said({ id, text, fault, note }: SaidProps) {
  if (!fault)
    return (
      note && (
        <p id={id} role="status" className="mt-1 text-small text-warning">
          {note}
        </p>
      )
    )
  return (
    <div id={id} role="alert" className="mt-1 text-danger text-small">
      <p className="truncate font-mono" aria-hidden="true">
        {text.slice(Math.max(0, fault.at - 12), fault.at - 1)}
        <mark className="leak">{text.slice(fault.at - 1, fault.at + 8) || '▏'}</mark>
      </p>
      <p>
        Character {fault.at}: {fault.message} {fault.hint.length < 140 && fault.hint}
      </p>
    </div>
  )
}

type CompletionsProps = {
  chosen: number
  completions: Completion[]
  listId: string
  take: (place: number, input: HTMLInputElement) => void
}

function Completions({ chosen, completions, listId, take }: CompletionsProps) {
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Completions"
      className={completions.length > 0 ? LIST : 'hidden'}
    >
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
