'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import { formatCount, plural } from '@/components/ui/format.ts'
import { useHotkeyList } from '@/components/ui/hotkeys.tsx'
import { useSettled } from '@/components/ui/use-settled.ts'
import type { EntryList } from '@/lib/memory/views/entries.ts'
import { MORE_PAGES, ROOMS } from './pages.ts'
import { rankByFit } from './palette-match.ts'
import { projectHref } from './project-href.ts'
import { useProjectHref, useShell } from './shell.tsx'
import { toggleTheme } from './theme-toggle.tsx'

export type PaletteItem = {
  key: string
  label: string
  /** Other words that find it. */
  also?: string
  note?: string
  keys?: string
} & ({ href: string; run?: never } | { href?: never; run: () => void })

export type PaletteGroup = { title: string; items: PaletteItem[] }

const TYPING_PAUSE_MS = 120
const ENTRIES_SHOWN = 6
const ACTIONS_SHOWN = 8

/** What the palette offers for what was typed; groups without an item are left out. */
export function usePaletteGroups(text: string, lookAgain: (() => Promise<void>) | null) {
  const { projects, current, projectParam } = useShell()
  const href = useProjectHref()
  const entries = useEntries(text, current?.name ?? null)

  const pages: PaletteItem[] = [...ROOMS, ...MORE_PAGES].map(({ label, path, also }) => ({
    key: `page ${path}`,
    label,
    href: href(path),
    ...(also ? { also } : {}),
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
  const { data, isFetching, error } = useQuery({
    queryKey: ['palette', project, typed],
    queryFn: ({ signal }) => {
      const search = new URLSearchParams({ project: project ?? '', limit: String(ENTRIES_SHOWN) })
      if (typed !== '') search.set('q', typed)
      return fetchJson<EntryList>(`/api/v1/entries?${search}`, signal)
    },
    enabled: project !== null,
    placeholderData: keepPreviousData,
  })
  return {
    rows: data?.rows ?? [],
    count: data?.matchCount ?? null,
    isReading: isFetching || typed !== text.trim(),
    fault: error?.message ?? null,
  }
}
