import { CATEGORIES } from '../../memory/category.ts'
import { byFacet, ENTRY_FACETS, type EntryFacet, entryField } from '../../memory/filter/entry-fields.ts'
import { commitVersion } from '../commit-cache.ts'
import { rowsOut } from '../dialect.ts'
import type { Store } from '../store.ts'
import { selectColumn, selectList } from '../tables.ts'
import { getStoreClock } from '../vectors/index-feed.ts'
import { fieldSource } from './entry-field-sql.ts'

/**
 * The facets of every entry of a project, column by column, in the order of creation. A cache of the database, so that
 * counting thirteen facets of 100,000 entries is a matter of milliseconds; the rows themselves are read from the database.
 */
export type EntryTable = {
  seqs: number[]
  ids: string[]
  /** Values of a row are `values[codes[row]]`. */
  facets: Record<EntryFacet, Column>
  /** How often each row's entry won a kept or served retrieval. */
  served: number[]
  /** Rows in the order of their objectives, made when first asked for. */
  byObjective: number[] | null
}
export type Column = { codes: number[]; values: string[][] }

/** The table of a project as the store is now; null when the project has no entry. */
export async function freshTable(store: Store, projectId: string): Promise<EntryTable | null> {
  const known = CACHES.get(store) ?? createTables(store)
  CACHES.set(store, known)
  return (await known()).get(projectId) ?? null
}

/** One cache a store; it goes when the store goes. */
const CACHES = new WeakMap<Store, () => Promise<Map<string, EntryTable>>>()

/** Rows in the order of their objectives; the work of the first caller serves the next. */
export async function rowsByObjective(store: Store, projectId: string, table: EntryTable): Promise<number[]> {
  if (table.byObjective) return table.byObjective
  const seqs = await selectList<number>(
    store,
    `SELECT "seq" FROM "Entry" WHERE "projectId" = ? ORDER BY lower("objective"), "seq"`,
    projectId,
  )
  const rowOf = new Map(table.seqs.map((seq, row) => [seq, row]))
  const rows = seqs.flatMap((seq) => rowOf.get(seq) ?? [])
  table.byObjective = rows
  return rows
}

/** A coder each of `CODED`; that of the episode is the last. */
type Project = { table: EntryTable; coders: Coder[] }

function createTables(store: Store): () => Promise<Map<string, EntryTable>> {
  let projects = new Map<string, Project>()
  let epoch: string | null = null
  let revision = 0
  /** While this stands still nothing has to be read again. */
  let version: number | null = null
  /** What other tables said at the last look: of most commits it says the same again. */
  let others = ''
  let underWay: Promise<void> | null = null

  async function catchUp(): Promise<void> {
    const now = await commitVersion(store)
    if (now === version) return
    const clock = await getStoreClock(store)
    if (clock.epoch !== epoch) projects = new Map()
    const from = clock.epoch === epoch ? revision : 0
    const rows = from === 0 || clock.revision !== revision ? await readRows(store, from) : []
    for (const row of rows) put(projectOf(projects, row[1]), row)
    const wins = await readText(store, WINS)
    const episodes = await readText(store, EPISODES)
    const findings = await readText(store, FINDINGS)
    const said = [wins, episodes, findings].join('\n')
    if (rows.length > 0 || said !== others) {
      const won = new Map<string, number>(JSON.parse(wins))
      const known = episodesOf(episodes)
      const detectors = detectorsOf(findings)
      for (const project of projects.values()) derive(project, won, known, detectors)
    }
    others = said
    epoch = clock.epoch
    revision = clock.revision
    version = now
  }

  return async () => {
    // A call that joins waits for the one under way and looks again: it must not see a state older than itself.
    while (underWay) await underWay
    underWay = catchUp().finally(() => {
      underWay = null
    })
    await underWay
    return new Map([...projects].map(([id, { table }]) => [id, table]))
  }
}

const FACETS = ENTRY_FACETS.map((facet) => ({
  facet,
  ...fieldSource(facet),
  missing: entryField(facet).missing,
}))

/** What of an entry is coded, with its SQL: facets of its own, lists as JSON, and the episode that others share. */
const CODED: { name: EntryFacet | 'episode'; sql: string; isList: boolean }[] = [
  ...FACETS.flatMap(({ facet: name, value, follows }) => {
    if (follows === 'entry') return [{ name, sql: value, isList: false }]
    return typeof follows === 'object' && 'list' in follows ? [{ name, sql: follows.list, isList: true }] : []
  }),
  { name: 'episode', sql: `COALESCE(e."episodeId", '')`, isList: false },
]

/** Facets that an entry has from its episode: they share its codes and have their own values. */
const OF_EPISODE = FACETS.flatMap(({ facet, follows, missing = '' }) =>
  typeof follows === 'object' && 'episode' in follows ? [{ facet, column: follows.episode, missing }] : [],
)

type Row = [seq: number, projectId: string, id: string, ...coded: string[]]

/** Entries touched at a revision or later, as one text: handing 100,000 rows over one by one costs far more. */
async function readRows(store: Store, fromRevision: number): Promise<Row[]> {
  const text = await readText(
    store,
    rowsOut(
      ['e."seq"', 'e."projectId"', 'e."id"', ...CODED.map(({ sql }) => sql)],
      '(SELECT * FROM "Entry" WHERE "seq" IN (SELECT "seq" FROM "Entry" WHERE "revision" >= ?) ORDER BY "seq") e',
    ),
    fromRevision,
  )
  return JSON.parse(text)
}

const WINS = rowsOut(
  ['"winnerId"', 'n'],
  '(SELECT "winnerId", COUNT(*) AS n FROM "Retrieval" WHERE "winnerId" IS NOT NULL GROUP BY "winnerId") AS won',
)
const EPISODES = rowsOut(['"id"', ...OF_EPISODE.map(({ column }) => `"${column}"`)], '"Episode"')
const FINDINGS = rowsOut(['"entryId"', '"otherId"', '"detector"'], `"Finding" WHERE "state" = 'open'`)

/** What entries have from an episode, by its id, in the order of `OF_EPISODE`. */
function episodesOf(text: string): Map<string, (string | null)[]> {
  const rows: [string, ...(string | null)[]][] = JSON.parse(text)
  return new Map(rows.map(([id, ...values]) => [id, values]))
}

/** Detectors with an open finding, by entry. */
function detectorsOf(text: string): Map<string, string[]> {
  const rows: [string, string | null, string][] = JSON.parse(text)
  const found = new Map<string, Set<string>>()
  for (const [entryId, otherId, detector] of rows)
    for (const id of [entryId, otherId]) {
      if (id === null) continue
      const known = found.get(id) ?? new Set()
      found.set(id, known.add(detector))
    }
  return new Map([...found].map(([id, detectors]) => [id, [...detectors].sort()]))
}

/** The one text in which a statement puts all its rows. */
async function readText(store: Store, sql: string, ...values: unknown[]): Promise<string> {
  const [text] = await selectColumn<string>(store, sql, ...values)
  return text ?? '[]'
}

function projectOf(projects: Map<string, Project>, id: string): Project {
  const known = projects.get(id)
  if (known) return known
  const episode: Column = { codes: [], values: [] }
  const facets = byFacet((facet): Column => {
    if (OF_EPISODE.some((one) => one.facet === facet)) return { codes: episode.codes, values: [] }
    // The categories have the codes of their order, from the start.
    return { codes: [], values: facet === 'category' ? CATEGORIES.map((category) => [category]) : [] }
  })
  const coders = CODED.map(({ name }) => new Coder(name === 'episode' ? episode : facets[name]))
  const made = { table: { seqs: [], ids: [], facets, served: [], byObjective: null }, coders }
  projects.set(id, made)
  return made
}

function put({ table, coders }: Project, [seq, , id, ...words]: Row): void {
  const last = table.seqs.at(-1)
  const at = last === undefined || seq > last ? table.seqs.length : placeOf(table.seqs, seq)
  table.seqs[at] = seq
  table.ids[at] = id
  table.byObjective = null
  for (const [i, { isList }] of CODED.entries()) {
    const word = words[i] ?? ''
    coders[i]?.set(at, word, isList ? () => [...new Set<string>(JSON.parse(word))] : undefined)
  }
}

/** What belongs to other rows than the entry's own: read anew after every commit. */
function derive(
  { table, coders }: Project,
  won: Map<string, number>,
  episodes: Map<string, (string | null)[]>,
  findings: Map<string, string[]>,
): void {
  const known = coders.at(-1)?.words ?? []
  for (const [i, { facet, missing }] of OF_EPISODE.entries())
    table.facets[facet].values = known.map((id) => [episodes.get(id)?.[i] ?? missing])
  table.served = table.ids.map((id) => won.get(id) ?? 0)
  table.facets.used = {
    codes: table.served.map((count) => (count === 0 ? 0 : count < 10 ? 1 : 2)),
    values: [['never'], ['1-9'], ['10+']],
  }
  const finding: Column = { codes: [], values: [] }
  const coder = new Coder(finding)
  for (const [row, id] of table.ids.entries()) {
    const detectors = findings.get(id) ?? []
    coder.set(row, detectors.join('\n'), () => detectors)
  }
  table.facets.finding = finding
}

/** Gives each distinct word of a column a number. */
class Coder {
  readonly words: string[] = []
  readonly #column: Column
  readonly #codes = new Map<string, number>()

  constructor(column: Column) {
    this.#column = column
    for (const [code, values] of column.values.entries()) this.#name(values[0] ?? '', code)
  }

  set(row: number, word: string, valuesOf: () => string[] = () => [word]): void {
    let code = this.#codes.get(word)
    if (code === undefined) {
      code = this.words.length
      this.#name(word, code)
      this.#column.values.push(valuesOf())
    }
    this.#column.codes[row] = code
  }

  #name(word: string, code: number): void {
    this.words.push(word)
    this.#codes.set(word, code)
  }
}

/** Row of a seq that is in the table. Throws RangeError otherwise: entries are only ever added at the end. */
export function placeOf(seqs: readonly number[], seq: number): number {
  let low = 0
  let high = seqs.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((seqs[middle] ?? 0) < seq) low = middle + 1
    else high = middle
  }
  if (seqs[low] !== seq) throw new RangeError(`entry number ${seq} came before a later one`)
  return low
}
