import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ENTRY_FACETS } from '@/lib/memory/filter/entry-fields.ts'
import type { EntryList } from '@/lib/memory/views/entries.ts'
import { FacetList } from './facet-list.tsx'

const NONE = Object.fromEntries(ENTRY_FACETS.map((facet) => [facet, []])) as unknown as EntryList['facets'] &
  Record<(typeof ENTRY_FACETS)[number], string[]>

function said(facets: Partial<EntryList['facets']>, unseenCount: number): string {
  const html = renderToStaticMarkup(
    <FacetList facets={{ ...NONE, ...facets }} chosen={NONE} unseenCount={unseenCount} onToggle={() => {}} />,
  )
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

test('where no detector has looked the facet says so, with the number', () => {
  expect(said({}, 10_000)).toContain('Finding not looked at 10,000')
  expect(said({ finding: [{ value: 'vague', count: 3 }] }, 0)).not.toContain('not looked at')
})

test('a finding has the name of its worklist, a flag its own word', () => {
  const text = said({ finding: [{ value: 'vague', count: 3 }], flag: [{ value: 'vague', count: 9 }] }, 0)
  expect(text).toContain('empty advice 3')
  expect(text).toContain('vague 9')
})
