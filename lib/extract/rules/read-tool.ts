import { speaks } from '../../memory/rule.ts'
import {
  type Found,
  hasExtension,
  isOwnFile,
  isScratch,
  isTestPath,
  jsonFields,
  normalPath,
  note,
  noteFolder,
  pathIn,
  type RunState,
  rewritesSource,
  writeFile,
} from './run-files.ts'
import { type SimpleCommand, splitShell } from './shell-split.ts'
import {
  BACKUP_PATH,
  COMMANDS,
  FILTER,
  HARNESS_SCRIPT,
  INSPECTS,
  INTERPRETER,
  MODULES,
  PROJECT_SCRIPT,
  RUNS_IN,
  SUBMIT_MARKER,
  SWE_AGENT_READS,
  TOOLS,
  WRAPPER,
} from './tables/command-rules.ts'

/** Notes what one action of a step does; `tool` is null where the layout names none. */
export function readAction(tool: string | null, text: string, state: RunState, found: Found): void {
  const name = tool?.toLowerCase() ?? ''
  const does = TOOLS.find(({ pattern }) => pattern.test(name))?.does ?? 'shell'
  if (does === 'submit') found.push('submit')
  else if (does === 'edit-by-command') readEditor(text, state, found)
  else if (does === 'write') {
    const fields = jsonFields(text)
    const said = /^\s*(edit|create)\b/.test(text) ? text : `${name} ${text}`
    // An input of named fields is nobody's command line, however much it looks like SWE-agent's `edit "old" "new"`.
    if (fields === null && readSweAgent(said, state, found)) return
    // A path inside of the new content is not the file that it goes to.
    const named = fields?.content === undefined ? text : text.replace(JSON.stringify(fields.content), '')
    writeFile(pathIn(named) ?? state.openFile ?? '', fields?.content ?? '', state, found)
  } else if (does === 'plan') {
    state.openFile = pathIn(text) ?? state.openFile
    found.push(text.includes('"instructions"') ? 'read' : 'submit')
  } else if (does === 'read') {
    note(pathIn(text), state)
    if (name === 'open') state.openFile = pathIn(text) ?? state.openFile
    found.push('read')
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
    found.push(isScratch(path, state) ? 'scratch-write' : isTestPath(path) ? 'test-write' : 'source-write')
    return true
  }
  if (command === 'submit' || command === 'exit_forfeit') {
    found.push('submit')
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
    found.push('read')
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
    found.push('read')
  } else if (command === 'undo_edit') {
    found.push('revert')
  } else if (command !== '') {
    writeFile(path, json?.file_text ?? text, state, found)
  }
}

/** Notes what each command of a command line does. */
function readShell(text: string, state: RunState, found: Found): void {
  if (speaks([SUBMIT_MARKER], text)) {
    found.push('submit')
    return
  }
  let folder = ''
  let fed: string | null = null
  for (const one of splitShell(text)) {
    // `cat <<EOF | python`: what is read is what the command before it was given.
    const command: SimpleCommand = one.piped && one.heredoc === null ? { ...one, heredoc: fed } : one
    fed = command.heredoc
    if (command.words[0] === 'cd') {
      const to = normalPath(command.words[1] ?? '')
      folder = to === '' || to.startsWith('/') || to.startsWith('~') || to === '..' ? '' : `${to}/`
    }
    readCommand(command, folder, state, found)
  }
}

/** The words from the program's name on: what only starts it, with its options, limit and assignments, is left out. */
function withoutWrappers(words: readonly string[]): string[] {
  let at = 0
  for (;;) {
    // By place: a copy of what is left would make a long line cost its square.
    const word = words[at] ?? ''
    const next = words[at + 1] ?? ''
    if (word === 'coverage' && next === 'run') return ['python', ...words.slice(at + 2)]
    if (word === 'command' && next.startsWith('-')) return words.slice(at) // `command -v`: where a program lies
    if (speaks([RUNS_IN], `${word} ${next}`)) at += 2
    else if (speaks([WRAPPER], word)) at += 1
    else return words.slice(at)
    while (words[at]?.startsWith('-')) at += /^-[fknosu]$/.test(words[at] ?? '') ? 2 : 1
    if (word === 'timeout') at += 1
    while (/^[A-Z_]+=/.test(words[at] ?? '')) at += 1
  }
}

function readCommand(command: SimpleCommand, folder: string, state: RunState, found: Found): void {
  const words = withoutWrappers(command.words)
  const name = baseName(words[0] ?? '')
  const args = words.slice(1)
  const files = args.filter((a) => !a.startsWith('-'))

  for (const path of command.writesTo)
    writeFile(
      path.startsWith('/') ? path : folder + normalPath(path),
      command.heredoc ?? args.join(' '),
      state,
      found,
    )
  if (command.writesTo.length > 0 && /^(?:|cat|echo|printf)$/.test(name)) return
  if (command.piped && speaks([FILTER], name) && !args.includes('-i')) return

  if (name === 'tee') {
    for (const path of files) writeFile(path, command.piped ? '' : (command.heredoc ?? ''), state, found)
  } else if (/^(?:sed|perl|ex|ed)$/.test(name)) readStreamEditor(name, args, state, found)
  else if (name === 'git' && files[0] === 'apply') writeFile('', '', state, found)
  else if (name === 'patch' || name === 'apply_patch') writeFile(files[0] ?? '', '', state, found)
  else if (name === 'cp' || name === 'mv') readCopy(name, files, state, found)
  else if (name === 'touch') for (const path of files) writeFile(path, '', state, found)
  else if (speaks([INTERPRETER], name)) readInterpreter(args, command.heredoc, state, found)
  else readByTable(words, files, folder, state, found)
}

/** What changes no file of the project; or a program run on, or from, something the agent made. */
function readByTable(words: string[], files: string[], folder: string, state: RunState, found: Found): void {
  const line = words.join(' ')
  const rule = COMMANDS.find(({ pattern }) => pattern.test(line))
  if (words[0] === 'mkdir') for (const path of files) noteFolder(path, state)
  if (rule?.sees) for (const path of files) note(path, state)
  if (rule?.kind) found.push(rule.kind)
  if (rule || baseName(words[0] ?? '') === 'git') return
  const touched = [words[0] ?? '', ...files].map(normalPath)
  if (speaks([PROJECT_SCRIPT], touched[0] ?? '') && !state.scratch.has(touched[0] ?? '')) {
    found.push('run-tests')
    return
  }
  if ([...touched, folder].some((path) => isOwnFile(path, state))) found.push('run-scratch')
}

function readStreamEditor(name: string, args: string[], state: RunState, found: Found): void {
  const inPlace = args.some((a) => /^-[a-zA-Z]*i/.test(a) || a === '--in-place')
  const files = args
    .filter((a) => !a.startsWith('-'))
    .slice(args.some((a) => a === '-e' || a === '-f') ? 0 : 1)
  if (!inPlace) {
    for (const path of files) note(path, state)
    found.push(name === 'sed' || name === 'perl' ? 'read' : 'source-write')
    return
  }
  for (const path of files.length > 0 ? files.slice(-1) : ['']) writeFile(path, '', state, found)
}

function readCopy(name: string, files: string[], state: RunState, found: Found): void {
  const from = files[0] ?? ''
  const to = files.at(-1) ?? ''
  if (speaks([BACKUP_PATH], to)) found.push(isOwnFile(normalPath(from), state) ? 'setup' : 'backup')
  else if (speaks([BACKUP_PATH], from)) found.push('revert')
  else if (name === 'cp' && isScratch(to, state) && !isScratch(from, state)) {
    state.copied.add(normalPath(from))
    found.push('setup')
  } else if (name === 'cp' && isScratch(from, state) && state.copied.has(normalPath(to))) found.push('revert')
  else if (isScratch(from, state) && isScratch(to, state)) {
    state.scratch.add(normalPath(to))
    found.push('setup')
  } else if (name === 'mv' || hasExtension(to)) writeFile(to, '', state, found)
}

function readInterpreter(args: string[], heredoc: string | null, state: RunState, found: Found): void {
  const after = (flag: string) => (args.includes(flag) ? (args[args.indexOf(flag) + 1] ?? '') : null)
  const body = after('-c') ?? heredoc
  const module = after('-m')
  if (body) readSnippet(body, state, found)
  else if (module) {
    const kind = MODULES.find(({ pattern }) => pattern.test(module))?.kind
    if (kind) found.push(kind)
  } else readScript(args, state, found)
}

function readSnippet(body: string, state: RunState, found: Found): void {
  if (rewritesSource(body, state)) found.push('source-write')
  else found.push(body.length <= 400 && speaks([INSPECTS], body) ? 'inspect' : 'run-snippet')
}

function readScript(args: string[], state: RunState, found: Found): void {
  const script = args.find((a, i) => !a.startsWith('-') && !/^-[WX]$/.test(args[i - 1] ?? ''))
  if (script === undefined) {
    if (args.some((a) => a === '--version' || a === '-V')) found.push('inspect')
    return
  }
  const path = normalPath(script)
  const isOwn = state.scratch.has(path)
  if (state.editScripts.has(path)) found.push('source-write')
  else if (speaks([HARNESS_SCRIPT], path) && !isOwn) found.push('setup')
  else if (speaks([PROJECT_SCRIPT], path) && !isOwn) {
    const builds = ['install', 'build_ext', 'develop'].some((word) => args.includes(word))
    found.push(builds ? 'setup' : 'run-tests')
  } else found.push(isTestPath(path) && !isOwn ? 'run-tests' : 'run-scratch')
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
