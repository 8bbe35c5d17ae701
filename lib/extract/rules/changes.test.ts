import { expect, it } from 'vitest'
import { makeRun } from '../fixtures/make-run.ts'
import { changesOf } from './changes.ts'
import { stagesOfSteps } from './stage-of-step.ts'

function changes(...commands: string[]) {
  const { steps } = makeRun(commands.map((one) => ['', one]))
  return changesOf(steps, stagesOfSteps({ steps }))
}
const pairs = (...commands: string[]) => changes(...commands).map(({ old, new: now }) => [old, now])
const python = (body: string) => `python - <<'EOF'\n${body}\nopen('src/a.py', 'w').write(t)\nEOF`

it.each<[string, [string | null, string][]]>([
  ["sed -i 's/a < b/a <= b/' src/a.py", [['a < b', 'a <= b']]],
  ["sed -i 's/x/append_rows(y)/' src/a.py", [['x', 'append_rows(y)']]],
  ["sed -i 's|a/b|c/d|g' src/a.py", [['a/b', 'c/d']]],
  ["sed -i 's/foo\\.bar/foo.baz/' src/a.py", [['foo.bar', 'foo.baz']]],
  [
    "sed -i -e 's/x/y/' -e 's/p/q/' src/a.py",
    [
      ['x', 'y'],
      ['p', 'q'],
    ],
  ],
  ["sed -i '12,14c\\    return rows\\n    done' src/a.py", [[null, 'return rows\n    done']]],
  ["sed -i '3a import os' src/a.py", [['', 'import os']]],
  ["sed -i '/def f/i # note it' src/a.py", [['', '# note it']]],
  [python('t = t.replace(\'a < b\', "a <= b")'), [['a < b', 'a <= b']]],
  [python("old = '''x\ny'''\nnew = '''x\nz'''"), [['x\ny', 'x\nz']]],
  [
    "str_replace_editor str_replace /testbed/src/a.py --old_str 'a < b' --new_str 'a <= b'",
    [['a < b', 'a <= b']],
  ],
  [
    'apply_patch <<EOF\n<<<<<<< SEARCH\nold line\n=======\nnew line\n>>>>>>> REPLACE\nEOF',
    [['old line', 'new line']],
  ],
])('reads out of %j what is replaced by what', (command, wanted) => {
  expect(pairs(command)).toEqual(wanted)
})

it.each([
  ['a look', "sed -n 's/a/b/p' src/a.py"],
  ['a replacement that never ends', "sed -i 's/never closed src/a.py"],
  ['a write that shows no replacement', 'echo x > src/a.py'],
  ['a script of its own', "cat > repro.py <<'EOF'\nx.replace('aa', 'bb')\nEOF"],
])('reads none out of %s', (_, command) => {
  expect(pairs(command)).toEqual([])
})

it('reads the lines of SWE-agent’s window', () => {
  expect(pairs('open src/a.py', 'edit 12:15\n    return rows\nend_of_edit')).toEqual([
    [null, '    return rows'],
  ])
})

it.each([
  ['Edit', { file_path: 'src/a.py', old_string: 'a < b', new_string: 'a <= b\\n' }, [['a < b', 'a <= b\\n']]],
  [
    'str_replace_editor',
    { command: 'str_replace', path: 'src/a.py', old_str: 'x', new_str: 'y' },
    [['x', 'y']],
  ],
  ['Write', { file_path: 'src/new.py', content: 'def rows(): pass' }, [[null, 'def rows(): pass']]],
  ['MultiEdit', { file_path: 'src/a.py', edits: [] }, []],
])('reads the named fields of %s as they stand', (tool, input, wanted) => {
  const { steps } = makeRun([['', '']])
  const text = JSON.stringify(input)
  for (const step of steps) step.actions = [{ tool, text, callId: null }]
  const found = changesOf(steps, stagesOfSteps({ steps }))
  expect(found.map(({ old, new: now }) => [old, now])).toEqual(wanted)
})
