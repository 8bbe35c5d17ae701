'use client'

import clsx from 'clsx'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { TextArea } from '@/components/ui/field.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import type { MODES } from './use-url-state.ts'

type Mode = (typeof MODES)[number]

/** How long typing rests before a text is asked. */
const REST_MS = 350

/** A text area whose words go to the address when typing rests, when it is left, or at once with ⌘↵. */
export function DraftArea({
  label,
  value,
  onCommit,
  placeholder,
  className,
  areaRef,
}: {
  label: string
  value: string
  onCommit: (text: string) => void
  placeholder?: string
  className?: string
  areaRef?: RefObject<HTMLTextAreaElement | null>
}) {
  const [draft, setDraft] = useState(value)
  const committed = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // A chip, a link or the back button changed it from outside.
  useEffect(() => {
    if (value === committed.current) return
    committed.current = value
    setDraft(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const commit = (text: string) => {
    clearTimeout(timer.current)
    if (text === committed.current) return
    committed.current = text
    onCommit(text)
  }
  return (
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
        setDraft(text)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => commit(text), REST_MS)
      }}
      onBlur={() => commit(draft)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) commit(draft)
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
}

/** Which of the two ways in a text is meant. */
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
