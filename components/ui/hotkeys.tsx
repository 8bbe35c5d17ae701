'use client'

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Dialog } from './dialog.tsx'
import { Kbd } from './kbd.tsx'

export type Hotkey = {
  /**
   * A `KeyboardEvent.key`, or several with a space between: `j`, `#`, `Enter`, `Escape`, `ArrowDown`, `j ArrowDown`.
   * `mod+` is ⌘ or Ctrl, `shift+` and `alt+` as named; `#` and `?` need no `shift+`. '' for an act without a key, that only
   * the palette offers.
   */
  keys: string
  /** What it does, for the `?` sheet; null keeps it out of there. */
  label: string | null
  run: (event: KeyboardEvent) => void
  /** Off while false, and then not listed either. */
  when?: boolean
  /** Also in a field: only for keys that mean nothing there. */
  whileTyping?: boolean
  /** Also over this dialog, and in its field that was left last: they made a change and are closing. */
  over?: { dialog: Element; field: Element | null } | null
}

type Registry = {
  set: (id: string, keys: Hotkey[]) => void
  remove: (id: string) => void
  /** Those that are on and have a label, as they were bound. */
  list: () => Hotkey[]
}

const HotkeysContext = createContext<Registry | null>(null)

/** Binds keys while the component is on screen. None fires while typing, in an open dialog (see `over`), or over a native control's own key. */
export function useHotkeys(keys: Hotkey[]): void {
  const registry = useContext(HotkeysContext)
  const id = useId()
  // With the paint: a key that comes right after it must not meet the handlers of the state before.
  useLayoutEffect(() => {
    registry?.set(id, keys)
  })
  useEffect(() => () => registry?.remove(id), [registry, id])
}

const NONE: Hotkey[] = []

/** Reads what can be done on this page now: for the palette. */
export function useHotkeyList(): () => Hotkey[] {
  const registry = useContext(HotkeysContext)
  return useCallback(() => registry?.list() ?? NONE, [registry])
}

/** Listens once for all pages and shows the `?` sheet. */
export function HotkeysProvider({ children }: { children: ReactNode }) {
  const bound = useRef(new Map<string, Hotkey[]>())
  const [sheet, setSheet] = useState<Hotkey[] | null>(null)

  const registry = useMemo<Registry>(
    () => ({
      set: (id, keys) => bound.current.set(id, keys),
      remove: (id) => bound.current.delete(id),
      list: () =>
        [...bound.current.values()].flat().filter((key) => key.when !== false && key.label !== null),
    }),
    [],
  )

  const openSheet = useCallback(() => setSheet(registry.list().filter((key) => key.keys !== '')), [registry])
  // The sheet itself is something to do on this page.
  const sheetKey = useMemo<Hotkey[]>(
    () => [{ keys: '?', label: 'The keys of this page', run: openSheet }],
    [openSheet],
  )
  useEffect(() => {
    bound.current.set('sheet', sheetKey)
  }, [sheetKey])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const dialog = document.querySelector('dialog[open]')
      const isFree = !isTaken(event)
      const mayFire = ({ whileTyping, over }: Hotkey) =>
        dialog === null
          ? isFree || whileTyping
          : over?.dialog === dialog && (isFree || over.field === event.target)
      // The latest bound wins: a panel over a page, a page over the shell.
      const all = [...bound.current.values()].flat().reverse()
      const hit = all.find((key) => key.when !== false && mayFire(key) && matches(event, key.keys))
      if (!hit) return
      event.preventDefault()
      hit.run(event)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <HotkeysContext value={registry}>
      {children}
      <Dialog open={sheet !== null} onClose={() => setSheet(null)} title="Keys on this page">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2">
          {(sheet ?? []).map((key) => (
            <KeyRow key={`${key.keys}${key.label}`} keys={key.keys} label={key.label ?? ''} />
          ))}
        </dl>
        <p className="mt-4 text-ink-3 text-small">None of them fires while you type.</p>
      </Dialog>
    </HotkeysContext>
  )
}

function KeyRow({ keys, label }: { keys: string; label: string }) {
  return (
    <>
      <dt className="flex justify-end gap-1">
        {keys.split(' ').map((key) => (
          <Kbd key={key}>{keyName(key)}</Kbd>
        ))}
      </dt>
      <dd>{label}</dd>
    </>
  )
}

/** `mod+z` as `⌘Z`, `Enter` as `↵`. */
export function keyName(key: string): string {
  const NAMES: Record<string, string> = {
    mod: '⌘',
    shift: '⇧',
    alt: '⌥',
    enter: '↵',
    escape: 'esc',
    arrowdown: '↓',
    arrowup: '↑',
    arrowleft: '←',
    arrowright: '→',
    ' ': 'space',
  }
  return key
    .split('+')
    .map((part) => NAMES[part.toLowerCase()] ?? part.toUpperCase())
    .join('')
}

function matches(event: KeyboardEvent, keys: string): boolean {
  return keys.split(' ').some((wanted) => {
    const parts = wanted.split('+')
    const key = parts.at(-1) ?? ''
    const hasMod = event.metaKey || event.ctrlKey
    if (parts.includes('mod') !== hasMod || parts.includes('alt') !== event.altKey) return false
    // Signs such as # and ? are typed with shift on some layouts and without it on others.
    if (/^[a-z]$/i.test(key) && parts.includes('shift') !== event.shiftKey) return false
    return event.key.toLowerCase() === key.toLowerCase()
  })
}

function isTaken(event: KeyboardEvent): boolean {
  const target = event.target instanceof HTMLElement ? event.target : null
  if (
    target?.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]')
  ) {
    return true
  }
  const isPress = event.key === 'Enter' || event.key === ' '
  return isPress && target?.closest('a, button, summary, input, [role=menuitem], [role=option]') != null
}
