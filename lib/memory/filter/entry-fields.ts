import { CATEGORIES } from '../category.ts'
import { DETECTOR_WORDS } from '../findings/detector-words.ts'

/** What a field holds. `choice` and `text` take several values with commas and `*`; `words` searches one part of the text. */
type FieldKind = 'choice' | 'text' | 'words' | 'number' | 'date'

type EntryField = {
  kind: FieldKind
  /** Its head in the column of filters and over its column of the list. */
  title?: string
  /** Stands before its values in a sentence, where that is not `state is`. */
  subject?: string
  /** Its values in the order in which a person expects them, each as a person reads it. Of a `choice` these are all there are. */
  words?: Readonly<Record<string, string>>
  /** What an entry counts under that has no value. */
  missing?: string
  /** An entry may have several values, or none. */
  isSeveral?: true
  /** A filter with counts; a note tells it from one that is easily taken for it. */
  facet?: true
  note?: string
  /** A column of the list, px wide at first; `isOff` until somebody asks for it. It tells nothing where all are `alike`: have one value of its own facet, or this one. */
  column?: { px: number; isOff?: true; alike?: { facet: 'used'; value: string } }
  /** An order of the list, from the highest and from the lowest; `most` where it begins with the highest. */
  sort?: { down: string; up: string; isMostFirst?: true }
}

const plain = (...words: string[]) => Object.fromEntries(words.map((word) => [word, word]))

const ALPHABET = (name: string) => ({ down: `by ${name}, Z to A`, up: `by ${name}, A to Z` })

/**
 * Every field of an entry that can be filtered by, counted, shown or sorted, in the order of the screen. Filter expressions,
 * facets, columns, orders, their words and what of them stands in an address derive from here; where a value is stored says
 * `lib/db/entries/entry-field-sql.ts`.
 */
const ENTRY_FIELDS = {
  category: {
    kind: 'choice',
    title: 'Category',
    words: plain(...CATEGORIES),
    facet: true,
    sort: ALPHABET('category'),
  },
  lifecycle: {
    kind: 'choice',
    title: 'State',
    words: { approved: 'in service', ...plain('candidate', 'quarantined', 'retired', 'purged') },
    facet: true,
    column: { px: 36 },
  },
  finding: {
    kind: 'text',
    title: 'Finding',
    words: Object.fromEntries(
      Object.entries(DETECTOR_WORDS).map(([name, { title }]) => [name, title.toLowerCase()]),
    ),
    isSeveral: true,
    facet: true,
    note: 'Open in the review, as of the last look of the detectors. Flags follow rules of their own, so counts differ.',
    column: { px: 128 },
  },
  flag: {
    kind: 'text',
    title: 'Flag',
    isSeveral: true,
    facet: true,
    note: 'Noted by the extractor when the entry was made. Detectors follow rules of their own, so counts differ.',
    column: { px: 104 },
  },
  used: {
    kind: 'choice',
    title: 'Used',
    subject: 'used',
    words: { never: 'never', '1-9': '1 to 9 times', '10+': '10 times or more' },
    facet: true,
  },
  outcome: {
    kind: 'choice',
    title: 'Outcome',
    words: plain('resolved', 'unresolved', 'unknown'),
    missing: 'unknown',
    facet: true,
    column: { px: 76 },
  },
  kind: { kind: 'choice', title: 'Kind', words: plain('pattern', 'avoid', 'undetermined'), facet: true },
  repo: {
    kind: 'text',
    title: 'Repository',
    words: { none: 'no repository' },
    missing: 'none',
    facet: true,
    column: { px: 150, isOff: true },
    sort: ALPHABET('repository'),
  },
  extractor: { kind: 'text', title: 'Made by', subject: 'made by', facet: true },
  service: {
    kind: 'choice',
    title: 'Service',
    words: { in: 'the extractor in service', beside: 'kept beside it' },
    facet: true,
  },
  backbone: {
    kind: 'text',
    title: 'Agent model',
    missing: 'none',
    facet: true,
    column: { px: 120, isOff: true },
  },
  labelSource: {
    kind: 'text',
    title: 'Category named by',
    subject: 'category named by',
    missing: 'none',
    facet: true,
  },
  reviewer: {
    kind: 'text',
    title: 'Reviewed by',
    subject: 'reviewed by',
    missing: 'nobody',
    facet: true,
    column: { px: 90, isOff: true },
  },
  scope: { kind: 'choice', words: plain('user', 'project', 'episode') },
  pinned: { kind: 'choice', words: plain('yes', 'no') },
  reviewed: { kind: 'choice', words: plain('yes', 'no') },
  promoted: { kind: 'choice', words: plain('yes', 'no') },
  reach: {
    kind: 'choice',
    subject: 'for agents',
    words: {
      sent: 'sent at least once',
      unfit: 'best, and never sent: it never fit',
      outranked: 'always outranked',
      unasked: 'no agent asked in its category since',
    },
  },
  instance: { kind: 'text', missing: 'none' },
  episode: { kind: 'text', missing: 'none' },
  file: { kind: 'text', missing: 'none' },
  job: { kind: 'text' },
  id: { kind: 'text' },
  title: { kind: 'words' },
  objective: { kind: 'words', title: 'Objective', sort: ALPHABET('objective') },
  keyword: { kind: 'words' },
  when: { kind: 'words' },
  do: { kind: 'words' },
  because: { kind: 'words' },
  check: { kind: 'words' },
  served: {
    kind: 'number',
    title: 'Served',
    column: { px: 54, alike: { facet: 'used', value: 'never' } },
    sort: { down: 'most served first', up: 'least served first', isMostFirst: true },
  },
  revision: { kind: 'number' },
  created: {
    kind: 'date',
    title: 'Made',
    column: { px: 56 },
    sort: { down: 'newest first', up: 'oldest first', isMostFirst: true },
  },
  updated: { kind: 'date' },
} as const satisfies Record<string, EntryField>

type Fields = typeof ENTRY_FIELDS
export type FieldName = keyof Fields
type With<Part extends keyof EntryField> = {
  [Name in FieldName]: Fields[Name] extends Required<Pick<EntryField, Part>> ? Name : never
}[FieldName]

export const FIELD_NAMES = Object.keys(ENTRY_FIELDS) as FieldName[]

export type EntryFacet = With<'facet'>
export const ENTRY_FACETS = FIELD_NAMES.filter((name) => 'facet' in ENTRY_FIELDS[name]) as EntryFacet[]

export function isFacet(name: FieldName): name is EntryFacet {
  return 'facet' in ENTRY_FIELDS[name]
}

export type EntryColumn = With<'column'>
export const ENTRY_COLUMNS = FIELD_NAMES.filter((name) => 'column' in ENTRY_FIELDS[name]) as EntryColumn[]

/** Facets that are a column, by their own values. */
export type ColumnFacet = EntryFacet & EntryColumn
export const COLUMN_FACETS = ENTRY_FACETS.filter((name) => 'column' in ENTRY_FIELDS[name]) as ColumnFacet[]

/** Orders of the list; by likeness only where the filter names an entry to be like. */
export type EntrySort = With<'sort'> | 'likeness'
export const ENTRY_SORTS = [
  ...FIELD_NAMES.filter((name) => 'sort' in ENTRY_FIELDS[name]),
  'likeness',
] as EntrySort[]

const ALIASES: ReadonlyMap<string, FieldName> = new Map([
  ['state', 'lifecycle'],
  ['label', 'labelSource'],
  ['keywords', 'keyword'],
  ['made', 'created'],
  ['by', 'extractor'],
])

/** All that is known of a field. */
export function entryField(name: FieldName): EntryField {
  return ENTRY_FIELDS[name]
}

/** The field of that name or alias, in any case; undefined where there is none. */
export function fieldNamed(written: string): FieldName | undefined {
  const folded = written.toLowerCase()
  return FIELD_NAMES.find((name) => name.toLowerCase() === folded) ?? ALIASES.get(folded)
}

export function byFacet<Value>(of: (facet: EntryFacet) => Value): Record<EntryFacet, Value> {
  return Object.fromEntries(ENTRY_FACETS.map((facet) => [facet, of(facet)])) as Record<EntryFacet, Value>
}

/** The values a field can have where they are a closed list; null where they are not. */
export function closedValues(name: FieldName): string[] | null {
  const { kind, words = {} } = entryField(name)
  return kind === 'choice' ? Object.keys(words) : null
}

/** What stands before its values in a sentence: `state`, `made by`. */
export function fieldSubject(name: FieldName): string {
  const { subject, title = name } = entryField(name)
  return subject ?? title.toLowerCase()
}

/** A value as a person reads it. */
export function valueWord(name: FieldName, value: string): string {
  const { words = {} } = entryField(name)
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value
}
