import type { EntryFacet } from '@/lib/memory/filter/entry-facet.ts'
import { FILTER_FIELDS } from '@/lib/memory/filter/filter-expression.ts'
import type { FacetCount } from '@/lib/memory/views/entries.ts'

export type Completion = { insert: string; label: string; count: number | null }

const MOST = 8
const SIGNS = { choice: ':', text: ':', words: ':', number: '>', date: '>' } as const

/** What could stand at the caret: a field by its beginning, or a value of the field before it. `from` is where it begins. */
export function completeFilter(
  text: string,
  caret: number,
  facets: Record<EntryFacet, FacetCount[]>,
): { from: number; completions: Completion[] } {
  const token = text.slice(0, caret).match(/[^\s()]*$/)?.[0] ?? ''
  const value = token.match(/^-?([A-Za-z]+):(?:.*,)?([^,]*)$/)
  const field = Object.keys(FILTER_FIELDS).find((name) => name.toLowerCase() === value?.[1]?.toLowerCase())
  if (value && field) {
    const begun = (value[2] ?? '').toLowerCase()
    const known = FILTER_FIELDS[field as keyof typeof FILTER_FIELDS]
    const counts = facets[field as EntryFacet] ?? []
    const words = 'words' in known ? [...known.words] : counts.map((one) => one.value)
    const completions = words
      .filter((word) => word.toLowerCase().startsWith(begun) && word.toLowerCase() !== begun)
      .slice(0, MOST)
      .map((word) => ({
        insert: /^[^\s,()"]+$/.test(word) ? word : `"${word}"`,
        label: word,
        count: counts.find((one) => one.value === word)?.count ?? null,
      }))
    return { from: caret - (value[2]?.length ?? 0), completions }
  }
  const begun = token.replace(/^-/, '')
  if (!/^[A-Za-z]+$/.test(begun)) return { from: caret, completions: [] }
  const completions = Object.entries(FILTER_FIELDS)
    .filter(([name]) => name.toLowerCase().startsWith(begun.toLowerCase()))
    .slice(0, MOST)
    .map(([name, { kind }]) => ({
      insert: `${name}${SIGNS[kind]}`,
      label: `${name}${SIGNS[kind]}`,
      count: null,
    }))
  return { from: caret - begun.length, completions }
}
