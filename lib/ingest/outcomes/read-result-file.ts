import { UserError } from '../../memory/errors.ts'
import { primaryPlace } from '../../memory/studies/ladder/primary-place.ts'
import { unpackOutcomes, workbenchRunSchema } from '../../memory/studies/ladder/workbench-file.ts'
import type { ResultTable, TableCell } from '../../memory/studies/outcomes/columns.ts'
import { WORKBENCH_SCAFFOLD } from '../../memory/studies/outcomes/run.ts'
import { readCsv } from '../../memory/text/read-csv.ts'
import { instanceIdFromFileName } from '../instance-id.ts'
import { type JsonRecord, readJson } from '../parse-json.ts'
import { readText } from '../read-text.ts'
import { readOutcomes } from '../results.ts'
import { hasAll, isObject, type JsonObject } from '../shape.ts'

/**
 * What one file says: a table of many instances, or one instance of a run folder. `hasVerdicts`: it says which were resolved;
 * patches and trajectories say it not.
 */
export interface ResultFile extends ResultTable {
  root: string
  hasVerdicts: boolean
  /** One instance of a run that other files hold the rest of. */
  isPart: boolean
}

/**
 * Reads one results file: CSV, the same with tabs, JSON Lines or a list of rows, SWE-bench `report.json` and summaries, `preds.json`, a mini-swe-agent
 * trajectory, a kept run of the workbench. Throws UserError: those of reading JSON and CSV, and `not-results`.
 */
export function readResultFile(bytes: Uint8Array, fileName: string): ResultFile {
  const text = readText(bytes, fileName)
  if (/\.[ct]sv$/i.test(fileName)) return readTable(text, fileName)
  const { records, truncatedLine } = readJson(text, fileName)
  const warnings = truncatedLine === null ? [] : [`line ${truncatedLine} is cut off, left out`]
  const found =
    readTrajectory(records, fileName) ??
    readWorkbench(records, fileName) ??
    readPredictions(records, fileName) ??
    readRows(records, fileName) ??
    readReport(bytes, fileName)
  return { ...found, warnings: [...warnings, ...found.warnings] }
}

function readTable(text: string, fileName: string): ResultFile {
  const { columns, rows } = readCsv(text, fileName)
  return {
    ...whole(fileName, 'csv'),
    columns,
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? null])),
    })),
    hasVerdicts: true,
  }
}

function readTrajectory([first]: JsonRecord[], fileName: string): ResultFile | null {
  const value = first?.value
  if (!hasAll(value, 'info', 'messages') && !hasAll(value, 'info', 'trajectory')) return null
  const info = isObject(value.info) ? value.info : {}
  const stats = isObject(info.model_stats) ? info.model_stats : {}
  const config = isObject(info.config) ? info.config : {}
  const model = isObject(config.model) ? config.model.model_name : null
  const instanceId =
    typeof value.instance_id === 'string' ? value.instance_id : instanceIdFromFileName(fileName)
  const cells = {
    instance_id: instanceId,
    model: cellOf(model),
    mini_version: cellOf(info.mini_version ?? info.swe_agent_version),
    api_calls: cellOf(stats.api_calls),
    instance_cost: cellOf(stats.instance_cost),
    exit_status: cellOf(info.exit_status),
  }
  return {
    ...part(fileName, instanceId, 'mini-swe-agent runs'),
    columns: Object.keys(cells),
    rows: [{ line: first?.line ?? 1, cells }],
    hasVerdicts: false,
  }
}

/** A kept run: each draw of each arm is a run; a ladder at the size its plan decides on, sweeps at the plan's first setting. */
function readWorkbench([first]: JsonRecord[], fileName: string): ResultFile | null {
  const parsed = workbenchRunSchema.safeParse(first?.value)
  if (!parsed.success) return null
  const run = parsed.data
  const { plan } = run
  const place = primaryPlace(plan)
  // No memory has no size but 0.
  const sizeOf = (arm: string) =>
    run.outcomes.some((one) => one.arm === arm && one.size === place.size) ? place.size : 0
  const at = (one: { arm: string; size: number; budget: number; misprediction: number }) =>
    one.budget === place.budget &&
    one.misprediction === place.misprediction &&
    (plan.design === 'stream' || one.size === sizeOf(one.arm))
  const rows = unpackOutcomes(run).filter(at)
  return {
    ...whole(fileName, 'workbench'),
    columns: ['instance_id', 'arm', 'seed', 'resolved', 'steps', 'model', 'scaffold'],
    rows: rows.map(({ taskId, arm, draw, resolved, steps }) => ({
      line: 1,
      cells: {
        instance_id: taskId,
        arm,
        seed: draw,
        resolved,
        steps,
        model: plan.agent,
        scaffold: `${WORKBENCH_SCAFFOLD}${plan.world}`,
      },
    })),
    warnings: [
      `${plan.design} of the workbench${plan.design === 'stream' ? '' : ` at ${place.size} entries`}, budget ${place.budget}: a search program, not a language model`,
    ],
    hasVerdicts: true,
    ladder: run,
  }
}

/** `preds.json`, or its lines: patches. One that is empty cannot resolve; any other is unknown until it is evaluated. */
function readPredictions(records: JsonRecord[], fileName: string): ResultFile | null {
  const [first] = records
  const isPatch = (value: unknown): value is JsonObject =>
    isObject(value) && 'model_patch' in value && !('resolved' in value)
  const entries: JsonRecord[] =
    records.length === 1 && isObject(first?.value) && !isPatch(first.value)
      ? Object.entries(first.value).map(([id, value]) => ({
          line: first.line,
          value: isObject(value) ? { instance_id: id, ...value } : value,
        }))
      : rowsOf(records)
  if (entries.length === 0 || !entries.every(({ value }) => isPatch(value))) return null
  return {
    ...whole(fileName, 'preds'),
    columns: ['instance_id', 'model_name_or_path', 'resolved'],
    rows: entries.map(({ line, value }) => {
      const { instance_id: id, model_name_or_path: model, model_patch: patch } = value as JsonObject
      const isEmpty = typeof patch !== 'string' || patch.trim() === ''
      return {
        line,
        cells: {
          instance_id: cellOf(id),
          model_name_or_path: cellOf(model),
          resolved: isEmpty ? false : null,
        },
      }
    }),
    warnings: [
      'patches without a verdict: unknown unless a report comes with them; an empty patch is unresolved',
    ],
    hasVerdicts: false,
  }
}

function readRows(records: JsonRecord[], fileName: string): ResultFile | null {
  const rows = rowsOf(records)
  const [first] = rows
  if (
    !isObject(first?.value) ||
    !['instance_id', 'instance', 'task_id'].some((name) => name in (first.value as object))
  )
    return null
  const columns = new Set<string>()
  const read = rows.map(({ line, value }) => {
    if (!isObject(value))
      throw new UserError('bad-row', `line ${line}: not a row.`, {
        hint: 'Each line is an object with "instance_id" and "resolved".',
        place: `${fileName}:${line}`,
      })
    const cells: Record<string, TableCell> = {}
    for (const [name, cell] of Object.entries(value)) {
      if (typeof cell === 'object' && cell !== null) continue
      columns.add(name)
      cells[name] = cellOf(cell)
    }
    return { line, cells }
  })
  return {
    ...whole(fileName, records.length === 1 ? 'list' : 'jsonl'),
    columns: [...columns],
    rows: read,
    hasVerdicts: true,
  }
}

/** SWE-bench's own reports, as everywhere else in Loupe. */
function readReport(bytes: Uint8Array, fileName: string): ResultFile {
  try {
    const { outcomes, source, warnings } = readOutcomes(bytes, fileName)
    const kind = /\(([^)]+)\)$/.exec(source)?.[1] ?? 'report'
    const [only] = outcomes.keys()
    const base =
      outcomes.size === 1 && only !== undefined ? part(fileName, only, kind) : whole(fileName, kind)
    return {
      ...base,
      columns: ['instance_id', 'resolved'],
      rows: [...outcomes].map(([id, outcome]) => ({
        line: 1,
        cells: { instance_id: id, resolved: outcome === 'resolved' },
      })),
      warnings,
      hasVerdicts: true,
    }
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== 'no-outcomes') throw error
    throw new UserError('not-results', `${fileName} is no results file that Loupe knows.`, {
      hint: 'Known are CSV and JSON Lines with "instance_id" and "resolved", SWE-bench report.json and its summaries, preds.json, trajectories of mini-swe-agent, and kept runs of the workbench.',
      place: fileName,
    })
  }
}

function rowsOf(records: JsonRecord[]): JsonRecord[] {
  const [first] = records
  return records.length === 1 && Array.isArray(first?.value)
    ? first.value.map((value) => ({ line: first.line, value }))
    : records
}

function whole(fileName: string, kind: string) {
  return { fileName, kind, root: folderOf(fileName), isPart: false, warnings: [] as string[] }
}

/** One instance's file: `RUN/ID/ID.traj.json` and `RUN/ID.traj.json` lie in RUN. */
function part(fileName: string, instanceId: string, kind: string) {
  const folder = folderOf(fileName)
  const isOwn = folder.split('/').at(-1) === instanceId
  return { fileName, kind, root: isOwn ? folderOf(folder) : folder, isPart: true, warnings: [] as string[] }
}

function folderOf(path: string): string {
  return path.split(/[\\/]/).slice(0, -1).join('/')
}

function cellOf(value: unknown): TableCell {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
