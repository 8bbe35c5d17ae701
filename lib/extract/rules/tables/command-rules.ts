import type { Pattern } from '../../../memory/rule.ts'

/* What commands do, as data: the words of one command (or a name or path in it), and what they are a sign of. */

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

interface CommandRule extends Pattern {
  /** Null where it is known to say nothing. */
  kind: CommandKind | null
  /** The files it names have been looked at. */
  sees?: true
}

/** A program by its name, wherever it lies, and the words after it. */
const program = (names: string, rest = '(?= |$)') => new RegExp(`^(?:[^ ]*/)?(?:${names})${rest}`)
const git = (verbs: string) => program('git', `(?: -[Cc] [^ ]+| -(?![Cc] )[^ ]*)* (?:${verbs})(?= |$)`)
const INSTALLERS = 'pip3?|conda|apt|apt-get|npm|yarn|pnpm|poetry|uv|brew|gem|cargo-install'

/** Commands that change no file of the project, by their words; the first that speaks decides. */
export const COMMANDS: readonly CommandRule[] = [
  {
    kind: 'diff',
    pattern: git('diff|status'),
    says: ['git diff --stat', 'git --no-pager diff'],
    not: ['git log', 'digit diff'],
  },
  {
    kind: 'read',
    pattern: git('log|show|blame|grep|ls-files|branch|rev-parse|describe'),
    says: ['git log -3', 'git blame a.py'],
    not: ['git commit', 'git -C log stash'],
  },
  {
    kind: 'revert',
    pattern: git('checkout|restore|reset|stash|revert|clean'),
    says: ['git checkout -- a.py', 'git stash'],
    not: ['git status', 'git apply fix.patch'],
  },
  {
    kind: 'setup',
    pattern: git('add|commit|config|init|rm|mv'),
    says: ['git add -A', 'git config user.name x'],
    not: ['git diff', 'rm a.py'],
  },
  {
    kind: 'cleanup',
    pattern: program('rm|unlink'),
    says: ['rm -rf build', '/bin/rm a.py'],
    not: ['rmdir build', 'git rm a.py'],
  },
  {
    kind: 'run-tests',
    pattern: program('npm|yarn|pnpm', ' (?:run )?(?:test|t)(?:[:-][^ ]+)?(?= |$)'),
    says: ['npm test', 'npm t -- -u', 'npm run test', 'yarn test', 'pnpm run test:unit'],
    not: ['npm install', 'npm run build', 'npm install test'],
  },
  {
    kind: 'inspect',
    pattern: program(INSTALLERS, ' (?:list|show|freeze)(?= |$)'),
    says: ['pip list', 'pip show django'],
    not: ['pip install list', 'ls list'],
  },
  {
    kind: 'setup',
    pattern: program(INSTALLERS),
    says: ['pip install -e .', 'apt-get update', 'npm run build'],
    not: ['pipx run black', 'python -m pip'],
  },
  {
    kind: 'run-tests',
    pattern: program(
      'pytest|py[.]test|tox|nosetests|nose2|jest|vitest|mocha|rspec|phpunit|ctest|unittest|runtests[.]py|bin/test',
    ),
    says: ['pytest -q tests', '/usr/bin/tox', './tests/runtests.py admin', 'bin/test sympy'],
    not: ['test -f a.py', 'pytest-watch'],
  },
  {
    kind: 'run-tests',
    pattern: program('make|cargo|go|mvn|gradle|dotnet|gradlew', '(?= ).* (?:test|check)'),
    says: ['make -j2 check', 'go test ./...', './gradlew test'],
    not: ['make', 'go build ./test', 'cargo build'],
  },
  { kind: null, pattern: /^echo(?= |$)/, says: ['echo done'], not: ['/bin/echo done', 'echoes'] },
  {
    kind: 'setup',
    pattern:
      /^(?:cd|pwd|export|set|source|[.]|true|false|sleep|mkdir|clear|printenv|alias|unset|test|\[|\[\[|date|whoami|exit)(?= |$)/,
    says: ['cd src', '. venv/bin/activate', '[ -f a.py ]', 'pwd'],
    not: ['cdrom', './run', 'pwdx 1'],
  },
  {
    kind: 'read',
    sees: true,
    pattern: program(
      'ls|cat|grep|egrep|fgrep|rg|ag|ack|find|head|tail|nl|less|more|wc|tree|file|stat|diff|awk|sort|uniq|cut|od|hexdump|xxd|strings|jq|which|whereis|locate|fd|bat|zcat|cmp|md5sum|sha256sum|column|tac|du',
    ),
    says: ['ls -la', 'cat a.py', '/usr/bin/grep -n x a.py', 'diff a.py b.py'],
    not: ['lsof', 'git diff', 'catalog'],
  },
]

/** Modules that Python runs by name. */
export const MODULES: readonly CommandRule[] = [
  {
    kind: 'run-tests',
    pattern: /^(?:pytest|unittest|nose|nose2|doctest|tox|django)$/,
    says: ['pytest', 'unittest'],
    not: ['pytest_cov', 'http.server'],
  },
  { kind: 'setup', pattern: /^(?:pip|venv|build|ensurepip)$/, says: ['pip', 'venv'], not: ['pipdeptree'] },
  {
    kind: 'run-tests',
    pattern: /^(?:py_compile|compileall|flake8|pyflakes|mypy|pylint|black|ruff)$/,
    says: ['py_compile', 'mypy'],
    not: ['mypy.stubgen'],
  },
  { kind: 'run-snippet', pattern: /./, says: ['http.server', 'mypackage'], not: [''] },
]

/** What a harness's tool does, by its name. */
export const TOOLS: readonly (Pattern & {
  does: 'submit' | 'nothing' | 'edit-by-command' | 'write' | 'plan' | 'read'
})[] = [
  {
    does: 'submit',
    pattern: /^(?:submit|finish|finished|task_complete|exit_forfeit)$/,
    says: ['submit', 'finish'],
    not: ['task'],
  },
  {
    // They keep the agent's own books or hand work on: their input is no command line.
    does: 'nothing',
    pattern:
      /^(?:todowrite|todoread|task|agent|exitplanmode|enterplanmode|askuserquestion|skill|slashcommand|killshell|killbash|taskcreate|taskupdate|tasklist|taskget|taskoutput|write_todos|save_memory|update_plan|mcp__.{1,200})$/,
    says: ['todowrite', 'task'],
    not: ['task_complete', 'write'],
  },
  {
    does: 'edit-by-command',
    pattern: /^(?:str_replace_editor|str_replace_based_edit_tool|editactionarguments)$/,
    says: ['str_replace_editor'],
    not: ['str_replace'],
  },
  {
    does: 'write',
    pattern:
      /^(?:edit|write|multiedit|notebookedit|apply_patch|create|write_file|edit_file|replace|patch|editcode|search_replace|clarifycodechange|specify_lines)$/,
    says: ['edit', 'apply_patch'],
    not: ['editor', 'notebookread'],
  },
  {
    // moatless: it names the next change, or says that there is none.
    does: 'plan',
    pattern: /^plantocode$/,
    says: ['plantocode'],
    not: ['plan'],
  },
  {
    does: 'read',
    pattern:
      /^(?:open|goto|scroll_up|scroll_down|search_file|search_dir|find_file|filemap|read|grep|glob|ls|view|read_file|search|list_files|think_code|webfetch|websearch|bashoutput|notebookread|read_many_files|list_directory|list_dir|search_file_content|grep_search|file_search|codebase_search|web_fetch|google_web_search|identify|request_for_change|searchcode|identifycode|deciderelevance|semanticsearch|find(?:class|function|codesnippet)|viewcode)$/,
    says: ['open', 'read_file', 'glob'],
    not: ['bash', 'opened'],
  },
]

/** SWE-agent's own commands that only look. */
export const SWE_AGENT_READS: Pattern = {
  pattern: /^(?:open|goto|scroll_up|scroll_down|search_file|search_dir|find_file|filemap)$/,
  says: ['open', 'search_dir'],
  not: ['edit', 'find'],
}

/** The line on which a harness ends the run. */
export const SUBMIT_MARKER: Pattern = {
  pattern: /COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|MINI_SWE_AGENT_FINAL_OUTPUT/,
  says: ['echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT'],
  not: ['echo submit'],
}

/** The scaffold refused the answer's format. */
export const REFUSED: Pattern = {
  pattern: /exactly one action|format error|provide.{0,40}action|no tool calls? found/i,
  says: ['Please always provide EXACTLY ONE action', 'No tool call found'],
  not: ['SyntaxError: invalid format'],
}

/** Only starts what follows it. */
export const WRAPPER: Pattern = {
  pattern:
    /^(?:sudo|time|timeout|env|nohup|nice|stdbuf|exec|xvfb-run|command|then|do|else|if|while|!|npx|bunx|pnpx)$/,
  says: ['sudo', 'timeout', 'npx'],
  not: ['times', 'done', 'executor'],
}

/** Two words that only start what follows them, in an environment of the project. */
export const RUNS_IN: Pattern = {
  pattern: /^(?:(?:poetry|uv|pipenv|hatch|pdm|rye) run|bundle exec|p?npm exec|pnpm dlx)$/,
  says: ['poetry run', 'uv run', 'bundle exec', 'npm exec'],
  not: ['npm run', 'coverage run', 'poetry install'],
}

/** Behind a pipe it only shows less of what came before. */
export const FILTER: Pattern = {
  pattern: /^(?:grep|egrep|fgrep|rg|head|tail|sort|uniq|cut|awk|wc|sed|less|more|cat|nl|tr|xargs|column|jq)$/,
  says: ['grep', 'head'],
  not: ['python', 'patch'],
}

/** Programs that run what they are given. */
export const INTERPRETER: Pattern = {
  pattern: /^(?:python|pypy|node|ruby|php|bash|sh|ipython|perl|deno|bun)[0-9.]*$/,
  says: ['python', 'python3.11', 'sh'],
  not: ['pythonw', 'zsh'],
}

/** Body of a script that changes a file. */
export const REWRITES: Pattern = {
  pattern: /\bopen\s*\([^)]{0,200}['"][wa]\+?['"]|\.write_text\s*\(|fileinput\.|writeFileSync/,
  says: ["open(p, 'w')", 'Path(p).write_text(x)', "fs.writeFileSync('a')"],
  not: ["open(p, 'r')", 'open(p)', 'print(x)'],
}

/** A snippet that only looks: versions, signatures, source of an installed thing. */
export const INSPECTS: Pattern = {
  pattern:
    /__version__|__file__|getsource|getfile|signature\(|\bhelp\(|\bdir\(|__mro__|sys\.(?:path|version)/,
  says: ['print(django.__version__)', 'import sys; print(sys.path)', 'help(dict)'],
  not: ['print(paginate(rows))', 'os.mkdir(p)'],
}

/** Kept aside before a change. */
export const BACKUP_PATH: Pattern = {
  pattern: /\.(?:bak|orig|backup|old)$/,
  says: ['a.py.bak', 'a.py.orig'],
  not: ['a.py', 'old.py'],
}

/** Runs the tests of a project, or builds it, by a script of its own. */
export const PROJECT_SCRIPT: Pattern = {
  pattern: /(^|\/)(?:runtests|run_tests|manage|setup)\.py$/,
  says: ['tests/runtests.py', 'manage.py'],
  not: ['my_setup.py', 'run.py'],
}

/** A script of the agent's own harness, which tries nothing of the project. */
export const HARNESS_SCRIPT: Pattern = {
  pattern: /(^|\/)\.(?:claude|codex|gemini|cursor)\//,
  says: ['/home/a/.claude/plugins/publish.py'],
  not: ['claude/publish.py'],
}

/** Folders that an agent makes for trying things. */
export const SCRATCH_FOLDER: Pattern = {
  pattern: /^(?:repro|tmp|temp|my_|debug|issue|demo|scratch|test_(?:app|proj|repro))/i,
  says: ['repro_case', 'tmp', 'test_project'],
  not: ['tests', 'src', 'test_utils'],
}

/** Files of a repository's root that an agent edits without having read them. */
export const KNOWN_ROOT_FILE: Pattern = {
  pattern:
    /^(?:setup\.|conftest\.|tox\.|pyproject\.|README|CHANGE|CHANGELOG|NEWS|HISTORY|Makefile|package|AUTHORS|\.)/,
  says: ['setup.cfg', 'README.md', '.gitignore'],
  not: ['repro.py', 'my_setup.py'],
}

/** Tests of the project, by where they lie or how they are called. */
export const TEST_PATHS: readonly Pattern[] = [
  {
    pattern: /(^|\/)(?:tests?|testing|spec|__tests__)\//,
    says: ['tests/test_a.py', 'src/__tests__/a.js'],
    not: ['src/testutil/a.py', 'latest/a.py'],
  },
  {
    pattern: /(^|\/)(?:test_[^/]*|[^/]*_test|[^/]*\.(?:test|spec))\.[a-z]+$/,
    says: ['test_a.py', 'pkg/a_test.go', 'src/a.spec.ts'],
    not: ['contest_a.py', 'a.py', 'test_a/b.py'],
  },
]
