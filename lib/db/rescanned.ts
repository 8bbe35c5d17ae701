import { hasKey, type Key, keyRanges, rowsInRange } from './keyed-rows.ts'
import type { Store, Tx } from './store.ts'
import { tables } from './tables.ts'

/**
 * Columns that hold texts as they came in, and how. Not entries and the log: an entry is decided on by people, and a sealed reason that
 * changed would read as forged; both are counted. Not what models were asked: a request is known by the hash of its words.
 */
const MASKED: Record<string, Record<string, 'text' | 'json'>> = {
  Episode: {
    ...all('text', 'instanceId repo fileName taskTitle taskText taskRaw agentName agentVersion backbone'),
    ...all('text', 'outcomeSource exitStatus submission'),
    warnings: 'json',
  },
  Step: { thought: 'text', ...all('json', 'actions observations') },
  Subtask: {
    ...all('text', 'objective objectiveAtStart skippedBecause'),
    ...all('json', 'keywords keywordsAtStart'),
  },
  Retrieval: { ...all('text', 'text episodeId summary'), ...all('json', 'request answer') },
  AgentSession: { task: 'text', state: 'json' },
  Study: { name: 'text', ...all('json', 'plan report') },
  StudyRow: { unit: 'json' },
  Unmoved: { row: 'text' },
  Verdict: { detail: 'json', reason: 'text' },
  Job: { ...all('text', 'label reason'), request: 'json' },
  JobItem: all('text', 'label reason'),
  Note: { text: 'text' },
  SavedView: all('text', 'name query'),
  Finding: { detail: 'json', reason: 'text' },
  QualitySample: { query: 'json' },
  Suppression: { reason: 'text' },
  ModelRequest: { value: 'json', error: 'text' },
  Distillation: { skippedBecause: 'text' },
  RunReading: { value: 'json', refusedBecause: 'text' },
}
const COUNTED: Record<string, Record<string, 'text'>> = {
  Entry: all('text', 'objective keywords title whenText doText becauseText checkText reason'),
  Revision: all('text', 'reason batchId'),
  Outcome: all('text', 'episodeId instanceId'),
}
const COLUMNS = { ...MASKED, ...COUNTED }

function all<const Kind extends string>(kind: Kind, columns: string): Record<string, Kind> {
  return Object.fromEntries(columns.split(' ').map((column) => [column, kind]))
}

/** Rows read and written at once: a step may hold a megabyte. Ours. */
const ROWS = 100

/** Some rows of a table, by the keys of the first and the last. */
export type RowRange = { table: string; from: Key; upto: Key }
export type StoredRow = { key: Key; texts: Record<string, { kind: 'text' | 'json'; text: string }> }

/** Every range that has to be looked through, tables in turn; `part`: its place in the table, from 1. */
export async function rescanRanges(store: Store): Promise<(RowRange & { part: number })[]> {
  const ranges = []
  for (const table of Object.keys(COLUMNS))
    for (const [i, range] of (await keyRanges(store, table, ROWS)).entries())
      ranges.push({ table, part: i + 1, ...range })
  return ranges
}

/** Whether what is found in the rows of a table is masked; else it is counted. */
export function isMasked({ table }: RowRange): boolean {
  return Object.hasOwn(MASKED, table)
}

/** Throws for a table that is not looked through. */
export async function readStoredRows(store: Store, { table, ...range }: RowRange): Promise<StoredRow[]> {
  const columns = COLUMNS[table]
  if (!columns) throw new Error(`${table} is not looked through`)
  const rows = await rowsInRange(store, table, Object.keys(columns), range)
  return rows.map((row) => ({
    key: row.key,
    texts: Object.fromEntries(
      Object.entries(columns).flatMap(([name, kind]) => {
        const text = row[name]
        return typeof text === 'string' ? [[name, { kind, text }]] : []
      }),
    ),
  }))
}

/** Puts other texts into a row. Where the row says something else by now, it stays as it is. */
export async function replaceTexts(
  tx: Tx,
  { table }: RowRange,
  { key, texts }: StoredRow,
  changed: Record<string, string>,
): Promise<void> {
  for (const [name, text] of Object.entries(changed))
    await tables(tx).$executeRawUnsafe(
      `UPDATE "${table}" SET "${name}" = ? WHERE ${hasKey(table)} AND "${name}" = ?`,
      ...[text, ...key, texts[name]?.text ?? ''],
    )
}
