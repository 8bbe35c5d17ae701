import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ShellContext, type ShellContextValue } from '@/components/frame/shell.tsx'
import { type MemoryEntry, newEntry } from '@/lib/memory/entry.ts'
import { byFacet } from '@/lib/memory/filter/entry-fields.ts'
import type { EntryRow } from '@/lib/memory/views/entries.ts'
import { EntryPeek } from './entry-peek.tsx'

const of = newEntry('2026-01-01T00:00:00.000Z', {
  ...{
    id: 'm_1',
    projectId: 'p',
    extractor: 'rules-v1',
    lifecycle: 'approved',
    revision: 1,
    suppressionKey: 'k',
  },
  ...{ category: 'EDIT', episodeId: 'ep-1', instanceId: 'task-1', repo: null },
  description: { objective: 'Cut a page', keywords: [] },
  experience: { title: 'lesson', kind: 'pattern', when: '', do: '', because: '', check: '' },
})

function said(entry: MemoryEntry): string {
  const { description, experience, ...own } = entry
  const { title, kind } = experience
  const values = byFacet<string[]>(() => [])
  const row: EntryRow = { ...own, ...description, title, kind, values, servedCount: 0, snippet: null }
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ShellContext value={{ projectParam: 'mine' } as ShellContextValue}>
        <EntryPeek row={row} index={0} matchCount={1} atFirst={{ entry }} />
      </ShellContext>
    </QueryClientProvider>,
  )
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

test('a note that became an entry is of no run, and nobody says that it was written by hand', () => {
  const text = said({ ...of, episodeId: null, instanceId: null, extractor: 'notes' })
  expect(text).toContain('From no run')
  expect(text).toContain('a note for agents')
  expect(text).not.toContain('by hand')
})

test('an entry of a run names it, and its steps there', () => {
  const from = { episodeId: 'ep_1', instanceId: 'task-7', fromStep: 3, toStep: 5 }
  expect(said({ ...of, ...from })).toContain('From task-7 , steps 3 to 5')
})
