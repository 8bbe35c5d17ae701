import {
  closedValues,
  type EntryFacet,
  entryField,
  FIELD_NAMES,
  fieldNamed,
  isFacet,
} from '@/lib/memory/filter/entry-fields.ts'
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
  const field = fieldNamed(value?.[1] ?? '')
  if (value && field) {
    const begun = (value[2] ?? '').toLowerCase()
    const counts = isFacet(field) ? facets[field] : []
    const words = closedValues(field) ?? counts.map((one) => one.value)
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
  const completions = FIELD_NAMES.filter((name) => name.toLowerCase().startsWith(begun.toLowerCase()))
    .slice(0, MOST)
    .map((name) => {
      const field = `${name}${SIGNS[entryField(name).kind]}`
      return { insert: field, label: field, count: null }
    })
  return { from: caret - begun.length, completions }
}
