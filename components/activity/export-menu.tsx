'use client'

import { DropdownMenu } from 'radix-ui'
import { Button } from '@/components/ui/button.tsx'
import { plural } from '@/components/ui/format.ts'
import { MENU_ITEM, Menu } from '@/components/ui/menu.tsx'

export type ExportItem = { label: string; note: string; href: string }

/**
 * Entries as files. `query` is the filter as `GET /api/v1/entries` takes it (`category=EDIT&q=cursor`); null stands for every
 * entry whatever its state, with its history: what another Loupe takes in. `withoutRun` of them have no run, so no ATIF holds them.
 */
export function entryExports(project: string, query: string | null, withoutRun: number): ExportItem[] {
  const path = (format: string, more = '') => {
    const search = new URLSearchParams(query ?? `all=1${more}`)
    search.set('project', project)
    search.set('format', format)
    return `/api/v1/entries/export?${search}`
  }
  return [
    {
      label: 'JSON Lines',
      note: query === null ? 'everything; another Loupe reads it' : 'what matches; another Loupe reads it',
      href: path('jsonl', '&versions=1'),
    },
    { label: 'CSV', note: 'for a spreadsheet', href: path('csv') },
    { label: 'Markdown', note: 'to read', href: path('md') },
    {
      label: 'ATIF',
      note: `the runs they come from, for other tools${withoutRun > 0 ? `; ${plural(withoutRun, 'entry', 'entries')} without a run left out` : ''}`,
      href: path('atif'),
    },
  ]
}

/** Downloads, by name and use. */
export function ExportMenu({
  groups,
  label = 'Export',
}: {
  groups: { title: string; items: ExportItem[] }[]
  label?: string
}) {
  return (
    <Menu className="min-w-64" trigger={<Button>{label}</Button>}>
      {groups.map(({ title, items }) => (
        <DropdownMenu.Group key={title} aria-label={title}>
          <DropdownMenu.Label className="px-2 pt-1.5 pb-0.5 text-ink-3 text-micro">
            {title}
          </DropdownMenu.Label>
          {items.map(({ label: name, note, href }) => (
            <DropdownMenu.Item key={href} asChild>
              <a href={href} download className={MENU_ITEM}>
                {name}
                <span className="text-ink-3 text-small">{note}</span>
              </a>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Group>
      ))}
      <DropdownMenu.Label className="px-2 pt-1 pb-1.5 text-ink-3 text-micro">
        A file holds what is stored, also what pages show as dots.
      </DropdownMenu.Label>
    </Menu>
  )
}
