import { matchesOf } from '../../memory/text/matches-of.ts'
import type { Step } from '../../memory/trajectory.ts'
import { jsonFields } from './run-files.ts'
import type { StepEvidence } from './stage-of-step.ts'

interface Change {
  /** Null when the command does not show what it replaces. */
  old: string | null
  new: string
}

const LONGEST_COMMAND = 20_000

/** Replacements in the commands of steps that write source; their new text is what later outputs can confirm. */
export function changesOf(steps: readonly Step[], evidence: readonly StepEvidence[]): Change[] {
  return steps.flatMap((step, i) =>
    evidence[i]?.kinds.includes('source-write')
      ? step.actions.flatMap(({ text }) => replacementsIn(text.slice(0, LONGEST_COMMAND)))
      : [],
  )
}

const SED_SUBSTITUTE = /\bs([/|#,@~])((?:\\.|(?!\1)[^\n]){1,400})\1((?:\\.|(?!\1)[^\n]){0,600})\1[gIi]*/g
/** `12,14c\ text`, `12a\ text`, `12i text`. */
const SED_LINES =
  /(?:\b\d+(?:,\d+)?|(?<![\w/])\/[^\n/]{1,200}\/\s?)([cai])\\?[\\\s]*((?:[^'\n]|\\\n|\n(?=[^\n]*\\?\n?)){4,3000}?)(?='|"\s|$)/g
const PYTHON_REPLACE =
  /\.replace\(\s*(?:r|f)?(["'])((?:\\.|(?!\1)[^\n\\]){2,400})\1\s*,\s*(?:r|f)?(["'])((?:\\.|(?!\3)[^\n\\]){0,400})\3/g
const PYTHON_BLOCKS =
  /\b\w*(?:old|search|target|before)\w*\s*=\s*[rf]?("""|''')([\s\S]{2,3000}?)\1\s*(?:#[^\n]*)?\n+\s*\w*(?:new|replace\w*|after|fixed)\w*\s*=\s*[rf]?("""|''')([\s\S]{2,3000}?)\3/g
const EDITOR = /--old_str\s+(["'])([\s\S]{2,3000}?)\1\s+--new_str\s+(["'])([\s\S]{0,3000}?)\3(?=\s|$)/g
const SWE_EDIT = /^\s*edit \d+:\d+\n([\s\S]{2,3000}?)(?:\nend_of_edit|$)/g
const CONFLICT = /<<<<<<< SEARCH\n([\s\S]{2,3000}?)\n=======\n([\s\S]{0,3000}?)\n>>>>>>>/g

function replacementsIn(text: string): Change[] {
  const fields = jsonFields(text)
  if (fields !== null) return byFields(fields)
  const found: Change[] = []
  const add = (old: string | null, now: string) =>
    found.push({ old: old === null ? null : unescaped(old), new: unescaped(now) })
  if (/\bsed\b[^\n]*\s-[a-zA-Z]*i/.test(text)) {
    for (const m of matchesOf(text, SED_SUBSTITUTE)) add(m[2] ?? '', m[3] ?? '')
    for (const m of matchesOf(text, SED_LINES)) add(m[1] === 'c' ? null : '', m[2] ?? '')
  }
  for (const m of matchesOf(text, PYTHON_REPLACE)) add(m[2] ?? '', m[4] ?? '')
  for (const m of matchesOf(text, PYTHON_BLOCKS)) add(m[2] ?? '', m[4] ?? '')
  for (const m of matchesOf(text, EDITOR)) add(m[2] ?? '', m[4] ?? '')
  for (const m of matchesOf(text, CONFLICT)) add(m[1] ?? '', m[2] ?? '')
  for (const m of matchesOf(text, SWE_EDIT)) add(null, m[1] ?? '')
  return found
}

/** The input of an editor that names its fields: Claude Code's, OpenHands', and files written whole. */
function byFields(fields: Record<string, string>): Change[] {
  const now = fields.new_string ?? fields.new_str ?? fields.content ?? fields.file_text
  return now === undefined ? [] : [{ old: fields.old_string ?? fields.old_str ?? null, new: now }]
}

function unescaped(text: string): string {
  return text.replace(/\\n/g, '\n').replace(/\\([\\/.[\]*^$'"&|#(){} ])/g, '$1')
}
