import { createHash } from 'node:crypto'
import { UserError } from '../memory/errors.ts'
import type { Trajectory } from '../memory/trajectory.ts'
import { atif } from './formats/atif.ts'
import type { Format } from './formats/format.ts'
import { miniSweAgent1 } from './formats/mini-swe-agent-1.ts'
import { miniSweAgent11 } from './formats/mini-swe-agent-1-1.ts'
import { miniSweAgentBare } from './formats/mini-swe-agent-bare.ts'
import type { SessionFormat, SessionLine } from './formats/session-format.ts'
import { sweAgentTraj } from './formats/swe-agent-traj.ts'
import { type JsonDocument, readJson } from './parse-json.ts'
import { findSessionFormat, readSessionLines, sessionFormatOf } from './read-session.ts'
import { readText } from './read-text.ts'
import { type Recognition, recogniseJson, recogniseText, SAMPLE_RECORDS } from './recognise.ts'
import { whatToDo } from './what-to-do.ts'

/** The layouts that are read, in the order they are tried. A new layout is a new file and a line here. */
export const FORMATS: readonly Format[] = [
  miniSweAgent11,
  miniSweAgent1,
  miniSweAgentBare,
  sweAgentTraj,
  atif,
]

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
  const text = readText(bytes, fileName)
  if (!/^\s*(?:[{[]|\/\/)/.test(text)) return named(recogniseOrRefuse(text, fileName))
  const session = findSessionFormat(text)
  if (session !== null) return readSession(text, session, fileName)
  const sample = readJson(text, fileName, SAMPLE_RECORDS)
  const whole = sample.isLines ? null : sessionFormatOf(sample.records.map(({ value }) => value))
  if (whole !== null) return sessionResult(whole, sample.records, fileName, documentWarnings(sample))
  const format = FORMATS.find(({ detect }) => detect(sample.records[0]?.value))
  if (format === undefined) return named(recogniseJsonOrRefuse(sample, fileName), documentWarnings(sample))
  const document = sample.isLines ? readJson(text, fileName) : sample
  return {
    format: format.name,
    status: 'recognised',
    trajectories: readRecords(document, format, fileName),
    recordHashes: document.isLines
      ? document.records.map(({ value }) => contentHash(Buffer.from(JSON.stringify(value))))
      : null,
    ownHashes: document.records.map(({ value }) => formatOf(value, format)?.ownHash?.(value) ?? null),
    warnings: documentWarnings(document),
  }
}

/** SHA-256 of the bytes as 64 hex digits: the identity of a file, so that a second import finds it present. */
export function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function readSession(text: string, format: SessionFormat, fileName: string): IngestResult {
  const { lines, warnings } = readSessionLines(text)
  return sessionResult(format, lines, fileName, warnings)
}

function sessionResult(
  format: SessionFormat,
  lines: readonly SessionLine[],
  fileName: string,
  warnings: string[],
): IngestResult {
  const read = format.parse(lines, fileName)
  return {
    format: format.name,
    status: read.trajectories.length > 0 ? 'recognised' : 'not-a-trajectory',
    trajectories: read.trajectories,
    recordHashes: read.recordTexts.map((record) => contentHash(Buffer.from(record))),
    ownHashes: read.trajectories.map(() => null),
    warnings: [...warnings, ...read.warnings],
  }
}

function readRecords(document: JsonDocument, first: Format, fileName: string): Trajectory[] {
  return document.records.map(({ value, line }, i) => {
    const source = { fileName, record: document.isLines ? i + 1 : null }
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

/** Text that claims by its ending to be JSON is a fault; other text is named and left alone. */
function recogniseOrRefuse(text: string, fileName: string): Recognition {
  if (!/\.(?:jsonl?|ndjson|traj)$/i.test(fileName)) return recogniseText(text)
  throw new UserError('not-json', 'line 1, column 1: expected "{" or "[", found other text', {
    place: `${fileName}:1:1`,
    hint: 'The file is not JSON although its name says so; export the trajectory again.',
  })
}

function recogniseJsonOrRefuse(document: JsonDocument, fileName: string): Recognition {
  const values = document.records.map(({ value }) => value)
  const recognition = recogniseJson(values, document.isLines)
  if (recognition !== null) return recognition
  const names = FORMATS.map(({ name }) => name).join(', ')
  throw new UserError(
    'wrong-layout',
    `the file is JSON, but of no layout that Loupe knows${membersOf(values[0])}`,
    {
      place: `${fileName}:${document.records[0]?.line ?? 1}:1`,
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

function documentWarnings({ commentCount, truncatedLine }: JsonDocument): string[] {
  return [
    ...(commentCount > 0 ? [`${commentCount} × leading comment line, left out`] : []),
    ...(truncatedLine === null ? [] : [`line ${truncatedLine} is cut off (still being written?), left out`]),
  ]
}
