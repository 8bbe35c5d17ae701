import { UserError } from '../memory/errors.ts'
import { isOfGit } from '../memory/trajectory.ts'
import { instanceIdFromFileName } from './instance-id.ts'
import { readJson } from './parse-json.ts'
import { readText } from './read-text.ts'
import { isObject, type JsonObject } from './shape.ts'

/** What a results file says, by instance id. An id that is not in the map is unknown: null, never unresolved. */
export interface Outcomes {
  outcomes: Map<string, 'resolved' | 'unresolved'>
  /** File and kind, for `outcomeSource`, for example `report.json (swebench-report)`. */
  source: string
  /** What became of an instance's change, in words, where rows say so beside the outcome or instead of one. */
  said: Map<string, string>
  warnings: string[]
}

interface Claim {
  instanceId: string
  isResolved: boolean
}

/** What was found, or null when the file is not of that kind. */
type Reader = (values: unknown[], fileName: string) => { claims: Claim[]; warnings: string[] } | null

const READERS: readonly { kind: string; read: Reader }[] = [
  { kind: 'swebench-report', read: readSingleReport },
  { kind: 'swebench-summary', read: readSummary },
  { kind: 'results-jsonl', read: readRows },
  { kind: 'swebench-report', read: readReports },
]

/**
 * Outcomes of `--results FILE`: SWE-bench `report.json` (`{id: {resolved}}`, or one report whose id is in the file's
 * name), its summaries (`{resolved_ids, unresolved_ids, ...}`, `{resolved: [...], generated: [...]}`), or rows
 * `{instance_id, resolved}`. Throws UserError: those of reading JSON, and no-outcomes.
 */
export function readOutcomes(bytes: Uint8Array, fileName: string): Outcomes {
  const document = readJson(readText(bytes, fileName), fileName)
  const values = document.records.map(({ value }) => value)
  for (const { kind, read } of READERS) {
    const found = read(values, fileName)
    if (found === null) continue
    const base = fileName.split(/[\\/]/).at(-1) ?? fileName
    const cut = document.truncatedLine === null ? [] : [`line ${document.truncatedLine} is cut off, left out`]
    const { outcomes, warnings } = settle(found.claims)
    return {
      outcomes,
      source: `${base} (${kind})`,
      said: saidIn(values),
      warnings: [...cut, ...found.warnings, ...warnings],
    }
  }
  throw new UserError('no-outcomes', 'the file says of no instance whether it was resolved', {
    place: fileName,
    hint: 'Give SWE-bench\'s report.json, its summary with "resolved_ids", or lines {"instance_id": …, "resolved": true}.',
  })
}

/** Only git's words are kept in place of the file's name. */
function saidIn(values: unknown[]): Outcomes['said'] {
  return new Map(
    values
      .flat()
      .flatMap((row): [string, string][] =>
        isObject(row) &&
        typeof row.instance_id === 'string' &&
        typeof row.said === 'string' &&
        isOfGit(row.said)
          ? [[row.instance_id, row.said.slice(0, 300)]]
          : [],
      ),
  )
}

/** Two claims that contradict each other leave the instance unknown, counted. */
function settle(claims: Claim[]): Pick<Outcomes, 'outcomes' | 'warnings'> {
  const outcomes: Outcomes['outcomes'] = new Map()
  const contradicted = new Set<string>()
  for (const { instanceId, isResolved } of claims) {
    const outcome = isResolved ? 'resolved' : 'unresolved'
    if ((outcomes.get(instanceId) ?? outcome) !== outcome) contradicted.add(instanceId)
    outcomes.set(instanceId, outcome)
  }
  for (const id of contradicted) outcomes.delete(id)
  const warnings =
    contradicted.size === 0
      ? []
      : [`${contradicted.size} × instance that is both resolved and unresolved here, left unknown`]
  return { outcomes, warnings }
}

/** One instance's report, which does not name the instance: the folder (`…/<id>/report.json`) or the file does. */
function readSingleReport([value, ...more]: unknown[], fileName: string): ReturnType<Reader> {
  if (
    more.length > 0 ||
    !isObject(value) ||
    typeof value.resolved !== 'boolean' ||
    typeof value.instance_id === 'string'
  )
    return null
  const segments = fileName.split(/[\\/]/)
  const isNamedByFolder = /^report\.json$/i.test(segments.at(-1) ?? '') && segments.length > 1
  const instanceId = instanceIdFromFileName((isNamedByFolder ? segments.at(-2) : segments.at(-1)) ?? fileName)
  const warning = `the report names no instance: "${instanceId}" is taken from its ${isNamedByFolder ? 'folder' : 'file name'}`
  return { claims: [{ instanceId, isResolved: value.resolved }], warnings: [warning] }
}

function readSummary([value, ...more]: unknown[]): ReturnType<Reader> {
  if (more.length > 0 || !isObject(value)) return null
  const isSummary =
    Array.isArray(value.resolved_ids) || Array.isArray(value.unresolved_ids) || Array.isArray(value.resolved)
  if (!isSummary) return null
  const resolved = new Set([...idsAt(value, 'resolved_ids'), ...idsAt(value, 'resolved')])
  // A patch that is empty or was never made cannot resolve; an evaluation that crashed says nothing.
  const failed = [
    'unresolved_ids',
    'unresolved',
    'empty_patch_ids',
    'completed_ids',
    'generated',
    'no_generation',
  ]
  const unresolved = new Set(failed.flatMap((name) => idsAt(value, name)))
  const errors = new Set([...idsAt(value, 'error_ids'), ...idsAt(value, 'error')])
  const claims = [
    ...[...resolved].map((instanceId) => ({ instanceId, isResolved: true })),
    ...[...unresolved]
      .filter((id) => !resolved.has(id) && !errors.has(id))
      .map((instanceId) => ({ instanceId, isResolved: false })),
  ]
  const contradictions = [...idsAt(value, 'unresolved_ids'), ...idsAt(value, 'unresolved')]
    .filter((id) => resolved.has(id))
    .map((instanceId) => ({ instanceId, isResolved: false }))
  const warnings =
    errors.size === 0 ? [] : [`${errors.size} × instance whose evaluation failed, left unknown`]
  return { claims: [...claims, ...contradictions], warnings }
}

/** Rows `{instance_id, resolved}`, as lines or as one list. */
function readRows(values: unknown[]): ReturnType<Reader> {
  const rows = values.length === 1 && Array.isArray(values[0]) ? values[0] : values
  const isRow = (row: unknown): row is JsonObject => isObject(row) && typeof row.instance_id === 'string'
  const said = saidIn(values)
  if (said.size === 0 && !rows.some((row) => isRow(row) && typeof row.resolved === 'boolean')) return null
  const claims = rows.flatMap((row) =>
    isRow(row) && typeof row.resolved === 'boolean'
      ? [{ instanceId: String(row.instance_id), isResolved: row.resolved }]
      : [],
  )
  const silent = rows.filter(
    (row) => !isRow(row) || (typeof row.resolved !== 'boolean' && !said.has(String(row.instance_id))),
  )
  return { claims, warnings: skipped(silent.length) }
}

/** `{id: {resolved}}`, one member an instance, in one object or in one a line. */
function readReports(values: unknown[]): ReturnType<Reader> {
  if (!values.every(isObject)) return null
  const members = values.flatMap((value) => Object.entries(value))
  const claims = members.flatMap(([instanceId, report]) =>
    isObject(report) && typeof report.resolved === 'boolean'
      ? [{ instanceId, isResolved: report.resolved }]
      : [],
  )
  return claims.length === 0 ? null : { claims, warnings: skipped(members.length - claims.length) }
}

function skipped(count: number): string[] {
  return count === 0 ? [] : [`${count} × row without true or false under "resolved", left unknown`]
}

function idsAt(value: JsonObject, name: string): string[] {
  const list = value[name]
  return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : []
}
