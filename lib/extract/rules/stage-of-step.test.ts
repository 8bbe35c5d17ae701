import { expect, it } from 'vitest'
import { makeRun, type ShortStep } from '../fixtures/make-run.ts'
import { stagesOfSteps } from './stage-of-step.ts'

const stages = (...commands: (string | null)[]) =>
  stagesOfSteps(
    makeRun(
      commands.map((c): ShortStep => ['', c, c === null ? 'Please always provide EXACTLY ONE action' : '']),
    ),
  ).map((e) => e.stage)

it('tells a reproduction from a check by whether the source was edited before', () => {
  expect(stages('python repro.py', "sed -i 's/a/b/' src/a.py", 'python repro.py')).toEqual([
    'REPRODUCE',
    'EDIT',
    'VERIFY',
  ])
})

it('lets the strongest command of a chain decide', () => {
  expect(
    stages("cat src/a.py && sed -i 's/a/b/' src/a.py && pytest -q", 'grep -n x src/a.py && pytest -q'),
  ).toEqual(['EDIT', 'VERIFY'])
})

it('takes a script that rewrites a source file, and running it, for an edit', () => {
  const fix = "cat > fix.py <<'EOF'\np = 'src/app/a.py'\ntext = open(p).read()\nopen(p, 'w').write(text)\nEOF"
  expect(stages(fix, 'python fix.py', "python - <<'EOF'\nopen('src/app/a.py', 'w').write('')\nEOF")).toEqual([
    'EDIT',
    'EDIT',
    'EDIT',
  ])
})

it('takes a script of its own that writes a file of its own for trying things', () => {
  expect(stages("cat > try_it.py <<'EOF'\nopen('out.txt', 'w').write('x')\nEOF", 'python try_it.py')).toEqual(
    ['REPRODUCE', 'REPRODUCE'],
  )
})

it('knows the commands of SWE-agent, and which file is open', () => {
  expect(
    stages(
      'open src/a.py 12',
      'create repro.py',
      'edit 1:1\nprint(1)\nend_of_edit',
      'python repro.py',
      'open src/a.py',
      'edit 3:4\nx = 1\nend_of_edit',
      'submit',
    ),
  ).toEqual(['ANALYZE', 'REPRODUCE', 'REPRODUCE', 'REPRODUCE', 'ANALYZE', 'EDIT', 'VERIFY'])
  expect(
    stages(
      'str_replace_editor view /testbed/src/a.py',
      "str_replace_editor str_replace /testbed/src/a.py --old_str 'a' --new_str 'b'",
    ),
  ).toEqual(['ANALYZE', 'EDIT'])
})

it('takes cleaning up and handing in after an edit for the end of checking, and nothing before one', () => {
  expect(stages('rm repro.py', "sed -i 's/a/b/' src/a.py", 'rm repro.py', 'git diff')).toEqual([
    'OTHER',
    'EDIT',
    'VERIFY',
    'VERIFY',
  ])
})

it('takes breaking the fix on purpose and putting it back for a check', () => {
  expect(
    stages(
      "sed -i 's/a/b/' src/a.py",
      "cp src/a.py /tmp/f.py && sed -i 's/b/a/' src/a.py && pytest -q; cp /tmp/f.py src/a.py",
    ),
  ).toEqual(['EDIT', 'VERIFY'])
})

it('counts a refused answer to its retry, and says OTHER without evidence', () => {
  expect(stages(null, "sed -i 's/a/b/' src/a.py", 'frobnicate')).toEqual(['EDIT', 'EDIT', 'OTHER'])
})
