import {
  createParser,
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import { CATEGORIES } from '@/lib/memory/category.ts'
import { LIFECYCLES } from '@/lib/memory/entry.ts'
import { ENTRY_FACETS, type EntryFacet } from '@/lib/memory/entry-filter.ts'
import { ENTRY_SORTS, type EntryQuery } from '@/lib/memory/views.ts'

/** Words of a closed list; any other in an address is ignored, as if it were not there. */
function parseAsWordsOf(known: readonly string[]) {
  const word = createParser<string>({
    parse: (text) => (known.includes(text) ? text : null),
    serialize: (text) => text,
  })
  return parseAsArrayOf(word).withDefault([])
}

/** What of the memories page is in its address: a view to share or to come back to. */
export const entryUrlParsers = {
  q: parseAsString.withDefault(''),
  category: parseAsWordsOf(CATEGORIES),
  lifecycle: parseAsWordsOf(LIFECYCLES),
  outcome: parseAsWordsOf(['resolved', 'unresolved', 'unknown']),
  kind: parseAsWordsOf(['pattern', 'avoid', 'undetermined']),
  repo: parseAsArrayOf(parseAsString).withDefault([]),
  extractor: parseAsArrayOf(parseAsString).withDefault([]),
  flag: parseAsArrayOf(parseAsString).withDefault([]),
  used: parseAsWordsOf(['never', '1-9', '10+']),
  backbone: parseAsArrayOf(parseAsString).withDefault([]),
  labelSource: parseAsArrayOf(parseAsString).withDefault([]),
  reviewer: parseAsArrayOf(parseAsString).withDefault([]),
  finding: parseAsArrayOf(parseAsString).withDefault([]),
  sort: parseAsStringLiteral(ENTRY_SORTS).withDefault('created'),
  desc: parseAsBoolean.withDefault(true),
  /** Entry under the cursor, shown in the peek. */
  at: parseAsString,
}
export type EntryUrl = inferParserType<typeof entryUrlParsers>

/** Rows fetched at a time. */
export const PAGE_ROWS = 100

/** The part of the address that decides which rows there are. */
export type EntryFilter = Omit<EntryUrl, 'at'>

export function entryQuery(projectId: string, url: EntryFilter, offset: number): EntryQuery {
  const facets = Object.fromEntries(
    ENTRY_FACETS.filter((facet) => url[facet].length > 0).map((facet) => [facet, url[facet]]),
  )
  return {
    projectId,
    text: url.q,
    facets,
    sort: url.sort,
    descending: url.desc,
    offset,
    limit: PAGE_ROWS,
  }
}

const serializeFilter = createSerializer(entryUrlParsers)

/** Address of the read route for the same rows. */
export function entriesApiPath(project: string, url: EntryFilter, offset: number, limit = PAGE_ROWS): string {
  const search = new URLSearchParams(serializeFilter({ ...url, at: null, desc: null, sort: null }))
  search.set('project', project)
  search.set('sort', url.sort)
  if (url.desc) search.set('desc', '1')
  search.set('offset', String(offset))
  search.set('limit', String(limit))
  return `/api/v1/entries?${search}`
}

/** The filter without its values: every entry of the project. */
export function clearedFilter(): Record<EntryFacet | 'q', null> {
  return {
    q: null,
    ...(Object.fromEntries(ENTRY_FACETS.map((facet) => [facet, null])) as Record<EntryFacet, null>),
  }
}

export function isFiltered(url: EntryFilter): boolean {
  return url.q !== '' || ENTRY_FACETS.some((facet) => url[facet].length > 0)
}
