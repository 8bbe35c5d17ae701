'use client'

import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { plural } from '@/components/ui/format.ts'
import { Kbd } from '@/components/ui/kbd.tsx'
import { Menu, MenuItem } from '@/components/ui/menu.tsx'
import { CATEGORIES } from '@/lib/memory/category.ts'
import { type EntryAct, useEntryState } from './entry-state.tsx'

const MORE: [EntryAct, string][] = [
  ['split', 'Split in two'],
  ['copy', 'Copy to …'],
  ['move', 'Move to …'],
  ['purge', 'Purge'],
]

/** Everything that can be done to the entry, each with what it would mean here. */
export function EntryToolbar() {
  const { detail, draft, editing, entry, isPending, isPurged, isRetired, pin, setAct, setAsking } =
    useEntryState()
  if (draft) return null
  const disabled = isPurged || isPending
  return (
    <div
      role="toolbar"
      aria-label="Actions"
      className="flex border-hairline border-y max-md:grid max-md:grid-cols-2"
    >
      <Act name="Edit" keys="E" onClick={editing.start} disabled={disabled}>
        moves it in retrieval only when its description changes
      </Act>
      <CategoryMenu disabled={disabled} />
      {isRetired ? (
        <Act name="Restore" keys="#" onClick={() => setAsking('restore')} disabled={isPending}>
          can be retrieved again
        </Act>
      ) : (
        <Act name="Retire" keys="#" danger onClick={() => setAsking('retire')} disabled={disabled}>
          {detail.servedCount === 0
            ? 'was never served: changes no retrieval'
            : `${plural(detail.servedCount, 'retrieval')} had it; the next asks get another, or none`}
        </Act>
      )}
      <Act name="Merge" keys="M" onClick={() => setAct('merge')} disabled={disabled}>
        with a neighbour; one stays
      </Act>
      <Act name={entry.pinned ? 'Unpin' : 'Pin'} keys="P" onClick={pin} disabled={disabled}>
        {entry.pinned ? 'automatic changes may touch it again' : 'protects from automatic changes'}
      </Act>
      <Menu
        className="min-w-44"
        trigger={
          <Act name="More" keys="…" disabled={disabled}>
            split, copy, move, purge
          </Act>
        }
      >
        {MORE.map(([act, label]) => (
          <MenuItem key={act} danger={act === 'purge'} onSelect={() => setAct(act)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}

function CategoryMenu({ disabled }: { disabled: boolean }) {
  const { entry, recategorise } = useEntryState()
  return (
    <Menu
      align="start"
      trigger={
        <Act name="Recategorise" keys="1–4" disabled={disabled}>
          leaves the {entry.category} pool
        </Act>
      }
    >
      {CATEGORIES.map((category, k) => (
        <MenuItem
          key={category}
          disabled={category === entry.category}
          onSelect={() => void recategorise(category)}
        >
          <CategoryMark category={category} />
          {category === entry.category ? (
            <span className="text-ink-3 text-small">now</span>
          ) : (
            <Kbd>{String(k + 1)}</Kbd>
          )}
        </MenuItem>
      ))}
    </Menu>
  )
}

function Act({
  name,
  keys,
  danger = false,
  children,
  ...rest
}: { name: string; keys: string; danger?: boolean; children: ReactNode } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className="grid min-w-0 flex-1 content-start gap-0.5 border-hairline border-l px-4 py-2.5 text-left outline-offset-[-2px] first:border-l-0 first:pl-6 last:pr-6 hover:bg-hover disabled:opacity-50 max-md:px-4!"
    >
      <span className="flex items-center justify-between">
        <b className={clsx('font-medium', danger && 'text-danger')}>{name}</b>
        <Kbd>{keys}</Kbd>
      </span>
      <small className="text-ink-3 text-small">{children}</small>
    </button>
  )
}
