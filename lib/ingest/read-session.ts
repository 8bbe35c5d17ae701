import { atof } from './formats/atof.ts'
import { claudeCode } from './formats/claude-code/claude-code.ts'
import { codexExec } from './formats/codex/exec.ts'
import { codexRollout } from './formats/codex/rollout.ts'
import { geminiCli } from './formats/gemini-cli.ts'
import { opencode } from './formats/opencode.ts'
import type { SessionFormat, SessionLine } from './formats/session-format.ts'
import type { JsonLine, JsonText } from './parse-json.ts'

/** Layouts in which one file is a session. A new one is a new file and a line here. */
export const SESSION_FORMATS: readonly SessionFormat[] = [
  claudeCode,
  codexRollout,
  codexExec,
  atof,
  geminiCli,
  opencode,
]

/** Values that are looked at to recognise a layout; session files start with a few lines of bookkeeping. */
const SAMPLE_VALUES = 20
/** Lines that are looked at before a file is taken for something else, broken ones too. Ours. */
const MOST_TRIED = 400

/** The first values of a file. */
export function sampleOf(json: JsonText): unknown[] {
  return json.sample(SAMPLE_VALUES, MOST_TRIED).flatMap(({ value, fault }) => (fault === null ? [value] : []))
}

/** The layout of a session by its first values; null when it is none. */
export function sessionFormatOf(values: readonly unknown[]): SessionFormat | null {
  return SESSION_FORMATS.find(({ detect }) => detect(values)) ?? null
}

/** The lines that could be read. A broken or half-written line costs that line and a warning, not the session. */
export function sessionLines(read: readonly JsonLine[]): { lines: SessionLine[]; warnings: string[] } {
  const isEvent = ({ value, fault }: JsonLine) =>
    fault === null && typeof value === 'object' && value !== null
  const lines = read.filter(isEvent).map(({ line, value }) => ({ line, value }))
  const broken = read.filter((one) => !isEvent(one)).map(({ line }) => line)
  const few = broken.slice(0, 5).join(', ')
  const more = broken.length > 5 ? ` and ${broken.length - 5} more` : ''
  const warning = `${broken.length} × line that is not whole JSON (still being written?), left out: ${few}${more}`
  return { lines, warnings: broken.length > 0 ? [warning] : [] }
}
