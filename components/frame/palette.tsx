'use client'

import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { ModalFrame } from '@/components/ui/dialog.tsx'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import { formatCount, plural } from '@/components/ui/format.ts'
import { keyName, useHotkeyList, useHotkeys } from '@/components/ui/hotkeys.tsx'
import { Kbd } from '@/components/ui/kbd.tsx'
import { useSettled } from '@/components/ui/use-settled.ts'
import type { EntryList } from '@/lib/memory/views/entries.ts'
import { MORE_PAGES, ROOMS, VERBS } from './pages.ts'
import { rankByFit } from './palette-match.ts'
import { projectHref } from './project-href.ts'
import { useProjectHref, useShell } from './shell.tsx'
import { toggleTheme } from './theme-toggle.tsx'

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
      {isReading && <p className="px-4 pb-3 text-ink-3 text-small">Looking through the entries …</p>}
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

type PaletteItem = {
  key: string
  label: string
  /** Other words that find it. */
  also?: string
  note?: string
  keys?: string
} & ({ href: string; run?: never } | { href?: never; run: () => void })

type PaletteGroup = { title: string; items: PaletteItem[] }

const TYPING_PAUSE_MS = 120
const ENTRIES_SHOWN = 6
const ACTIONS_SHOWN = 8

/** What the palette offers for what was typed; groups without an item are left out. */
function usePaletteGroups(text: string, lookAgain: (() => Promise<void>) | null) {
  const { projects, current, projectParam } = useShell()
  const href = useProjectHref()
  const entries = useEntries(text, current?.name ?? null)

  const pages: PaletteItem[] = [...ROOMS, ...MORE_PAGES].map(({ label, path, also }) => ({
    key: `page ${path}`,
    label,
    href: href(path),
    ...(also ? { also } : {}),
  }))
  const verbs: PaletteItem[] = VERBS.map(({ path, ...verb }) => ({
    ...{ ...verb, key: `verb ${verb.label}`, href: href(path) },
  }))
  const others: PaletteItem[] = projects
    .filter((project) => project.id !== current?.id)
    .map(({ id, name, liveCount }) => ({
      key: `project ${id}`,
      label: name,
      also: 'project',
      note: plural(liveCount, 'entry', 'entries'),
      href: projectHref('/', name),
    }))
  const actions = usePageActions(current?.name ?? null, lookAgain)
  const typed = text.trim()
  const found: PaletteItem[] = entries.rows.map(({ id, title, category }) => ({
    key: `entry ${id}`,
    label: title,
    note: category,
    href: projectHref(`/memories/${id}`, projectParam),
  }))
  if (typed !== '' && current)
    found.push({
      key: 'search',
      label: `All entries with “${typed}”`,
      note: entries.count === null ? '' : formatCount(entries.count),
      href: href('/memories', { q: typed }),
    })
  const groups: PaletteGroup[] = [
    { title: 'Pages', items: rankByFit(pages, typed) },
    { title: 'On this page', items: rankByFit(actions, typed).slice(0, typed === '' ? ACTIONS_SHOWN : 20) },
    { title: 'What can be done', items: typed === '' ? [] : rankByFit(verbs, typed) },
    { title: 'Projects', items: rankByFit(others, typed) },
    { title: typed === '' ? 'Newest entries' : 'Entries', items: found },
  ].filter((group) => group.items.length > 0)
  return { groups, isReading: entries.isReading, fault: entries.fault }
}

/** What can be done on this page, by its keys and without. */
function usePageActions(project: string | null, lookAgain: (() => Promise<void>) | null) {
  const list = useHotkeyList()
  const { saveEntries } = useShell()
  // What the page can do is read once, when the palette opens: while it is open, nothing else can be pressed.
  const [keys] = useState(list)
  return useMemo<PaletteItem[]>(
    () => [
      ...keys
        .filter(({ keys: key }) => key !== 'mod+k' && key !== 'Escape')
        .map(({ keys: key, label, run }) => ({
          key: `key ${key} ${label}`,
          label: label ?? '',
          ...(key === '' ? {} : { keys: key }),
          run: () => run(new KeyboardEvent('keydown')),
        })),
      {
        key: 'theme',
        label: 'Switch between light and dark',
        also: 'theme colours',
        run: toggleTheme,
      },
      ...(lookAgain && project !== null
        ? [
            {
              key: 'look again',
              label: 'Look through the memory again',
              also: 'scan detectors findings worklists',
              run: () => void lookAgain(),
            },
          ]
        : []),
      ...(project !== null
        ? [
            {
              key: 'export',
              label: 'Export the memory as JSON Lines',
              also: 'download save backup',
              run: () =>
                void saveEntries(
                  `/api/v1/entries/export?${new URLSearchParams({ project, all: '1', versions: '1' })}`,
                ),
            },
          ]
        : []),
    ],
    [keys, lookAgain, project, saveEntries],
  )
}

/** Entries by their text, the newest when nothing was typed. */
function useEntries(text: string, project: string | null) {
  const typed = useSettled(text.trim(), TYPING_PAUSE_MS)
  // An answer to what was typed before stands under no other question, not even dimmed: Enter would take it.
  const { data, isFetching, error } = useQuery({
    queryKey: ['palette', project, typed],
    queryFn: ({ signal }) => {
      const search = new URLSearchParams({ project: project ?? '', limit: String(ENTRIES_SHOWN) })
      if (typed !== '') search.set('q', typed)
      return fetchJson<EntryList>(`/api/v1/entries?${search}`, signal)
    },
    enabled: project !== null,
  })
  const isOld = typed !== text.trim()
  const answer = isOld ? undefined : data
  return {
    rows: answer?.rows ?? [],
    count: answer?.matchCount ?? null,
    isReading: isFetching || isOld,
    fault: error?.message ?? null,
  }
}
