'use client'

import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { plural } from '@/components/ui/format.ts'
import { Kbd } from '@/components/ui/kbd.tsx'
import { Menu, MenuItem } from '@/components/ui/menu.tsx'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { MemoryEntry } from '@/lib/memory/entry.ts'
import type { EntryAct } from './entry-act-dialogs.tsx'

const MORE: [EntryAct, string][] = [
  ['split', 'Split in two'],
  ['copy', 'Copy to …'],
  ['move', 'Move to …'],
  ['purge', 'Purge'],
]

/** Everything that can be done to the entry, each with what it would mean here. */
export function EntryToolbar({
  entry,
  servedCount,
  isPending,
  onEdit,
  onRecategorise,
  onState,
  onPin,
  onAct,
}: EntryToolbarProps) {
  const isRetired = entry.lifecycle === 'retired'
  const isPurged = entry.lifecycle === 'purged'
  return (
    <div
      role="toolbar"
      aria-label="Actions"
      className="flex border-hairline border-y max-md:grid max-md:grid-cols-2"
    >
      <Act name="Edit" keys="E" onClick={onEdit} disabled={isPurged || isPending}>
        moves it in retrieval only when its description changes
      </Act>
      <CategoryMenu entry={entry} isPending={isPending} onRecategorise={onRecategorise} isPurged={isPurged} />
      {isRetired ? (
        <Act name="Restore" keys="#" onClick={() => onState('restore')} disabled={isPending}>
          can be retrieved again
        </Act>
      ) : (
        <Act name="Retire" keys="#" danger onClick={() => onState('retire')} disabled={isPurged || isPending}>
          {servedCount === 0
            ? 'was never served: changes no retrieval'
            : `${plural(servedCount, 'retrieval')} had it; the next asks get another, or none`}
        </Act>
      )}
      <Act name="Merge" keys="M" onClick={() => onAct('merge')} disabled={isPurged || isPending}>
        with a neighbour; one stays
      </Act>
      <Act name={entry.pinned ? 'Unpin' : 'Pin'} keys="P" onClick={onPin} disabled={isPurged || isPending}>
        {entry.pinned ? 'no rule changes it' : 'keeps rules away'}
      </Act>
      <MoreActs isPending={isPending} onAct={onAct} isPurged={isPurged} />
    </div>
  )
}

type EntryToolbarProps = {
  entry: MemoryEntry
  servedCount: number
  isPending: boolean
  onEdit: () => void
  onRecategorise: (category: Category) => void
  onState: (change: 'retire' | 'restore') => void
  onPin: () => void
  onAct: (act: EntryAct) => void
}

function CategoryMenu({
  entry,
  isPending,
  onRecategorise,
  isPurged,
}: Pick<EntryToolbarProps, 'entry' | 'isPending' | 'onRecategorise'> & { isPurged: boolean }) {
  return (
    <Menu
      align="start"
      trigger={
        <Act name="Recategorise" keys="1–4" disabled={isPurged || isPending}>
          leaves the {entry.category} pool
        </Act>
      }
    >
      {CATEGORIES.map((category, k) => (
        <MenuItem
          key={category}
          disabled={category === entry.category}
          onSelect={() => onRecategorise(category)}
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

function MoreActs({
  isPending,
  onAct,
  isPurged,
}: Pick<EntryToolbarProps, 'isPending' | 'onAct'> & { isPurged: boolean }) {
  return (
    <Menu
      className="min-w-44"
      trigger={
        <Act name="More" keys="…" disabled={isPurged || isPending}>
          split, copy, move, purge
        </Act>
      }
    >
      {MORE.map(([act, label]) => (
        <MenuItem key={act} danger={act === 'purge'} onSelect={() => onAct(act)}>
          {label}
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
