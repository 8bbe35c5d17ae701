import { formatCount, formatList, plural } from '@/components/ui/format.ts'
import { ENTRY_FACETS, type EntryFacet } from '@/lib/memory/filter/entry-facet.ts'
import {
  FILTER_FIELDS,
  type FieldName,
  mentionsField,
  parseExpression,
} from '@/lib/memory/filter/filter-expression.ts'
import { DETECTOR_WORDS } from '@/lib/memory/findings/detector-words.ts'
import { lifecycleWord } from '@/lib/memory/lifecycle.ts'
import type { EntryList, EntrySort } from '@/lib/memory/views/entries.ts'
import { type EntryFilter, isFiltered } from './entry-url.ts'
import { expressionFault } from './expression-fault.ts'

/** Names of facets, in the order they stand in the column. */
export const FACET_TITLES: Record<EntryFacet, string> = {
  category: 'Category',
  lifecycle: 'State',
  flag: 'Flag by the extractor',
  used: 'Used',
  outcome: 'Outcome of the run',
  kind: 'Kind',
  repo: 'Repository',
  extractor: 'Made by',
  service: 'Service',
  finding: 'Finding of a detector',
  backbone: 'Model of the run',
  labelSource: 'Category named by',
  reviewer: 'Reviewed by',
}

/** Of facets that are easily taken for each other: which rule speaks, and when it spoke. */
export const FACET_NOTES: Partial<Record<EntryFacet, string>> = {
  flag: 'What the scan noted when the entry was made. The detectors of the worklists look by rules of their own, so that their counts differ.',
  finding:
    'Open on the worklists, as of the last look. The scan of the extractor flags by rules of its own, so that its counts differ.',
}

/** The facet in the middle of a sentence: `state is in service`. */
export const FACET_SUBJECTS: Record<EntryFacet, string> = {
  category: 'category',
  lifecycle: 'state',
  flag: 'flag by the extractor',
  used: 'used',
  outcome: 'outcome',
  kind: 'kind',
  repo: 'repository',
  extractor: 'made by',
  service: 'service',
  finding: 'finding',
  backbone: 'model of the run',
  labelSource: 'category named by',
  reviewer: 'reviewed by',
}

export const SORT_TITLES: Record<EntrySort, string> = {
  created: 'Made',
  objective: 'Objective',
  category: 'Category',
  served: 'Served',
  repo: 'Repository',
  likeness: 'Likeness',
}

/** The order in words: `newest first`. */
export function sortWords(sort: EntrySort, descending: boolean): string {
  if (sort === 'created') return descending ? 'newest first' : 'oldest first'
  if (sort === 'served') return descending ? 'most served first' : 'least served first'
  if (sort === 'likeness') return descending ? 'nearest first' : 'farthest first'
  return `by ${sort === 'repo' ? 'repository' : sort}, ${descending ? 'Z to A' : 'A to Z'}`
}

/** A facet value as a person reads it. */
export function facetWord(facet: EntryFacet, value: string): string {
  if (facet === 'used')
    return { never: 'never', '1-9': '1 to 9 times', '10+': '10 times or more' }[value] ?? value
  if (facet === 'repo' && value === 'none') return 'no repository'
  if (facet === 'finding') return findingWord(value)
  if (facet === 'lifecycle') return value === 'approved' ? lifecycleWord('approved') : value
  if (facet === 'service') return { in: 'the extractor in service', beside: 'kept beside it' }[value] ?? value
  return value
}

/** A detector's name as a person reads it. */
export function findingWord(detector: string): string {
  const known = Object.entries(DETECTOR_WORDS).find(([name]) => name === detector)
  return known?.[1].title.toLowerCase() ?? detector
}

/** `flag is leak or vague`. */
export function filterWords(facet: EntryFacet, values: string[]): string {
  const words = values.map((value) => facetWord(facet, value)).join(' or ')
  return facet === 'used' || facet === 'extractor'
    ? `${FACET_SUBJECTS[facet]} ${words}`
    : `${FACET_SUBJECTS[facet]} is ${words}`
}

/** `318 of 10,412 entries, newest first`. */
export function countWords(
  { matchCount, totalCount }: Pick<EntryList, 'matchCount' | 'totalCount'>,
  filter: EntryFilter,
): string {
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

/** Why nothing matches: the filter that did it, where one alone did. */
export function emptyFilterWords(
  filter: Record<EntryFacet, string[]> & { q: string },
  total: number,
  lastAdded: { facet: EntryFacet; value: string; before: number } | null,
): string {
  if (lastAdded && filter[lastAdded.facet].includes(lastAdded.value)) {
    return `The last filter you added, ${filterWords(lastAdded.facet, [lastAdded.value])}, left nothing of ${formatCount(lastAdded.before)}.`
  }
  const words = (Object.keys(FACET_SUBJECTS) as EntryFacet[])
    .filter((facet) => filter[facet].length > 0)
    .map((facet) => filterWords(facet, filter[facet]))
  if (filter.q !== '') words.push(searchWords(filter.q))
  if (words.length === 1) return `The only filter, ${words[0]}, left nothing of ${formatCount(total)}.`
  return `No entry has all of this at once: ${formatList(words)}.`
}

/** Words are looked for in the text; an expression with fields is not. */
function searchWords(q: string): string {
  const expression = expressionFault(q) === null ? parseExpression(q) : null
  const fields = Object.keys(FILTER_FIELDS) as FieldName[]
  const isText = !fields.some((field) => mentionsField(expression, field))
  return `${isText ? 'text has' : 'search is'} “${q}”`
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
