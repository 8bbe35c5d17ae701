import type { Stage } from '../../memory/category.ts'
import type { Step, Trajectory } from '../../memory/trajectory.ts'
import { type RunResult, resultOfStep, startUpNoiseOf } from './run-result.ts'
import { type SimpleCommand, splitShell } from './shell-split.ts'

/** What one command does, as far as its words tell. */
export type CommandKind =
  | 'read'
  | 'inspect'
  | 'source-write'
  | 'scratch-write'
  | 'test-write'
  | 'test-edit'
  | 'backup'
  | 'run-scratch'
  | 'run-tests'
  | 'run-snippet'
  | 'diff'
  | 'revert'
  | 'cleanup'
  | 'submit'
  | 'setup'

/** What the rules saw in one step, and the stage that follows from it alone (before any smoothing). */
export interface StepEvidence {
  step: number
  stage: Stage
  /** In the order of the command line; empty = no evidence. */
  kinds: CommandKind[]
  sourceEditedBefore: boolean
  result: RunResult
  /** Files of the repository that the step wrote. */
  sourceWrites: string[]
}

/** What has happened so far; carried from step to step. */
interface State {
  sourceEdited: boolean
  /** Files the agent made itself for trying things. */
  scratch: Set<string>
  /** Folders it made for trying things. */
  scratchFolders: Set<string>
  /** Scratch scripts whose body writes to source files. */
  editScripts: Set<string>
  /** Files of the repository of which it keeps a copy outside. */
  copied: Set<string>
  /** Files that were read before, so that writing them is an edit. */
  seen: Set<string>
  /** File shown in SWE-agent's window. */
  openFile: string | null
}

/** Evidence for each step, in order; it depends on the step itself and those before it, and for a refused step on its retry. */
export function stagesOfSteps(trajectory: Pick<Trajectory, 'steps'>): StepEvidence[] {
  const state: State = {
    sourceEdited: false,
    scratch: new Set(),
    scratchFolders: new Set(),
    editScripts: new Set(),
    copied: new Set(),
    seen: new Set(),
    openFile: null,
  }
  const noise = startUpNoiseOf(trajectory.steps)
  const evidence = trajectory.steps.map((step) => stageOfStep(step, state, noise))
  return evidence.map((e, i) => {
    const retry = evidence[i + 1]
    return retry && wasRejected(trajectory.steps[i]) ? { ...e, stage: retry.stage } : e
  })
}

/** The scaffold refused the answer's format and ran nothing: the next step is the same work, tried again. */
function wasRejected(step: Step | undefined): boolean {
  if (step === undefined || step.actions.some((a) => a.text.trim() !== '')) return false
  return step.observations.some((o) =>
    /exactly one action|format error|provide.{0,40}action|no tool calls? found/i.test(o.text.slice(0, 600)),
  )
}

function stageOfStep(step: Step, state: State, noise: ReadonlySet<string>): StepEvidence {
  const found: Found = { kinds: [], sourceWrites: [] }
  for (const action of step.actions) readAction(action.tool, action.text, state, found)
  const stage = strongest(found.kinds, state.sourceEdited)
  const evidence: StepEvidence = {
    step: step.n,
    stage,
    kinds: found.kinds,
    sourceEditedBefore: state.sourceEdited,
    result: hasResult(found.kinds) ? resultOfStep(step, found.kinds.includes('run-tests'), noise) : null,
    sourceWrites: found.sourceWrites,
  }
  if (found.kinds.includes('source-write')) state.sourceEdited = true
  return evidence
}

interface Found {
  kinds: CommandKind[]
  sourceWrites: string[]
}

const RUN_KINDS: readonly CommandKind[] = ['run-scratch', 'run-tests', 'run-snippet']

/** A run with the change taken back on purpose says nothing about the change. */
function hasResult(kinds: readonly CommandKind[]): boolean {
  return kinds.some((kind) => RUN_KINDS.includes(kind)) && !kinds.includes('revert')
}

/** Stage of a chain: EDIT over VERIFY or REPRODUCE over ANALYZE (research/trajectories.md §4). */
function strongest(kinds: readonly CommandKind[], edited: boolean): Stage {
  const has = (...wanted: CommandKind[]) => wanted.some((kind) => kinds.includes(kind))
  const isRestored =
    kinds.lastIndexOf('revert') > kinds.lastIndexOf('source-write') && has('source-write', 'revert')
  if (edited && isRestored && has('run-tests', 'run-scratch', 'run-snippet')) return 'VERIFY'
  if (has('source-write', 'backup') || (edited && has('test-edit'))) return 'EDIT'
  if (has('run-scratch', 'run-tests', 'run-snippet', 'scratch-write', 'test-write', 'test-edit')) {
    return edited ? 'VERIFY' : 'REPRODUCE'
  }
  if (edited && has('diff', 'revert', 'cleanup', 'submit')) return 'VERIFY'
  if (has('read', 'inspect', 'diff')) return 'ANALYZE'
  return 'OTHER'
}

// ---- tools

const READ_TOOLS = new Set(
  'open goto scroll_up scroll_down search_file search_dir find_file filemap read grep glob ls view read_file search list_files think_code webfetch websearch bashoutput notebookread'.split(
    ' ',
  ),
)
const SHELL_TOOLS = new Set(['bash', 'execute_bash', 'shell', 'run', 'terminal', 'exec_command'])
/** Tools that keep the agent's own books or hand work on: their input is no command line. */
const BOOKKEEPING_TOOLS = new Set(
  'todowrite todoread task agent exitplanmode enterplanmode askuserquestion skill slashcommand killshell killbash taskcreate taskupdate tasklist taskget taskoutput'.split(
    ' ',
  ),
)
const END_TOOLS = new Set(['submit', 'finish', 'task_complete', 'exit_forfeit'])

function readAction(tool: string | null, text: string, state: State, found: Found): void {
  const name = tool?.toLowerCase() ?? ''
  if (END_TOOLS.has(name)) found.kinds.push('submit')
  else if (BOOKKEEPING_TOOLS.has(name)) return
  else if (name === 'str_replace_editor' || name === 'str_replace_based_edit_tool')
    readEditor(text, state, found)
  else if (
    name === 'edit' ||
    name === 'write' ||
    name === 'multiedit' ||
    name === 'notebookedit' ||
    name === 'apply_patch' ||
    name === 'create'
  ) {
    if (readSweAgent(`${/^\s*(edit|create)\b/.test(text) ? '' : `${name} `}${text}`, state, found)) return
    writeFile(pathIn(text) ?? state.openFile ?? '', '', state, found)
  } else if (READ_TOOLS.has(name)) {
    note(pathIn(text), state)
    if (name === 'open') state.openFile = pathIn(text) ?? state.openFile
    found.kinds.push('read')
  } else if (name === '' || SHELL_TOOLS.has(name) || name === 'python') {
    if (!readSweAgent(text, state, found)) readShell(text, state, found)
  } else if (!readSweAgent(text, state, found)) readShell(text, state, found)
}

/** SWE-agent's own commands, whose multi-line bodies are not shell. True when the text was one. */
function readSweAgent(text: string, state: State, found: Found): boolean {
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
  if (/^(open|goto|scroll_up|scroll_down|search_file|search_dir|find_file|filemap)$/.test(command)) {
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

function readEditor(text: string, state: State, found: Found): void {
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

function jsonFields(text: string): Record<string, string> | null {
  if (!text.trimStart().startsWith('{')) return null
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null) return null
    return Object.fromEntries(
      Object.entries(parsed).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    )
  } catch {
    return null // not JSON after all: read as a command line
  }
}

// ---- shell

const READERS = new Set(
  'ls cat grep egrep fgrep rg ag ack find head tail nl less more wc tree file stat diff awk sort uniq cut od hexdump xxd strings jq which whereis locate fd bat zcat cmp md5sum sha256sum column tac du'.split(
    ' ',
  ),
)
const FILTERS = new Set(
  'grep egrep fgrep rg head tail sort uniq cut awk wc tee sed less more cat nl tr xargs column jq'.split(' '),
)
const NO_EVIDENCE = new Set(
  'cd pwd echo export set source . true false sleep mkdir clear env printenv alias unset test [ [[ date whoami exit'.split(
    ' ',
  ),
)
const INSTALLERS = new Set(
  'pip pip3 conda apt apt-get npm yarn pnpm poetry uv brew gem cargo-install'.split(' '),
)
const TEST_RUNNERS = new Set(
  'pytest py.test tox nosetests nose2 jest vitest mocha rspec phpunit ctest unittest runtests.py'.split(' '),
)
const SUBMIT_MARKER = /COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|MINI_SWE_AGENT_FINAL_OUTPUT/

function readShell(text: string, state: State, found: Found): void {
  if (SUBMIT_MARKER.test(text)) {
    found.kinds.push('submit')
    return
  }
  let folder = ''
  for (const command of splitShell(text)) {
    if (command.words[0] === 'cd') {
      const to = normalPath(command.words[1] ?? '')
      folder = to === '' || to.startsWith('/') || to.startsWith('~') || to === '..' ? '' : `${to}/`
    }
    readCommand(command, folder, state, found)
  }
}

const WRAPPER = /^(sudo|time|timeout|env|nohup|xvfb-run|command|then|do|else|if|while|!|npx|bunx|pnpx)$/

/** The words from the program's name on: what only starts it, its limit and an assignment are left out. */
function withoutWrappers(words: readonly string[]): string[] {
  let at = 0
  while (WRAPPER.test(words[at] ?? '')) {
    at += words[at] === 'timeout' ? 2 : 1
    if (/^[A-Z_]+=/.test(words[at] ?? '')) at += 1
  }
  return words.slice(at)
}

function readCommand(command: SimpleCommand, folder: string, state: State, found: Found): void {
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
  if (command.writesTo.length > 0 && (name === '' || name === 'cat' || name === 'echo' || name === 'printf'))
    return
  if (command.piped && name === 'tee') {
    for (const path of files) writeFile(path, '', state, found)
    return
  }
  if (command.piped && FILTERS.has(name) && !args.some((a) => a === '-i')) return
  if (name === 'tee') {
    for (const path of files) writeFile(path, command.heredoc ?? '', state, found)
  } else if (name === 'sed' || name === 'perl' || name === 'ex' || name === 'ed') {
    readStreamEditor(name, args, state, found)
  } else if (name === 'git') readGit(args, state, found)
  else if (name === 'patch' || name === 'apply_patch') writeFile(files[0] ?? '', '', state, found)
  else if (name === 'cp' || name === 'mv') readCopy(name, files, state, found)
  else if (name === 'touch') for (const path of files) writeFile(path, '', state, found)
  else if (name === 'rm' || name === 'unlink') found.kinds.push('cleanup')
  else if (INSTALLERS.has(name)) {
    if (name === 'npm' && /^(test|t)$/.test(args[0] ?? '')) found.kinds.push('run-tests')
    else found.kinds.push(/^(list|show|freeze)$/.test(args[0] ?? '') ? 'inspect' : 'setup')
  } else if (TEST_RUNNERS.has(name) || /(^|\/)bin\/test$/.test(words[0] ?? '')) found.kinds.push('run-tests')
  else if (
    /^(make|cargo|go|mvn|gradle|dotnet|gradlew)$/.test(name) &&
    args.some((a) => /^(test|check)/.test(a))
  ) {
    found.kinds.push('run-tests')
  } else if (/^(python|pypy|node|ruby|php|bash|sh|ipython|perl|deno|bun)[0-9.]*$/.test(name)) {
    readInterpreter(args, command.heredoc, state, found)
  } else if (NO_EVIDENCE.has(words[0] ?? '')) {
    if (name === 'mkdir') for (const path of files) noteFolder(path, state)
    if (name !== 'echo') found.kinds.push('setup')
  } else if (READERS.has(name)) {
    for (const path of files) note(path, state)
    found.kinds.push('read')
  } else if (
    [words[0] ?? '', ...files].some((path) => isOwnFile(normalPath(path), state)) ||
    isOwnFile(folder, state)
  ) {
    found.kinds.push('run-scratch') // a program run on, or from, something the agent made
  }
}

function readStreamEditor(name: string, args: string[], state: State, found: Found): void {
  const inPlace = args.some((a) => /^-[a-zA-Z]*i/.test(a) || a === '--in-place')
  const files = args
    .filter((a) => !a.startsWith('-'))
    .slice(args.some((a) => a === '-e' || a === '-f') ? 0 : 1)
  if (!inPlace) {
    for (const path of files) note(path, state)
    found.kinds.push(name === 'sed' || name === 'perl' ? 'read' : 'source-write')
    return
  }
  for (const path of files.length > 0 ? files.slice(-1) : ['']) writeFile(path, '', state, found)
}

function readGit(args: string[], state: State, found: Found): void {
  const sub = args.find((a) => !a.startsWith('-')) ?? ''
  if (sub === 'diff' || sub === 'status') found.kinds.push('diff')
  else if (/^(log|show|blame|grep|ls-files|branch|rev-parse|describe)$/.test(sub)) found.kinds.push('read')
  else if (/^(checkout|restore|reset|stash|revert|clean)$/.test(sub)) found.kinds.push('revert')
  else if (sub === 'apply') writeFile('', '', state, found)
  else if (/^(add|commit|config|init|rm|mv)$/.test(sub)) found.kinds.push('setup')
}

function readCopy(name: string, files: string[], state: State, found: Found): void {
  const from = files[0] ?? ''
  const to = files.at(-1) ?? ''
  if (/\.(bak|orig|backup|old)$/.test(to))
    found.kinds.push(isOwnFile(normalPath(from), state) ? 'setup' : 'backup')
  else if (/\.(bak|orig|backup|old)$/.test(from)) found.kinds.push('revert')
  else if (name === 'cp' && isScratch(to, state) && !isScratch(from, state)) {
    state.copied.add(normalPath(from))
    found.kinds.push('setup')
  } else if (name === 'cp' && isScratch(from, state) && state.copied.has(normalPath(to)))
    found.kinds.push('revert')
  else if (isScratch(from, state) && isScratch(to, state)) {
    state.scratch.add(normalPath(to))
    found.kinds.push('setup')
  } else if (name === 'mv' || hasExtension(to)) writeFile(to, '', state, found)
}

/** Body of a script that changes a file: it writes, and it names one that is not its own output. */
const REWRITES = /\bopen\s*\([^)]{0,200}['"][wa]\+?['"]|\.write_text\s*\(|fileinput\.|writeFileSync/

function readInterpreter(args: string[], heredoc: string | null, state: State, found: Found): void {
  const flag = args.indexOf('-c')
  const body = flag >= 0 ? (args[flag + 1] ?? '') : heredoc
  if (body !== null && body !== '') {
    if (rewritesSource(body, state)) {
      found.kinds.push('source-write')
      found.sourceWrites.push(...pathsIn(body))
    } else found.kinds.push(isInspection(body) ? 'inspect' : 'run-snippet')
    return
  }
  const moduleAt = args.indexOf('-m')
  const module = moduleAt >= 0 ? (args[moduleAt + 1] ?? '') : ''
  if (/^(pytest|unittest|nose|nose2|doctest|tox|django)$/.test(module)) found.kinds.push('run-tests')
  else if (/^(pip|venv|build|ensurepip)$/.test(module)) found.kinds.push('setup')
  else if (/^(py_compile|compileall|flake8|pyflakes|mypy|pylint|black|ruff)$/.test(module))
    found.kinds.push('run-tests')
  else if (module !== '') found.kinds.push('run-snippet')
  else {
    const script = args.find((a) => !a.startsWith('-'))
    if (script === undefined) {
      if (args.some((a) => a === '--version' || a === '-V')) found.kinds.push('inspect')
      return
    }
    const path = normalPath(script)
    if (state.editScripts.has(path)) {
      found.kinds.push('source-write')
    } else if (/(^|\/)(runtests|run_tests|manage|setup)\.py$/.test(path) && !state.scratch.has(path)) {
      found.kinds.push(
        args.includes('install') || args.includes('build_ext') || args.includes('develop')
          ? 'setup'
          : 'run-tests',
      )
    } else if (isTestPath(path) && !state.scratch.has(path)) found.kinds.push('run-tests')
    else found.kinds.push('run-scratch')
  }
}

/** A snippet that only looks: versions, signatures, source of an installed thing. */
function isInspection(body: string): boolean {
  if (body.length > 400) return false
  return /__version__|__file__|getsource|getfile|signature\(|\bhelp\(|\bdir\(|__mro__|sys\.(path|version)/.test(
    body,
  )
}

function rewritesSource(body: string, state: State): boolean {
  if (!REWRITES.test(body)) return false
  return pathsIn(body).some(
    (path) => (path.includes('/') || state.seen.has(path)) && !isScratch(path, state) && !isTestPath(path),
  )
}

// ---- files

function writeFile(path: string, body: string, state: State, found: Found): void {
  const clean = normalPath(path)
  if (clean !== '' && isScratch(clean, state)) {
    state.scratch.add(clean)
    if (rewritesSource(body, state)) {
      state.editScripts.add(clean)
      found.kinds.push('source-write')
    } else {
      state.editScripts.delete(clean)
      found.kinds.push('scratch-write')
    }
  } else if (isTestPath(clean)) found.kinds.push(state.seen.has(clean) ? 'test-edit' : 'test-write')
  else {
    found.kinds.push('source-write')
    if (clean !== '') found.sourceWrites.push(clean)
  }
}

const SCRATCH_FOLDER = /^(repro|tmp|temp|my_|debug|issue|demo|scratch|test_(app|proj|repro))/i
/** Files of a repository's root that an agent edits without having read them. */
const KNOWN_ROOT_FILE =
  /^(setup\.|conftest\.|tox\.|pyproject\.|README|CHANGE|CHANGELOG|NEWS|HISTORY|Makefile|package|AUTHORS|\.)/

/** A file the agent made to try things: its own before, in a temporary or self-made folder, or an unseen one in the root. */
function isScratch(path: string, state: State): boolean {
  const clean = normalPath(path)
  if (clean === '') return false
  if (isOwnFile(clean, state) || /^\/?(tmp|var\/tmp)\//.test(clean)) return true
  if (!isRootFile(clean)) return SCRATCH_FOLDER.test(clean)
  return !state.seen.has(clean) && !KNOWN_ROOT_FILE.test(clean)
}

/** True for what the agent made before, and for all in a folder that it made. */
function isOwnFile(path: string, state: State): boolean {
  return path !== '' && (state.scratch.has(path) || state.scratchFolders.has(path.split('/')[0] ?? ''))
}

function noteFolder(path: string, state: State): void {
  const top = normalPath(path).split('/')[0] ?? ''
  if (SCRATCH_FOLDER.test(top)) state.scratchFolders.add(top)
}

function isTestPath(path: string): boolean {
  return (
    /(^|\/)(tests?|testing|spec|__tests__)\//.test(path) ||
    /(^|\/)(test_[^/]*|[^/]*_test|[^/]*\.(test|spec))\.[a-z]+$/.test(path)
  )
}

function isRootFile(path: string): boolean {
  return path !== '' && !path.includes('/')
}

function note(path: string | null | undefined, state: State): void {
  if (path && !isOwnFile(normalPath(path), state)) state.seen.add(normalPath(path))
}

/** Without the working folder in front, so that `/testbed/a.py`, `./a.py` and `a.py` are one file. */
function normalPath(path: string): string {
  return path
    .replace(/^["']|["']$/g, '')
    .replace(/^(\/testbed|\/workspace\/[^/]+|\/repo|\/app|\/[a-z0-9-]+__[A-Za-z0-9._-]+)\//, '')
    .replace(/^\.\//, '')
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function hasExtension(path: string): boolean {
  return /\.[a-z0-9]{1,6}$/i.test(path)
}

function pathIn(text: string): string | null {
  return jsonFields(text)?.path ?? jsonFields(text)?.file_path ?? pathsIn(text)[0] ?? null
}

function pathsIn(text: string): string[] {
  return [
    ...text.matchAll(
      /[\w./-]{1,200}\.(?:pyx?|pyi|js|jsx|ts|tsx|go|rs|java|rb|php|c|h|cpp|cfg|toml|ini|rst|md|txt|html|json|ya?ml|po)\b/g,
    ),
  ].map((m) => normalPath(m[0]))
}
