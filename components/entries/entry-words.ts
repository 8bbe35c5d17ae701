import { formatCount, plural } from '@/components/ui/format.ts'
import {
  ENTRY_FACETS,
  type EntryFacet,
  type EntrySort,
  entryField,
  fieldSubject,
  valueWord,
} from '@/lib/memory/filter/entry-fields.ts'
import type { EntryList } from '@/lib/memory/views/entries.ts'
import { type EntryFilter, isFiltered } from './entry-url.ts'

export function sortTitle(sort: EntrySort): string {
  return sort === 'likeness' ? 'Likeness' : (entryField(sort).title ?? sort)
}

/** The order in words: `newest first`. */
export function sortWords(sort: EntrySort, descending: boolean): string {
  const words = sort === 'likeness' ? { down: 'nearest first', up: 'farthest first' } : entryField(sort).sort
  return words?.[descending ? 'down' : 'up'] ?? ''
}

/** `flag is leak or vague`. */
export function filterWords(facet: EntryFacet, values: string[]): string {
  const verb = entryField(facet).subject === undefined ? ' is' : ''
  return `${fieldSubject(facet)}${verb} ${values.map((value) => valueWord(facet, value)).join(' or ')}`
}

/** `318 of 10,412 entries, newest first`. */
export function countWords(
  { matchCount, totalCount }: Pick<EntryList, 'matchCount' | 'totalCount'>,
  filter: EntryFilter,
): string {
  if (matchCount === 0) return `0 of ${plural(totalCount, 'entry', 'entries')}`
  const count = isFiltered(filter)
    ? `${formatCount(matchCount)} of ${plural(totalCount, 'entry', 'entries')}`
    : plural(matchCount, 'entry', 'entries')
  return `${count}, ${sortWords(filter.sort, filter.desc)}`
}

/** The whole filter: `category is EDIT, “cursor”`. */
export function describeFilter(filter: EntryFilter): string {
  const words = ENTRY_FACETS.filter((facet) => filter[facet].length > 0).map((facet) =>
    filterWords(facet, filter[facet]),
  )
  if (filter.q !== '') words.push(`“${filter.q}”`)
  if (filter.like) words.push(`likeness to ${shortId(filter.like)}`)
  if (filter.area) words.push('a place in the area')
  if (filter.from || filter.to)
    words.push(`a day from ${filter.from ?? 'the first'} to ${filter.to ?? 'today'}`)
  return words.length === 0 ? 'no filter' : words.join(', ')
}

/** `m_01JC…W8QK`: enough of a ULID to recognise. */
export function shortId(id: string): string {
  return id.length <= 12 ? id : `${id.slice(0, 4)}…${id.slice(-5)}`
}

/** Why nothing matches: the filter that was added last where that did it, else all of it. */
export function emptyFilterWords(
  filter: EntryFilter,
  total: number,
  lastAdded: { facet: EntryFacet; value: string; before: number } | null,
): string {
  if (lastAdded && filter[lastAdded.facet].includes(lastAdded.value))
    return `The last filter you added, ${filterWords(lastAdded.facet, [lastAdded.value])}, left nothing of ${formatCount(lastAdded.before)}.`
  return `Filter over ${plural(total, 'entry', 'entries')}: ${describeFilter(filter)}.`
}

/** Flags that may hurt somebody stand in red; the others in ink. */
export function isGraveFlag(flag: string): boolean {
  return /^(leak|secret|injection)/.test(flag)
}

/** What may hurt somebody comes first, then what says little, then missing parts. */
export function flagWeight(flag: string): number {
  if (isGraveFlag(flag)) return 0
  return flag.startsWith('empty-') ? 2 : 1
}
