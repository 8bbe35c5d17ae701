import { createHash } from 'node:crypto'
import { UserError } from '../memory/errors.ts'
import type { Trajectory } from '../memory/trajectory.ts'
import { openEnvelope } from './envelope.ts'
import { adp } from './formats/adp.ts'
import { aiderHistory, aiderMarkdown } from './formats/aider.ts'
import { atif } from './formats/atif.ts'
import { chatMessages, openaiChatMessages, openaiChatTools } from './formats/chat/chat-record.ts'
import { nebius } from './formats/chat/nebius.ts'
import { devai } from './formats/devai.ts'
import type { Format } from './formats/format.ts'
import { inspect } from './formats/inspect.ts'
import { miniSweAgent1 } from './formats/mini-swe-agent-1.ts'
import { miniSweAgent11 } from './formats/mini-swe-agent-1-1.ts'
import { miniSweAgentBare } from './formats/mini-swe-agent-bare.ts'
import { moatlessSearchTree, moatlessSteps, moatlessTransitions } from './formats/moatless/moatless.ts'
import { moatlessNodeTree } from './formats/moatless/node-tree.ts'
import { openhandsCompletion } from './formats/openhands/completion.ts'
import { openhandsEvents, openhandsOutput } from './formats/openhands/openhands.ts'
import type { SessionFormat, SessionLine, SessionRead, TextFormat } from './formats/session-format.ts'
import { sweAgentTraj } from './formats/swe-agent-traj.ts'
import { documentOf, type JsonDocument, type JsonRecord, JsonText } from './parse-json.ts'
import { sampleOf, sessionFormatOf, sessionLines } from './read-session.ts'
import { readText } from './read-text.ts'
import { type Recognition, recogniseJson, recogniseText } from './recognise.ts'
import { isObject, listAt } from './shape.ts'
import { whatToDo } from './what-to-do.ts'

/** The layouts that are read, in the order they are tried. A new layout is a new file and a line here. */
export const FORMATS: readonly Format[] = [
  miniSweAgent11,
  miniSweAgent1,
  miniSweAgentBare,
  sweAgentTraj,
  atif,
  openhandsCompletion,
  openhandsOutput,
  openhandsEvents,
  nebius,
  moatlessNodeTree,
  moatlessSearchTree,
  moatlessTransitions,
  moatlessSteps,
  inspect,
  adp,
  devai,
  openaiChatTools,
  chatMessages,
  openaiChatMessages,
]

export const TEXT_FORMATS: readonly TextFormat[] = [aiderHistory, aiderMarkdown]
/** How much of a text is looked at to know its layout, characters. */
const TEXT_SAMPLE = 400_000

/** What one file turned out to be. */
export interface IngestResult {
  /** Name of the layout; always named for `unsupported` and `not-a-trajectory` too. */
  format: string | null
  status: 'recognised' | 'unsupported' | 'not-a-trajectory'
  /** One for each record; more than one only for JSON Lines. Empty unless `recognised`. */
  trajectories: Trajectory[]
  /** Identity of each record of JSON Lines, so that it is known again in another file; null for a file that is one value. */
  recordHashes: string[] | null
  /** For each record that Loupe wrote out itself, the hash that its run is stored under; else null. */
  ownHashes: (string | null)[]
  /** About the file; what concerns a single run is in its own `warnings`. */
  warnings: string[]
}

/**
 * The trajectories of one file. Reads nothing but `bytes`; `fileName` names faults and, at worst, the instance.
 * Throws UserError, named by file and place: empty-file, too-large, compressed, line-too-long, nul-byte, not-utf8,
 * not-json, broken-json, truncated-json, too-deep, forbidden-key, wrong-layout.
 */
export function readTrajectories(bytes: Uint8Array, fileName: string): IngestResult {
  return readRuns(readText(bytes, fileName), fileName, true)
}

/** Whether a line of JSON Lines is a whole run, and not one line of a session. */
export function isRunOfItsOwn(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line.replace(/^\uFEFF/, ''))
    return sessionFormatOf([value]) === null && FORMATS.some(({ detect }) => detect(value))
  } catch {
    return false
  }
}

/** `mayOpen`: what is wrapped is opened once. */
function readRuns(text: string, fileName: string, mayOpen: boolean): IngestResult {
  if (!/^\s*(?:"\s*)?(?:[{[]|\/\/)/.test(text)) return readPlainText(text, fileName)
  const json = new JsonText(text, fileName)
  const values = sampleOf(json)
  const session = sessionFormatOf(values)
  if (session !== null) {
    const { lines, warnings } = sessionLines(json.lines())
    return sessionResult(session, lines, fileName, warnings)
  }
  if (json.firstFault !== null) throw json.firstFault
  return readValues(json, values, fileName, mayOpen)
}

/** One value, a list of values, or one a line: each a record, or all of them together one run. */
function readValues(json: JsonText, sample: unknown[], fileName: string, mayOpen: boolean): IngestResult {
  const [first] = sample
  const inside = json.isLines ? null : listInside(first)
  const own = FORMATS.find(({ detect }) => detect(first))
  if (own === undefined && inside !== null) {
    const session = sessionFormatOf(inside.slice(0, 20))
    const lines = inside.map((value) => ({ line: 1, value }))
    if (session !== null) return sessionResult(session, lines, fileName, commentWarning(json))
    const format = FORMATS.find(({ detect }) => detect(inside[0]))
    const pieces = format?.split ? inside.flatMap(format.split) : inside
    const records = pieces.map((value) => ({ line: 1, value }))
    if (format !== undefined) return recordsResult(records, format, fileName, [], true)
  }
  const asOne = own === undefined && json.isLines ? FORMATS.find(({ detect }) => detect(sample)) : undefined
  if (own === undefined && asOne === undefined)
    return (
      (mayOpen ? readEnvelope(json, sample, fileName) : null) ??
      named(recogniseJsonOrRefuse(json, sample, fileName), commentWarning(json))
    )
  const document = documentOf(json)
  const warnings = documentWarnings(document)
  if (asOne !== undefined) {
    const value = document.records.map((record) => record.value)
    return recordsResult([{ line: 1, value }], asOne, fileName, warnings, false)
  }
  const format = own as Format
  const pieces = document.records.flatMap(({ value, line }) =>
    (format.split?.(value) ?? []).map((one) => ({ line, value: one })),
  )
  const records = pieces.length > 0 ? pieces : document.records
  return recordsResult(records, format, fileName, warnings, document.isLines || pieces.length > 1)
}

/** A file of runs that something else wraps, one value or one a line; null where nothing in it is a run. */
function readEnvelope(json: JsonText, sample: unknown[], fileName: string): IngestResult | null {
  const open = (value: unknown) => (isRun(value) ? value : openEnvelope(value, isRun))
  if (open(sample[0]) === undefined) return null
  const document = documentOf(json)
  const opened = document.records.map(({ value }) => open(value)).filter((run) => run !== undefined)
  const left = document.records.length - opened.length
  const runs = opened.flatMap((run) => (Array.isArray(run) && !isOneRun(run) ? run : [run]))
  // Events that are wrapped one by one are still one session.
  const texts = runs.map((run) => JSON.stringify(run))
  const wholes = sessionFormatOf(runs.slice(0, 20)) === null ? texts : [texts.join('\n')]
  const reads = wholes.map((text) => readRuns(text, fileName, false))
  return {
    ...(reads[0] as IngestResult),
    trajectories: reads.flatMap(({ trajectories }) => trajectories),
    recordHashes: reads.flatMap(
      (read, i) => read.recordHashes ?? [contentHash(Buffer.from(wholes[i] ?? ''))],
    ),
    ownHashes: reads.flatMap(({ ownHashes }) => ownHashes),
    warnings: [
      ...documentWarnings(document),
      ...(left > 0 ? [`${left} × line in which nothing is a run, left out`] : []),
      ...new Set(reads.flatMap(({ warnings }) => warnings)),
    ],
  }
}

function isOneRun(value: unknown): boolean {
  const few = Array.isArray(value) ? value.slice(0, 20) : [value]
  return FORMATS.some(({ detect }) => detect(value)) || sessionFormatOf(few) !== null
}

function isRun(value: unknown): boolean {
  return isOneRun(value) || (Array.isArray(value) && value.length > 0 && isOneRun(value[0]))
}

/** The list that a value is, or that it wraps as data sets are handed out; null where it is none. */
function listInside(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value
  for (const name of ['trajectories', 'runs', 'records', 'data', 'train', 'rows']) {
    const list = listAt(value, name)
    if (list.length > 0)
      return list.map((item) => (name === 'rows' && isObject(item) ? (item.row ?? item) : item))
  }
  return null
}

function recordsResult(
  records: readonly JsonRecord[],
  format: Format,
  fileName: string,
  warnings: string[],
  areSeveral: boolean,
): IngestResult {
  return {
    format: format.name,
    status: 'recognised',
    trajectories: readRecords(records, format, fileName, areSeveral),
    recordHashes: areSeveral
      ? records.map(({ value }) => contentHash(Buffer.from(JSON.stringify(value))))
      : null,
    ownHashes: records.map(({ value }) => formatOf(value, format)?.ownHash?.(value) ?? null),
    warnings,
  }
}

function readPlainText(text: string, fileName: string): IngestResult {
  const start = text.slice(0, TEXT_SAMPLE)
  const format = TEXT_FORMATS.find(({ detect }) => detect(start))
  if (format === undefined) return named(recogniseOrRefuse(text, fileName))
  return resultOf(format.name, format.parse(text.replaceAll('\r\n', '\n'), fileName), [])
}

/** SHA-256 of the bytes as 64 hex digits: the identity of a file, so that a second import finds it present. */
export function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function sessionResult(
  format: SessionFormat,
  lines: readonly SessionLine[],
  fileName: string,
  warnings: string[],
): IngestResult {
  return resultOf(format.name, format.parse(lines, fileName), warnings)
}

function resultOf(format: string, read: SessionRead, warnings: string[]): IngestResult {
  return {
    format,
    status: read.trajectories.length > 0 ? 'recognised' : 'not-a-trajectory',
    trajectories: read.trajectories,
    recordHashes: read.recordTexts.map((record) => contentHash(Buffer.from(record))),
    ownHashes: read.trajectories.map(() => null),
    warnings: [...warnings, ...read.warnings],
  }
}

function readRecords(
  records: readonly JsonRecord[],
  first: Format,
  fileName: string,
  areSeveral: boolean,
): Trajectory[] {
  return records.map(({ value, line }, i) => {
    const source = { fileName, record: areSeveral ? i + 1 : null }
    const format = formatOf(value, first)
    if (format === undefined) {
      throw new UserError(
        'wrong-layout',
        `record ${i + 1} is not a trajectory, the ones before it are ${first.name}`,
        { place: `${fileName}:${line}:1`, hint: 'Put records of other kinds into files of their own.' },
      )
    }
    return format.parse(value, source)
  })
}

/** Records of one file are mostly of one layout: it is tried first. */
function formatOf(value: unknown, first: Format): Format | undefined {
  return first.detect(value) ? first : FORMATS.find(({ detect }) => detect(value))
}

function named(recognition: Recognition, warnings: string[] = []): IngestResult {
  const told = [...warnings, whatToDo(recognition)]
  return { ...recognition, trajectories: [], recordHashes: null, ownHashes: [], warnings: told }
}

/** Text that claims by its ending to be JSON is a fault. */
function recogniseOrRefuse(text: string, fileName: string): Recognition {
  if (!/\.(?:jsonl?|ndjson|traj)$/i.test(fileName)) return recogniseText(text)
  if (isOneValue(text))
    throw new UserError('wrong-layout', 'the file is JSON, but one value alone, and no record', {
      place: `${fileName}:1:1`,
      hint: 'A trajectory is an object or a list of them; export it again.',
    })
  throw new UserError('not-json', 'line 1, column 1: expected "{" or "[", found other text', {
    place: `${fileName}:1:1`,
    hint: 'The file is not JSON although its name says so; export the trajectory again.',
  })
}

/** Whether it is a string, a number, true, false or null, which is JSON too. */
function isOneValue(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function recogniseJsonOrRefuse(json: JsonText, values: unknown[], fileName: string): Recognition {
  const recognition = recogniseJson(values, json.isLines)
  if (recognition !== null) return recognition
  const names = FORMATS.map(({ name }) => name).join(', ')
  throw new UserError(
    'wrong-layout',
    `the file is JSON, but of no layout that Loupe knows${membersOf(values[0])}`,
    {
      place: `${fileName}:1:1`,
      hint: `Loupe reads ${names}; docs/import.md shows each of them.`,
    },
  )
}

function membersOf(value: unknown): string {
  if (Array.isArray(value)) return ` (a list of ${value.length})`
  if (typeof value !== 'object' || value === null) return ''
  const names = Object.keys(value)
    .slice(0, 6)
    // A fault quotes nothing of the file but what is plainly the name of a field.
    .map((name) => (/^[A-Za-z_][\w-]{0,30}$/.test(name) ? name : '…'))
  return names.length === 0 ? ' (an empty object)' : ` (its members: ${names.join(', ')})`
}

function commentWarning({ commentCount }: { commentCount: number }): string[] {
  return commentCount > 0 ? [`${commentCount} × leading comment line, left out`] : []
}

function documentWarnings(document: JsonDocument): string[] {
  const { truncatedLine } = document
  return [
    ...commentWarning(document),
    ...(truncatedLine === null ? [] : [`line ${truncatedLine} is cut off (still being written?), left out`]),
  ]
}
