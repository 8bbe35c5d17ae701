'use client'

import clsx from 'clsx'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { TextArea } from '@/components/ui/field.tsx'
import { Kbd } from '@/components/ui/kbd.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import type { MODES } from '../question-url.ts'

type Mode = (typeof MODES)[number]

/** Letters that come at once: nobody types so, it was pasted, dropped or dictated, and is whole. */
const BROUGHT = 8

/**
 * A text area whose words are asked with ↵, when it is left, and at once when they were pasted. ↵ leaves it, so that the
 * keys of the page are keys again; pasting does not: whoever types on corrects the text.
 */
export function DraftArea({ label, value, onCommit, placeholder, className, areaRef }: DraftAreaProps) {
  const { draft, type, commit } = useDraft(value, onCommit)
  return (
    <div className="flex flex-col">
      <TextArea
        ref={areaRef}
        aria-label={label}
        placeholder={placeholder}
        spellCheck={false}
        maxLength={20_000}
        value={draft}
        className={clsx('!text-[14px] max-md:text-[16px]! leading-5', className)}
        onChange={(event) => {
          const text = event.target.value
          const isComposing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing
          type(text)
          if (!isComposing && text.length - draft.length >= BROUGHT) commit(text)
        }}
        onBlur={(event) => {
          commit(event.currentTarget.value)
          // What was asked is known by its beginning: an issue by its title.
          event.currentTarget.scrollTop = 0
        }}
        onKeyDown={(event) => {
          const isAsking = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
          if (!isAsking && event.key !== 'Escape') return
          event.preventDefault()
          // Leaving asks.
          event.currentTarget.blur()
        }}
      />
      {/* Its line is kept free, so that nothing moves and no word of the text is covered. */}
      <span className={clsx('mt-0.5 -mb-3 self-end text-ink-3 text-micro', draft === value && 'invisible')}>
        <Kbd>↵</Kbd> asks
      </span>
    </div>
  )
}

type DraftAreaProps = {
  label: string
  value: string
  onCommit: (text: string) => void
  placeholder?: string
  className?: string
  areaRef?: RefObject<HTMLTextAreaElement | null>
}

/** The words being typed, until they are asked. */
function useDraft(value: string, onCommit: (text: string) => void) {
  const [draft, type] = useState(value)
  const committed = useRef(value)
  // A chip, a link or the back button changed it from outside.
  useEffect(() => {
    if (value === committed.current) return
    committed.current = value
    type(value)
  }, [value])
  const commit = (text: string) => {
    if (text === committed.current) return
    committed.current = text
    onCommit(text)
  }
  return { draft, type, commit }
}

export function ModeChoice({
  value,
  onChange,
  className,
}: {
  value: Mode
  onChange: (mode: Mode) => void
  className?: string
}) {
  return (
    <Segmented
      label="What you paste"
      value={value}
      options={[
        { value: 'task', label: 'A task' },
        { value: 'subtask', label: 'What it is about to do' },
      ]}
      onChange={onChange}
      className={className}
    />
  )
}

/** What each of the two ways in asks for. */
export function askedFor(mode: Mode): { label: string; placeholder: string } {
  return mode === 'task'
    ? { label: 'The task, as the agent would get it', placeholder: 'Paste an issue or a request' }
    : {
        label: 'What the agent is about to do',
        placeholder: 'e.g. construct test case for cursor-based pagination bug',
      }
}
