import { speaks } from '../../memory/rule.ts'
import { readShell } from './read-shell.ts'
import {
  type Found,
  isScratch,
  isTestPath,
  jsonFields,
  note,
  pathIn,
  type RunState,
  writeFile,
} from './run-files.ts'
import { splitShell } from './shell-split.ts'
import { SWE_AGENT_READS, TOOLS } from './tables/command-rules.ts'

/** Notes what one action of a step does; `tool` is null where the layout names none. */
export function readAction(tool: string | null, text: string, state: RunState, found: Found): void {
  const name = tool?.toLowerCase() ?? ''
  const does = TOOLS.find(({ pattern }) => pattern.test(name))?.does ?? 'shell'
  if (does === 'submit') found.kinds.push('submit')
  else if (does === 'edit-by-command') readEditor(text, state, found)
  else if (does === 'write') {
    const fields = jsonFields(text)
    const said = /^\s*(edit|create)\b/.test(text) ? text : `${name} ${text}`
    // An input of named fields is nobody's command line, however much it looks like SWE-agent's `edit "old" "new"`.
    if (fields === null && readSweAgent(said, state, found)) return
    writeFile(pathIn(text) ?? state.openFile ?? '', fields?.content ?? '', state, found)
  } else if (does === 'read') {
    note(pathIn(text), state)
    if (name === 'open') state.openFile = pathIn(text) ?? state.openFile
    found.kinds.push('read')
  } else if (does === 'shell' && !readSweAgent(text, state, found)) readShell(text, state, found)
}

/** SWE-agent's own commands, whose multi-line bodies are not shell. True when the text was one. */
function readSweAgent(text: string, state: RunState, found: Found): boolean {
  const trimmed = text.trim()
  const head = /^([a-z_]+)\b[ \t]*([^\n]*)/.exec(trimmed)
  const command = head?.[1] ?? ''
  const rest = head?.[2] ?? ''
  if (command === 'str_replace_editor') {
    readEditor(rest === '' ? trimmed : trimmed.slice('str_replace_editor'.length), state, found)
    return true
  }
  if (command === 'edit' || command === 'insert') {
    if (!/^\d+|"|'|end_of_edit/.test(rest) && !trimmed.includes('end_of_edit')) return false
    writeFile(state.openFile ?? '', trimmed, state, found)
    return true
  }
  if (command === 'create') {
    const path = rest.trim().replace(/^["']|["']$/g, '')
    state.openFile = path
    if (isScratch(path, state)) state.scratch.add(path)
    found.kinds.push(
      isScratch(path, state) ? 'scratch-write' : isTestPath(path) ? 'test-write' : 'source-write',
    )
    if (found.kinds.at(-1) === 'source-write') found.sourceWrites.push(path)
    return true
  }
  if (command === 'submit' || command === 'exit_forfeit') {
    found.kinds.push('submit')
    return true
  }
  if (speaks([SWE_AGENT_READS], command)) {
    if (command === 'open') {
      state.openFile =
        rest
          .trim()
          .split(/\s+/)[0]
          ?.replace(/^["']|["']$/g, '') ?? state.openFile
      note(state.openFile, state)
    }
    found.kinds.push('read')
    return true
  }
  return false
}

function readEditor(text: string, state: RunState, found: Found): void {
  const json = jsonFields(text)
  const words = json === null ? (splitShell(text)[0]?.words ?? []) : []
  const command = json?.command ?? words[0] ?? ''
  const path = json?.path ?? words[1] ?? ''
  if (command === 'view') {
    note(path, state)
    found.kinds.push('read')
  } else if (command === 'undo_edit') {
    found.kinds.push('revert')
  } else if (command !== '') {
    writeFile(path, json?.file_text ?? text, state, found)
  }
}
