'use client'

import clsx from 'clsx'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { ModalFrame } from '@/components/ui/dialog.tsx'
import { keyName, useHotkeys } from '@/components/ui/hotkeys.tsx'
import { Kbd } from '@/components/ui/kbd.tsx'
import { type PaletteGroup, type PaletteItem, usePaletteGroups } from './palette-items.tsx'

type PaletteProps = {
  open: boolean
  onOpen: () => void
  onClose: () => void
  lookAgain: (() => Promise<void>) | null
}

/** ⌘K: pages, entries by their text, projects and what this page can do. A combobox over one list. */
export function Palette({ open, onOpen, onClose, lookAgain }: PaletteProps) {
  useHotkeys([
    { keys: 'mod+k', label: 'Jump to a page, an entry, an action', run: onOpen, whileTyping: true },
  ])
  return (
    <ModalFrame
      open={open}
      aria-label="Jump to"
      onClose={onClose}
      className={clsx(
        'mx-auto mt-[12vh] mb-auto max-h-[min(560px,76dvh)] w-[min(600px,calc(100vw-32px))] rounded-float',
        'max-md:m-0 max-md:h-dvh max-md:max-h-none max-md:w-screen max-md:max-w-none max-md:rounded-none',
        'open:animate-[rise_var(--t-move)_var(--ease)]',
      )}
    >
      <PaletteBody onClose={onClose} lookAgain={lookAgain} />
    </ModalFrame>
  )
}

function PaletteBody({ onClose, lookAgain }: Pick<PaletteProps, 'onClose' | 'lookAgain'>) {
  const router = useRouter()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { groups, isReading, fault } = usePaletteGroups(text, lookAgain)
  const items = groups.flatMap((group) => group.items)
  const active = Math.min(at, Math.max(0, items.length - 1))
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const take = (item: PaletteItem | undefined) => {
    if (!item) return
    onClose()
    if (item.href !== undefined) router.push(item.href)
    // The dialog gives the focus back first: an action may want it for a field of its own.
    else setTimeout(item.run)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.nativeEvent.isComposing) return
    if (step !== undefined && items.length > 0) setAt((active + step + items.length) % items.length)
    else if (event.key === 'Enter') take(items[active])
    else return
    event.preventDefault()
  }
  return (
    <div className="flex max-h-[inherit] flex-col max-md:h-full">
      <div className="flex flex-none items-center gap-3 border-hairline border-b px-4 max-md:pr-1">
        <input
          data-autofocus
          type="text"
          role="combobox"
          aria-label="Page, entry, project or action"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={items.length > 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Page, entry, project or action"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          className="h-11 min-w-0 flex-1 bg-transparent text-[15px] outline-none max-md:text-[16px]"
        />
        <button
          type="button"
          className="flex h-11 items-center px-1 text-ink-3 max-md:px-3"
          onClick={onClose}
        >
          <span className="sr-only max-md:not-sr-only">Close</span>
          <Kbd>esc</Kbd>
        </button>
      </div>
      <p role="status" className="sr-only">
        {isReading ? 'Reading' : `${items.length} found`}
      </p>
      <div id={`${id}-list`} role="listbox" aria-label="Found" className="min-h-0 flex-1 overflow-y-auto p-1">
        <Groups groups={groups} id={id} active={active} onTake={take} onPoint={setAt} />
      </div>
      {items.length === 0 && !isReading && (
        <p className="px-4 pb-4 text-ink-2">Nothing is called that, and no entry says it.</p>
      )}
      {fault && <p className="px-4 pb-3 text-danger text-small">Entries were not read: {fault}</p>}
    </div>
  )
}

type GroupsProps = {
  groups: PaletteGroup[]
  id: string
  active: number
  onTake: (item: PaletteItem) => void
  onPoint: (index: number) => void
}

function Groups({ groups, id, active, onTake, onPoint }: GroupsProps) {
  let index = -1
  return groups.map((group) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
    <div key={group.title} role="group" aria-labelledby={`${id}-${group.title}`}>
      <div id={`${id}-${group.title}`} role="presentation" className="px-3 pt-2 pb-1 text-ink-3 text-micro">
        {group.title}
      </div>
      {group.items.map((item) => {
        index += 1
        const here = index
        return (
          // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the input takes it
          <div
            key={item.key}
            id={`${id}-${here}`}
            role="option"
            aria-selected={here === active}
            onClick={() => onTake(item)}
            onPointerMove={() => here !== active && onPoint(here)}
            className="flex h-8 cursor-default items-center gap-3 rounded-control px-3 aria-selected:bg-selected max-md:h-11"
          >
            <span className="min-w-0 truncate">{item.label}</span>
            {item.note && <span className="flex-none text-ink-3 text-small">{item.note}</span>}
            {item.keys && (
              <span className="ml-auto flex flex-none gap-1">
                {item.keys.split(' ').map((key) => (
                  <Kbd key={key}>{keyName(key)}</Kbd>
                ))}
              </span>
            )}
          </div>
        )
      })}
    </div>
  ))
}
