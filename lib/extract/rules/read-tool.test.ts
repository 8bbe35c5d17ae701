import { expect, it } from 'vitest'
import { makeRun } from '../fixtures/make-run.ts'
import { stagesOfSteps } from './stage-of-step.ts'

type Call = readonly [tool: string | null, input: string | object]

function seen(...calls: Call[]): string {
  const run = makeRun(calls.map(() => ['', '']))
  for (const [i, [tool, input]] of calls.entries()) {
    const step = run.steps[i]
    if (step)
      step.actions = [{ tool, text: typeof input === 'string' ? input : JSON.stringify(input), callId: null }]
  }
  const { kinds } = stagesOfSteps(run).at(-1) ?? {}
  return kinds?.join(' ') ?? ''
}

const rewrite = "open('src/a.py', 'w').write(t)"

it.each<[string | null, string | object, string]>([
  // OpenHands and SWE-agent's editor
  ['str_replace_editor', { command: 'view', path: '/testbed/src/a.py' }, 'read'],
  ['str_replace_editor', { command: 'str_replace', path: '/testbed/src/a.py' }, 'source-write'],
  ['str_replace_editor', { command: 'create', path: '/testbed/repro.py', file_text: 'x' }, 'scratch-write'],
  ['str_replace_editor', { command: 'create', path: '/testbed/fix.py', file_text: rewrite }, 'source-write'],
  ['str_replace_editor', { command: 'insert', path: '/testbed/tests/test_a.py' }, 'test-write'],
  ['str_replace_editor', { command: 'undo_edit', path: '/testbed/src/a.py' }, 'revert'],
  ['str_replace_editor', {}, ''],
  // Claude Code
  ['Edit', { file_path: 'src/a.py', old_string: 'a', new_string: 'b' }, 'source-write'],
  ['Edit', { file_path: '/tmp/repro.py', old_string: 'a', new_string: 'b' }, 'scratch-write'],
  ['Edit', { file_path: 'tests/test_a.py', old_string: '1', new_string: '2' }, 'test-write'],
  ['MultiEdit', { file_path: 'src/a.py', edits: [] }, 'source-write'],
  ['Write', { file_path: '/tmp/x.py', content: 'x' }, 'scratch-write'],
  ['Write', { file_path: 'fix.py', content: rewrite }, 'source-write'],
  ['NotebookEdit', { notebook_path: 'docs/a.ipynb' }, 'source-write'],
  ['Read', { file_path: 'src/a.py' }, 'read'],
  ['Grep', { pattern: 'x' }, 'read'],
  ['Bash', 'pytest -q', 'run-tests'],
  ['TodoWrite', { todos: [{ content: 'edit src/a.py' }] }, ''],
  ['Task', { prompt: 'run pytest' }, ''],
  // SWE-agent
  [null, 'open src/a.py 12', 'read'],
  [null, 'search_dir "x" src', 'read'],
  [null, 'create tests/test_b.py', 'test-write'],
  [null, 'create src/b.py', 'source-write'],
  [null, 'create "repro.py"', 'scratch-write'],
  [null, 'insert 3\nx\nend_of_edit', 'source-write'],
  [null, 'submit', 'submit'],
  [null, 'exit_forfeit', 'submit'],
  [null, 'edit the file', ''],
  ['edit', '1:2\nx\nend_of_edit', 'source-write'],
  // moatless
  ['SearchCode', { query: 'run pytest', file_pattern: '**/*.py' }, 'read'],
  ['identify', { reasoning: 'x', files_with_spans: [] }, 'read'],
  ['FindClass', { class_name: 'A' }, 'read'],
  ['PlanToCode', { action: { instructions: 'x', file_path: 'src/a.py' } }, 'read'],
  ['PlanToCode', { action: 'finish', finish: 'done' }, 'submit'],
  ['EditCode', { content: "open('notes.txt', 'w')" }, 'source-write'],
  ['search_replace', { file_path: 'src/a.py', replacement_code: 'x' }, 'source-write'],
  ['EditActionArguments', { command: 'view', path: 'src/a.py' }, 'read'],
  ['Finished', '', 'submit'],
  // others
  ['Bash', 'python3 ~/.claude/plugins/cache/x/publish.py 1', 'setup'],
  ['apply_patch', '*** Begin Patch\n*** Update File: src/a.py\n', 'source-write'],
  ['finish', {}, 'submit'],
  ['frobnicate', { path: 'src/a.py' }, ''],
  ['bash', '{"command": broken', ''],
])('reads %s %j as: %s', (tool, input, kinds) => {
  expect(seen([tool, input])).toBe(kinds)
})

it.each<[string, Call[], string]>([
  [
    'a test that it read is edited',
    [
      ['Read', { file_path: 'tests/test_a.py' }],
      ['Edit', { file_path: 'tests/test_a.py', old_string: '1', new_string: '2' }],
    ],
    'test-edit',
  ],
  [
    'what is open is what an edit without a path writes',
    [
      [null, 'open src/a.py'],
      [null, 'edit 1:1\nx\nend_of_edit'],
    ],
    'source-write',
  ],
  [
    'its own script that rewrites the source',
    [
      ['Write', { file_path: 'fix.py', content: rewrite }],
      ['Bash', 'python fix.py'],
    ],
    'source-write',
  ],
  [
    'what it created is open, and its own',
    [
      [null, 'create repro.py'],
      [null, 'edit 1:1\nprint(1)\nend_of_edit'],
    ],
    'scratch-write',
  ],
])('remembers the steps before: %s', (_, calls, kinds) => {
  expect(seen(...calls)).toBe(kinds)
})
