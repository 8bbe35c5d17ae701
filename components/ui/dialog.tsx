'use client'

import clsx from 'clsx'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  className?: string
}

/** Centred over the page, focus on the element with `data-autofocus`; full height on phones. The browser's own dialog: it holds the focus and answers Escape. */
export function Dialog({ className, ...rest }: DialogProps) {
  return (
    <Modal
      className={clsx(
        'm-auto max-h-[min(760px,calc(100dvh-48px))] w-[min(560px,calc(100vw-32px))] rounded-float',
        'max-md:m-0 max-md:h-dvh max-md:max-h-dvh max-md:w-screen max-md:max-w-none max-md:rounded-none',
        'open:animate-[rise_var(--t-move)_var(--ease)]',
        className,
      )}
      {...rest}
    />
  )
}

/** At one edge of the screen, full height: facets and the rail on phones, long detail elsewhere. */
export function Sheet({ side = 'right', className, ...rest }: DialogProps & { side?: 'left' | 'right' }) {
  return (
    <Modal
      className={clsx(
        'm-0 h-dvh max-h-dvh w-[min(400px,100vw)] max-w-none open:animate-[slide-in_var(--t-move)_var(--ease)]',
        side === 'right' ? 'ml-auto' : 'mr-auto [--from:-24px]',
        className,
      )}
      {...rest}
    />
  )
}

function Modal({ title, children, ...frame }: DialogProps) {
  const titleId = useId()
  return (
    <ModalFrame {...frame} aria-labelledby={titleId}>
      <div className="flex max-h-[inherit] min-h-full flex-col">
        <header className="sticky top-0 z-10 flex flex-none items-center justify-between gap-3 border-hairline border-b bg-overlay py-2 pr-2 pl-5 max-md:pl-4">
          <h2 id={titleId} className="font-medium text-title">
            {title}
          </h2>
          <Button variant="quiet" keys="esc" onClick={frame.onClose}>
            Close
          </Button>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4 max-md:px-4">{children}</div>
      </div>
    </ModalFrame>
  )
}

type ModalFrameProps = Omit<ComponentProps<'dialog'>, 'onClose'> & { open: boolean; onClose: () => void }

/** The browser's own dialog, without a title: its content is there while it is open. */
export function ModalFrame({ open, onClose, className, children, ...named }: ModalFrameProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (open && !dialog.open) {
      dialog.showModal()
      // The browser would choose the first button; a form says where typing begins.
      dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    }
    if (!open && dialog.open) dialog.close()
  }, [open])
  return (
    <dialog
      {...named}
      ref={ref}
      onClose={onClose}
      onPointerDown={(event) => {
        // Only the backdrop has the dialog itself as its target.
        if (event.target === ref.current) onClose()
      }}
      className={clsx('bg-overlay p-0 text-ink shadow-float', className)}
    >
      {open && children}
    </dialog>
  )
}
