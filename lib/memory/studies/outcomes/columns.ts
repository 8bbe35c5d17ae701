import { CATEGORIES } from '../../category.ts'
import { UserError } from '../../errors.ts'
import type { WorkbenchRun } from '../ladder/workbench-file.ts'
import { type ExperimentRun, type InstanceResult, RUN_NAMES, type RunName, type RunNames } from './run.ts'

/** A value of a table as a file has it. */
export type TableCell = string | number | boolean | null

/** Rows of a file with the line each begins on, before anybody said what its columns mean. */
export interface ResultTable {
  fileName: string
  /** What the file was recognised as, e.g. `csv`, `swebench-report`. */
  kind: string
  columns: string[]
  rows: { line: number; cells: Record<string, TableCell> }[]
  warnings: string[]
  /** A file of many store sizes whole; its rows are those of the size that its plan decides on. */
  ladder?: WorkbenchRun
}

/** What a column can stand for. */
export const COLUMN_FIELDS = [
  'instanceId',
  'resolved',
  ...RUN_NAMES,
  'position',
  'steps',
  'tokens',
  'costUsd',
  ...CATEGORIES.map((category) => `store ${category}` as const),
] as const
export type ColumnField = (typeof COLUMN_FIELDS)[number]

/** Which column stands for what, and what holds for all rows where no column says it. */
export interface Mapping {
  columns: Partial<Record<ColumnField, string | null>>
  names: Partial<Record<RunName, string | null>>
}

const ALIASES: Record<ColumnField, readonly string[]> = {
  instanceId: ['instance_id', 'instanceid', 'instance', 'task_id', 'id'],
  resolved: ['resolved', 'is_resolved', 'solved', 'success', 'passed'],
  arm: ['arm', 'condition', 'method', 'memory', 'variant'],
  backbone: ['backbone', 'model', 'model_name_or_path', 'llm'],
  scaffold: ['scaffold', 'agent', 'harness'],
  version: ['version', 'scaffold_version', 'mini_version', 'agent_version'],
  seed: ['seed', 'run', 'trial', 'shuffle_seed'],
  position: ['position', 'order', 'stream_position'],
  steps: ['steps', 'api_calls', 'llm_calls', 'n_steps', 'num_steps'],
  tokens: ['tokens', 'total_tokens'],
  costUsd: ['cost_usd', 'costusd', 'cost', 'instance_cost'],
  'store ANALYZE': ['store_analyze'],
  'store REPRODUCE': ['store_reproduce'],
  'store EDIT': ['store_edit'],
  'store VERIFY': ['store_verify'],
}

/** What the columns' own names and the file's name say; a person may say otherwise. */
export function guessMapping(table: Pick<ResultTable, 'columns' | 'fileName' | 'kind'>): Mapping {
  const { columns, fileName, kind } = table
  const found: Mapping['columns'] = {}
  for (const field of COLUMN_FIELDS) {
    const column = ALIASES[field].flatMap((alias) => columns.filter((one) => one.toLowerCase() === alias))[0]
    if (column !== undefined) found[field] = column
  }
  return { columns: found, names: namesOfFile(fileName, kind) }
}

/** `20250822_mini-v1.9.1_glm-4.5.jsonl` names scaffold, version and model; `…memory_disabled` names the arm. */
function namesOfFile(fileName: string, kind: string): Mapping['names'] {
  const segments = fileName.split(/[\\/]/)
  const base = segments.at(-1) ?? fileName
  // A run folder is named by the run, its file by what it is.
  const isPlain = /^(preds|report|results|all_preds)\.jsonl?$/i.test(base) || kind === 'mini-swe-agent runs'
  const stem = (isPlain ? (segments.at(-2) ?? base) : base).replace(
    /(\.(detail|jsonl?|csv|results|report))+$/i,
    '',
  )
  const words = stem.replace(/^(\d{8})_/, '')
  const arm = /memory[_-](disabled|off)|vanilla|no[_-]?memory/i.test(words)
    ? 'vanilla'
    : /memory[_-](enabled|on)/i.test(words)
      ? 'memory'
      : null
  const rest = words.replace(/[_-]?memory[_-](disabled|enabled|off|on)/i, '')
  const [, scaffold, version, model] = /^([^_]*?)-v?(\d+(?:\.\d+)+)[_-](.+)$/.exec(rest) ?? []
  if (scaffold && version && model) return { arm, scaffold, version, backbone: model }
  const [first, ...others] = rest.split('_')
  return { arm, scaffold: first || null, backbone: others.join('_') || null }
}

/** A run before it is stored. */
export type NewRun = Omit<ExperimentRun, 'id' | 'source'>

/**
 * The runs of a table: one for each combination of arm, backbone, scaffold, version and seed. Throws UserError `bad-row`
 * that names the line for a value that cannot be read, and for an instance that stands twice in one run.
 */
export function runsOfTable(table: ResultTable, mapping: Mapping): NewRun[] {
  const steps = runsInSteps(table, mapping)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Rows of a table that are read between two steps. Ours: some 5 ms. */
const ROWS_A_STEP = 1_000

/** As `runsOfTable`, in steps: whoever serves others meanwhile lets them go first between two. */
export function* runsInSteps(table: ResultTable, mapping: Mapping): Generator<void, NewRun[]> {
  const idColumn = mapping.columns.instanceId
  if (!idColumn || !table.columns.includes(idColumn))
    throw new UserError('no-instance-column', `${table.fileName} has no column that names the instance.`, {
      hint: `Name it "instance_id". Its columns are ${table.columns.slice(0, 12).join(', ') || 'none'}.`,
      place: table.fileName,
    })
  type Growing = NewRun & { lines: Map<string, number> }
  const runs = new Map<string, Growing>()
  for (const [i, { line, cells }] of table.rows.entries()) {
    if (i % ROWS_A_STEP === ROWS_A_STEP - 1) yield
    const place = { fileName: table.fileName, line }
    const names = namesOf(cells, mapping)
    const key = JSON.stringify(RUN_NAMES.map((name) => names[name]))
    const run: Growing = runs.get(key) ?? {
      ...names,
      fileName: table.fileName,
      warnings: [...table.warnings],
      results: [],
      lines: new Map(),
    }
    runs.set(key, run)
    const result = resultOf(cells, mapping, place)
    const before = run.lines.get(result.instanceId)
    if (before !== undefined)
      throw badRow(
        place,
        `"${result.instanceId}" stood in line ${before} already`,
        'If these are several runs, say which column is the seed or the arm; else take one of the two out.',
      )
    run.lines.set(result.instanceId, line)
    run.results.push(result)
  }
  return [...runs.values()].map(({ lines: _, ...run }) => run)
}

type Place = { fileName: string; line: number }

function badRow({ fileName, line }: Place, what: string, hint: string): UserError {
  return new UserError('bad-row', `line ${line}: ${what}.`, { hint, place: `${fileName}:${line}` })
}

/** A cell of nothing but blanks is empty: unknown, and no 0. */
function known(cell: TableCell | undefined): TableCell {
  return cell === undefined || (typeof cell === 'string' && cell.trim() === '') ? null : cell
}

function namesOf(cells: Record<string, TableCell>, { columns, names }: Mapping): RunNames {
  const nameOf = (name: RunName): string | null => {
    const column = columns[name]
    const text = String(known(column ? cells[column] : null) ?? names[name] ?? '')
    return text.trim().slice(0, 120) || null
  }
  return {
    arm: nameOf('arm') ?? 'not named',
    backbone: nameOf('backbone'),
    scaffold: nameOf('scaffold'),
    version: nameOf('version'),
    seed: nameOf('seed'),
  }
}

function resultOf(cells: Record<string, TableCell>, { columns }: Mapping, place: Place): InstanceResult {
  const cellOf = (field: ColumnField): TableCell => {
    const column = columns[field]
    return known(column ? cells[column] : null)
  }
  const numberOf = (field: ColumnField, isWhole = false): number | null => {
    const cell = cellOf(field)
    if (cell === null) return null
    const value = typeof cell === 'boolean' ? Number.NaN : Number(cell)
    if (!Number.isFinite(value) || value < 0 || (isWhole && !Number.isInteger(value)))
      throw badRow(
        place,
        `"${columns[field]}" is ${JSON.stringify(cell)}, not a ${isWhole ? 'whole ' : ''}number from 0`,
        'Write a number, or leave the cell empty where it is unknown.',
      )
    return value
  }
  const instanceId = String(cellOf('instanceId') ?? '').trim()
  if (instanceId === '' || instanceId.length > 300)
    throw badRow(
      place,
      `no instance in "${columns.instanceId}"`,
      'Each row names its instance, in at most 300 characters.',
    )
  const sizes = CATEGORIES.flatMap((category) => {
    const size = numberOf(`store ${category}`, true)
    return size === null ? [] : [[category, size] as const]
  })
  return {
    instanceId,
    resolved: outcomeOf(cellOf('resolved'), String(columns.resolved), place),
    position: numberOf('position', true),
    steps: numberOf('steps'),
    tokens: numberOf('tokens'),
    costUsd: numberOf('costUsd'),
    storeSizes: sizes.length === 0 ? null : Object.fromEntries(sizes),
  }
}

const YES = ['true', '1', 'yes', 'resolved', 'pass', 'passed']
const NO = ['false', '0', 'no', 'unresolved', 'fail', 'failed']
const UNKNOWN = ['unknown', 'null', 'none', 'na', 'n/a', '-']

function outcomeOf(cell: TableCell, column: string, place: Place): boolean | null {
  if (cell === null || typeof cell === 'boolean') return cell
  const word = String(cell).trim().toLowerCase()
  if (YES.includes(word)) return true
  if (NO.includes(word)) return false
  if (word === '' || UNKNOWN.includes(word)) return null
  throw badRow(
    place,
    `"${column}" is ${JSON.stringify(cell)}, neither resolved nor unresolved`,
    'Write true or false, 1 or 0, resolved or unresolved; leave it empty where it is unknown.',
  )
}

/** What became of one file that was sent. */
export interface ReadResults {
  setId: string
  kind: string
  rowCount: number
  warnings: string[]
}

/** A table before it is stored: what its columns are taken for, and the runs that gives. */
export interface TablePreview {
  fileName: string
  kind: string
  columns: string[]
  rowCount: number
  warnings: string[]
  mapping: Mapping
  /** The first row as it stands. */
  first: Record<string, TableCell>
  runs: (RunNames & {
    fileName: string
    instances: number
    known: number
    resolved: number
    hasCost: boolean
    hasSteps: boolean
  })[]
  /** Why it cannot be stored so. */
  fault: { message: string; hint: string; place: string | null } | null
}
