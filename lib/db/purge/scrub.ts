import { questionKey } from '../../memory/studies/retrieval.ts'
import { hasKey, type Key, keyedRows } from '../keyed-rows.ts'
import type { Tx } from '../store.ts'
import { tables } from '../tables.ts'
import { PURGE_COLUMNS, type Search } from './purge-columns.ts'
import type { TextFinder } from './text-finder.ts'

/** Stands where a purged text stood. */
export const PURGED = '(purged)'

/** What is looked for: the texts of purged entries, and their ids. */
export type Purged = { finder: TextFinder; ids: Set<string> }

/** Rows read at a time; kept answers are long. */
const PAGE = 200

/** Column whose value says to which thing a row belongs, where that is what a person would count. */
const OWNERS: Record<string, string> = { Retrieval: 'id', Study: 'id', StudyRow: 'studyId' }

/**
 * Takes purged texts out of every column that may quote them (purge-columns.ts), each column read once whatever the number
 * of texts. Tells the owners of changed rows by table.
 */
export async function scrubTexts(tx: Tx, purged: Purged): Promise<Map<string, Set<string>>> {
  const changed = new Map<string, Set<string>>()
  await scrubPairs(tx, purged)
  for (const [table, columns] of Object.entries(PURGE_COLUMNS)) {
    const searched = Object.entries(columns).flatMap(([column, treatment]) =>
      'search' in treatment && treatment.search !== 'question' ? [[column, treatment.search] as const] : [],
    )
    if (searched.length > 0) changed.set(table, await scrubTable(tx, table, searched, purged))
  }
  return changed
}

async function scrubTable(
  tx: Tx,
  table: string,
  searched: (readonly [column: string, search: Search])[],
  purged: Purged,
): Promise<Set<string>> {
  const owners = new Set<string>()
  const owner = OWNERS[table]
  const quoted = ([column, search]: (typeof searched)[number]) =>
    search === 'state' ? `("${column}" ->> 'reason')` : `"${column}"`
  const read = searched.map((one) => `${quoted(one)} AS "${one[0]}"`)
  const isThere = searched.map((one) => `${quoted(one)} IS NOT NULL`).join(' OR ')
  const columns = [...read, ...(owner ? [`"${owner}" AS "owner"`] : [])]
  for await (const row of keyedRows(tx, table, { columns, where: `(${isThere})`, size: PAGE })) {
    for (const [column, search] of searched) {
      const value = row[column]
      if (typeof value !== 'string') continue
      const left = scrubbed(value, search, row.key, purged)
      if (left === value) continue
      const set = search === 'state' ? `json_set("${column}", '$.reason', ?)` : '?'
      await tables(tx).$executeRawUnsafe(
        `UPDATE "${table}" SET "${column}" = ${set} WHERE ${hasKey(table)}`,
        ...[left, ...row.key],
      )
      owners.add(String(row.owner ?? row.key))
    }
  }
  return owners
}

function scrubbed(value: string, search: Search, key: Key, purged: Purged): string {
  if (search === 'json') return withoutEntries(value, purged)
  if (search === 'address') return withoutInAddress(value, purged)
  const left = purged.finder.without(value, PURGED)
  return search === 'name' && left !== value ? `${left} ${key}` : left
}

function withoutInAddress(query: string, { finder }: Purged): string {
  const fields = [...new URLSearchParams(query)]
  const left = fields.map(([name, value]) => [name, finder.without(value, PURGED)])
  return left.some(([, value], i) => value !== fields[i]?.[1]) ? new URLSearchParams(left).toString() : query
}

/** A question's name holds a short hash of its words, so a new text gives a new name; the grades of its pairs go on belonging to it. */
async function scrubPairs(tx: Tx, { finder }: Purged): Promise<void> {
  const columns = ['"projectId"', '"subject"', '"by"', `"detail" ->> 'queryText' AS "queryText"`]
  const pairs = keyedRows(tx, 'Verdict', { columns, where: `"task" = 'pair'`, size: PAGE })
  for await (const { key, projectId, subject, by, queryText } of pairs) {
    const [, entryId, name = ''] = String(subject).match(/^(\S*) ([\s\S]*) \S*$/) ?? []
    const text = finder.without(String(queryText), PURGED)
    const id = finder.without(name, PURGED)
    if (text === queryText && id === name) continue
    const renamed = `${entryId} ${questionKey({ id, text })}`
    // Two questions that differed in the purged words alone are one now: a judge's later word counts.
    await tables(tx).$executeRawUnsafe(
      `DELETE FROM "Verdict" WHERE "task" = 'pair' AND "projectId" = ? AND "subject" = ? AND "by" = ?`,
      ...[projectId, renamed, by],
    )
    await tables(tx).$executeRawUnsafe(
      `UPDATE "Verdict" SET "subject" = ?, "detail" = json_set("detail", '$.queryText', ?) WHERE ${hasKey('Verdict')}`,
      ...[renamed, text, ...key],
    )
  }
}

/** JSON without the words of purged entries; the same text where there are none. */
function withoutEntries(json: string, purged: Purged): string {
  const namesOne = json.match(ENTRY_ID)?.some((id) => purged.ids.has(id)) ?? false
  if (!namesOne && !purged.finder.isIn(json)) return json
  return JSON.stringify(emptied(JSON.parse(json), purged))
}

const ENTRY_ID = /m_[0-9A-Z]{26}/g

/** A value without the texts of purged entries: an object that is one of them keeps its numbers and names, and none of its words. */
function emptied(value: unknown, purged: Purged): unknown {
  if (typeof value === 'string') return purged.finder.without(value, PURGED)
  if (Array.isArray(value)) return value.map((one) => emptied(one, purged))
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value)
  const isPurged = fields.some(([name, id]) => /^(entryId|id)$/.test(name) && purged.ids.has(String(id)))
  const winner = (value as { hits?: { entryId?: unknown }[] }).hits?.[0]?.entryId
  return Object.fromEntries(
    fields.map(([name, field]) => {
      if (isPurged && name === 'keywords') return [name, []]
      if (isPurged && name === 'objective') return [name, PURGED]
      if (isPurged && name === 'experience') return [name, emptyExperience(field)]
      if (name === 'injected' && typeof field === 'string' && tells(field, String(winner), purged))
        return [name, PURGED]
      return [name, emptied(field, purged)]
    }),
  )
}

/** Whether a message injects a purged entry: by the ids it names, or as the first hit's. */
function tells(message: string, winner: string, { ids }: Purged): boolean {
  return ids.has(winner) || (message.match(ENTRY_ID)?.some((id) => ids.has(id)) ?? false)
}

function emptyExperience(experience: unknown): unknown {
  if (experience === null || typeof experience !== 'object') return PURGED
  const kept = 'kind' in experience ? { kind: experience.kind } : {}
  return { ...kept, title: PURGED, when: '', do: '', because: '', check: '' }
}
