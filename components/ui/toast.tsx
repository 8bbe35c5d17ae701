'use client'

import { Toast as RadixToast } from 'radix-ui'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { type Hotkey, useHotkeys } from './hotkeys.tsx'

export type ToastMessage = {
  /** One line: `1,204 retired`. */
  text: string
  /** A failure stays until it is closed. */
  tone?: 'plain' | 'danger'
  /** One way on, e.g. `Why` or `Open`. */
  action?: { label: string; run: () => void }
  /** Taking it back; also on ⌘Z, which goes back change by change. */
  undo?: Undo
}

/** How a change is taken back; its name says which, for whoever takes it back in another way. */
export type Undo = { name: string; run: () => void }

type ToastContextValue = {
  show: (message: ToastMessage) => void
  /** Puts undos on ⌘Z without a message, e.g. after a reload, the latest last; changes of this page keep their own. */
  remember: (undos: Undo[]) => void
  /** What was taken back in another way is nothing to undo any more. */
  forget: (name: string) => void
}

const SHOWN_FOR_MS = 10_000

const ToastContext = createContext<ToastContextValue | null>(null)

/** `show({ text, undo })`: bottom right, 10 s, waits under pointer and focus. */
export function useToast(): ToastContextValue {
  const value = useContext(ToastContext)
  if (!value) throw new Error('useToast outside of ToastProvider')
  return value
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const { value, ...shown } = useMessages()
  const { message } = shown
  return (
    <ToastContext value={value}>
      <RadixToast.Provider duration={SHOWN_FOR_MS} swipeDirection="right">
        {children}
        {message && <Message key={message.id} {...shown} message={message} />}
        <RadixToast.Viewport
          label="Messages ({hotkey})"
          className="fixed right-6 bottom-6 z-50 m-0 max-w-[calc(100vw-32px)] list-none p-0 outline-none max-md:right-4 max-md:bottom-4 max-md:left-4 [body:has([data-bottom-bar])_&]:bottom-20"
        />
      </RadixToast.Provider>
    </ToastContext>
  )
}

const NOTHING_TO_UNDO =
  'Nothing to undo: ⌘Z takes back what was done since this page was loaded. Activity undoes any earlier change.'

type Shown = ToastMessage & { id: number }

/** The message shown last, and what can be taken back. */
function useMessages() {
  const [message, setMessage] = useState<Shown | null>(null)
  const [open, setOpen] = useState(false)
  const [canUndo, setCanUndo] = useState(false)
  /** The dialog that made the last change: it stands until the page is read again. */
  const [over, setOver] = useState<Hotkey['over']>(null)
  const undos = useRef<Undo[]>([])

  const show = useCallback((next: ToastMessage) => {
    setMessage((before) => ({ ...next, id: (before?.id ?? 0) + 1 }))
    setOpen(true)
    // A message without one (`Copied`) leaves the last change to be taken back.
    if (next.undo === undefined) return
    undos.current.push(next.undo)
    setCanUndo(true)
    const dialog = document.querySelector('dialog[open]')
    setOver(dialog && { dialog, field: document.activeElement })
  }, [])

  const remember = useCallback((earlier: Undo[]) => {
    if (undos.current.length > 0) return
    undos.current = [...earlier]
    setCanUndo(earlier.length > 0)
  }, [])

  const forget = useCallback((name: string) => {
    undos.current = undos.current.filter((one) => one.name !== name)
    setCanUndo(undos.current.length > 0)
  }, [])

  const undo = useCallback(() => {
    const last = undos.current.pop()
    setCanUndo(undos.current.length > 0)
    setOpen(false)
    setOver(null)
    last?.run()
  }, [])

  const sayNothing = useCallback(() => show({ text: NOTHING_TO_UNDO }), [show])
  useHotkeys([
    { keys: 'mod+z', label: 'Undo the last change', run: undo, when: canUndo, over },
    { keys: 'mod+z', label: 'Undo the last change', run: sayNothing, when: !canUndo },
  ])

  const value = useMemo(() => ({ show, remember, forget }), [show, remember, forget])

  return { message, open, setOpen, undo, value }
}

type MessageProps = {
  message: Shown
  open: boolean
  setOpen: (open: boolean) => void
  undo: () => void
}

function Message({ message, open, setOpen, undo }: MessageProps) {
  return (
    <RadixToast.Root
      open={open}
      type={message.tone === 'danger' ? 'foreground' : 'background'}
      onOpenChange={setOpen}
      duration={message.tone === 'danger' ? Number.POSITIVE_INFINITY : SHOWN_FOR_MS}
      className="flex items-center gap-4 rounded-float bg-overlay py-2 pr-2 pl-3.5 shadow-float data-[state=open]:animate-[rise_var(--t-move)_var(--ease)]"
    >
      <RadixToast.Description className={message.tone === 'danger' ? 'text-danger' : undefined}>
        {message.text}
      </RadixToast.Description>
      <span className="ml-auto flex gap-1">
        {message.undo && (
          <RadixToast.Action asChild altText="Undo with Command Z">
            <Button keys="⌘Z" onClick={undo}>
              Undo
            </Button>
          </RadixToast.Action>
        )}
        {message.action && (
          <RadixToast.Action asChild altText={message.action.label}>
            <Button onClick={message.action.run}>{message.action.label}</Button>
          </RadixToast.Action>
        )}
        {!message.undo && !message.action && (
          <RadixToast.Close asChild>
            <Button variant="quiet">Close</Button>
          </RadixToast.Close>
        )}
      </span>
    </RadixToast.Root>
  )
}
