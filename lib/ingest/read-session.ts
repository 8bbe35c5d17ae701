import { claudeCode } from './formats/claude-code/claude-code.ts'
import type { SessionFormat, SessionLine } from './formats/session-format.ts'
import { checkJson } from './parse-json.ts'

/** Layouts in which one file is a session. A new one is a new file and a line here. */
export const SESSION_FORMATS: readonly SessionFormat[] = [claudeCode]

/** Lines that are looked at to recognise a session, and the longest of them in characters. */
const SAMPLE_LINES = 20
const LONGEST_SAMPLE = 300_000
/** Lines that are looked at before a file is taken for something else, broken ones too. Ours. */
const MOST_TRIED = 400

/** The layout of a session file by its first lines; null when it is none. Never throws. */
export function findSessionFormat(text: string): SessionFormat | null {
  const values: unknown[] = []
  for (const { line, number } of linesOf(text)) {
    if (values.length === SAMPLE_LINES || number > MOST_TRIED) break
    if (line.length > LONGEST_SAMPLE) continue
    const value = parseLine(line)
    if (value !== undefined) values.push(value)
  }
  return sessionFormatOf(values)
}

/** The layout of a session by its first values; null when it is none. */
export function sessionFormatOf(values: readonly unknown[]): SessionFormat | null {
  return SESSION_FORMATS.find(({ detect }) => detect(values)) ?? null
}

/** The lines that can be read. A broken or half-written line costs that line and a warning, not the session. */
export function readSessionLines(text: string): { lines: SessionLine[]; warnings: string[] } {
  const lines: SessionLine[] = []
  const broken: number[] = []
  for (const { line, number } of linesOf(text)) {
    const value = parseLine(line)
    if (value === undefined) broken.push(number)
    else lines.push({ line: number, value })
  }
  const few = broken.slice(0, 5).join(', ')
  const more = broken.length > 5 ? ` and ${broken.length - 5} more` : ''
  const warning = `${broken.length} × line that is not whole JSON (still being written?), left out: ${few}${more}`
  return { lines, warnings: broken.length > 0 ? [warning] : [] }
}

function* linesOf(text: string): Generator<{ line: string; number: number }> {
  let number = 0
  for (let at = 0; at < text.length; ) {
    const feed = text.indexOf('\n', at)
    const end = feed === -1 ? text.length : feed
    const line = text.slice(at, end).trim()
    number++
    if (line !== '' && !line.startsWith('//')) yield { line, number }
    at = end + 1
  }
}

/** Undefined for what is not JSON, nests too deep or holds a name that is not allowed. */
function parseLine(line: string): unknown {
  // A fault costs more than a look, and a file may hold millions.
  if (!'{['.includes(line.charAt(0)) || !'}]'.includes(line.charAt(line.length - 1))) return undefined
  try {
    checkJson(line, 'line')
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}
