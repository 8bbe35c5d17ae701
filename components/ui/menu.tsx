'use client'

import clsx from 'clsx'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import type { OperationName } from '@/lib/memory/operation.ts'
import { useBarred } from './commands.tsx'

const CONTENT = 'z-40 rounded-float bg-overlay p-1 shadow-float animate-[rise_var(--t-move)_var(--ease)]'

/** Looks of an item, for those that are links. */
export const MENU_ITEM =
  'flex h-8 items-center justify-between gap-4 rounded-control px-2 outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-selected max-md:h-11'

/** A button and the list of acts it opens. The page behind stays usable. */
export function Menu({
  trigger,
  align = 'end',
  side,
  className = 'min-w-52',
  children,
}: {
  trigger: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  /** How narrow it may be. */
  className?: string
  children: ReactNode
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={pageLandmark()}>
        <DropdownMenu.Content align={align} side={side} sideOffset={4} className={clsx(CONTENT, className)}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export function MenuItem({
  onSelect,
  disabled,
  danger = false,
  asks,
  children,
}: {
  onSelect: () => void
  disabled?: boolean
  /** The command that it leads to: off where whoever signed in may not ask it. */
  asks?: OperationName
  danger?: boolean
  children: ReactNode
}) {
  const because = useBarred(asks)
  return (
    <DropdownMenu.Item
      disabled={disabled || because !== undefined}
      title={because}
      onSelect={onSelect}
      className={clsx(MENU_ITEM, danger && 'text-danger')}
    >
      {children}
    </DropdownMenu.Item>
  )
}

/** Something that is on or off; the menu stays open, for the next one. */
export function MenuCheck({
  checked,
  onChange,
  children,
}: {
  checked: boolean
  onChange: (on: boolean) => void
  children: ReactNode
}) {
  return (
    <DropdownMenu.CheckboxItem
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={MENU_ITEM}
    >
      {children}
      <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  )
}

export function SubMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={MENU_ITEM}>{label}</DropdownMenu.SubTrigger>
      <DropdownMenu.Portal container={pageLandmark()}>
        <DropdownMenu.SubContent className={clsx(CONTENT, 'min-w-44')}>{children}</DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  )
}

/** What opens belongs to the page: at the end of the body it would stand outside of every landmark. */
function pageLandmark(): HTMLElement | null {
  return typeof document === 'undefined' ? null : document.getElementById('main')
}
