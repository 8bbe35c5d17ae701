import {
  createParser,
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import {
  byFacet,
  closedValues,
  ENTRY_FACETS,
  ENTRY_SORTS,
  type EntryFacet,
} from '@/lib/memory/filter/entry-fields.ts'
import type { AskedFilter } from '@/lib/memory/filter/entry-filter.ts'
import { instantOf } from '@/lib/memory/filter/filter-expression.ts'
import { findArea } from '@/lib/memory/map.ts'
import type { EntryQuery } from '@/lib/memory/views/entries.ts'
import { expressionFault } from './expression-fault.ts'

/** Values of a facet; of a closed list any other word in an address is ignored, as if it were not there. */
function parseAsValues(facet: EntryFacet) {
  const known = closedValues(facet)
  const value = createParser<string>({
    parse: (text) => (known === null || known.includes(text) ? text : null),
    serialize: (text) => text,
  })
  return parseAsArrayOf(value).withDefault([])
}

const parseAsDay = createParser<string>({
  parse: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) && instantOf(text) !== null ? text : null),
  serialize: (text) => text,
})

const parseAsArea = createParser<string>({
  parse: (text) => (findArea(text) === null ? null : text),
  serialize: (text) => text,
})

/** What of the memories page is in its address: a view to share or to come back to. */
export const entryUrlParsers = {
  /** What stands in the search box: words, or a filter expression. */
  q: parseAsString.withDefault(''),
  /** Days, both included. */
  from: parseAsDay,
  to: parseAsDay,
  /** Entries near to this one. */
  like: parseAsString,
  /** Entries inside an area of the map. */
  area: parseAsArea,
  method: parseAsStringLiteral(['pca', 'umap'] as const),
  ...byFacet(parseAsValues),
  sort: parseAsStringLiteral(ENTRY_SORTS).withDefault('created'),
  desc: parseAsBoolean.withDefault(true),
  /** Entry under the cursor, shown in the peek. */
  at: parseAsString,
  /** Columns left out, widths given, and the height of rows. */
  hide: parseAsArrayOf(parseAsString).withDefault([]),
  width: parseAsString.withDefault(''),
  density: parseAsStringLiteral(['comfortable', 'compact'] as const).withDefault('comfortable'),
}
export type EntryUrl = inferParserType<typeof entryUrlParsers>

export const PAGE_ROWS = 50

/** The part of the address that decides which rows there are. */
export type EntryFilter = Omit<EntryUrl, 'at' | 'hide' | 'width' | 'density'>

/** What the address asks for. A search that does not parse asks for nothing; the box says why. */
export function askedFilter(projectId: string, url: EntryFilter): AskedFilter {
  const facets = Object.fromEntries(
    ENTRY_FACETS.filter((facet) => url[facet].length > 0).map((facet) => [facet, url[facet]]),
  )
  const { q, from, to, like, area, method } = url
  return {
    projectId,
    text: '',
    facets,
    ...(q !== '' && expressionFault(q) === null ? { expression: q } : {}),
    ...(from || to ? { created: { ...(from ? { from } : {}), ...(to ? { to } : {}) } } : {}),
    ...(like ? { like } : {}),
    ...(area ? { area, method: method ?? 'pca' } : {}),
  }
}

/** The page of rows that begins at `offset`. */
export function pageOf(
  url: EntryFilter,
  offset: number,
): Pick<EntryQuery, 'sort' | 'descending' | 'offset' | 'limit'> {
  return { sort: url.sort, descending: url.desc, offset, limit: PAGE_ROWS }
}

const serializeFilter = createSerializer(entryUrlParsers)

/** Address of the read route for the same rows. */
export function entriesApiPath(project: string, url: EntryFilter, offset: number, limit = PAGE_ROWS): string {
  const search = new URLSearchParams(serializeFilter({ ...filterOf(url), q: null, desc: null, sort: null }))
  if (url.q !== '' && expressionFault(url.q) === null) search.set('filter', url.q)
  search.set('project', project)
  search.set('sort', url.sort)
  if (url.desc) search.set('desc', '1')
  search.set('offset', String(offset))
  search.set('limit', String(limit))
  return `/api/v1/entries?${search}`
}

/** The entries that the list means, as a file. */
export function entriesExportPath(project: string, url: EntryFilter): string {
  const search = new URL(entriesApiPath(project, url, 0), 'http://x').searchParams
  for (const name of ['sort', 'desc', 'offset', 'limit']) search.delete(name)
  return `/api/v1/entries/export?${search}`
}

/** The part of an address that is the filter, to carry along in links. */
export function filterOf(url: EntryFilter): EntryFilter {
  const { q, from, to, like, area, method, sort, desc } = url
  return { q, from, to, like, area, method, sort, desc, ...byFacet((facet) => url[facet]) }
}

/** Parameters of the filter for a link, as text. */
export function filterParams(url: EntryFilter): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(serializeFilter(filterOf(url))))
}

const ASIDE = ['q', 'from', 'to', 'like', 'area', 'method'] as const

/** The filter without its values: every entry of the project. */
export function clearedFilter(): Record<EntryFacet | (typeof ASIDE)[number], null> {
  return Object.fromEntries([...ASIDE, ...ENTRY_FACETS].map((name) => [name, null])) as Record<
    EntryFacet | (typeof ASIDE)[number],
    null
  >
}

export function isFiltered(url: EntryFilter): boolean {
  return (
    url.q !== '' ||
    [url.from, url.to, url.like, url.area].some((value) => value !== null) ||
    ENTRY_FACETS.some((facet) => url[facet].length > 0)
  )
}
