import { expect, it } from 'vitest'
import { makeRun } from '../fixtures/make-run.ts'
import { stagesOfSteps } from './stage-of-step.ts'

/** What the last of these commands does. */
function seen(...commands: string[]): string {
  const { kinds } = stagesOfSteps(makeRun(commands.map((one) => ['', one]))).at(-1) ?? {}
  return kinds?.join(' ') ?? ''
}

it.each([
  // runs
  ['pytest -q', 'run-tests'],
  ['timeout 60 pytest -q', 'run-tests'],
  ['timeout -k 5 --signal=KILL 60 pytest', 'run-tests'],
  ['PYTHONPATH=. pytest', 'run-tests'],
  ['sudo pytest', 'run-tests'],
  ['(cd sub; pytest)', 'setup run-tests'],
  ['if pytest; then echo ok; fi', 'run-tests'],
  ['python -m pytest tests', 'run-tests'],
  ['python tests/test_a.py', 'run-tests'],
  ['python setup.py test', 'run-tests'],
  ['./tests/runtests.py a', 'run-tests'],
  ['./manage.py test', 'run-tests'],
  ['python setup.py install', 'setup'],
  ['python repro.py', 'run-scratch'],
  ['cd sub && python repro.py', 'setup run-scratch'],
  ['python -c "import a; assert a.f() == 1"', 'run-snippet'],
  ["python - <<'EOF'\nassert f()\nEOF", 'run-snippet'],
  ["cat <<'EOF' | python\nassert f()\nEOF", 'read run-snippet'],
  ['python -c "import a; print(a.__file__)"', 'inspect'],
  ['python --version', 'inspect'],
  ['python', ''],
  // looks
  ['cat a.py | head', 'read'],
  ["sed -n '1,20p' src/a.py", 'read'],
  ['grep -rn x src', 'read'],
  ['git diff', 'diff'],
  // writes
  ["sed -i 's/a/b/' src/a.py", 'source-write'],
  ["sed -i -e 's/a/b/' ./src/a.py", 'source-write'],
  ["perl -i -pe 's/a/b/' src/a.py", 'source-write'],
  ['echo x > src/a.py', 'source-write'],
  ['echo x | tee -a src/a.py', 'source-write'],
  ['cat >> src/a.py <<EOF\nx\nEOF', 'source-write'],
  ['cd src && echo x > a.py', 'setup source-write'],
  ['mv src/a.py src/b.py', 'source-write'],
  ['touch src/new.py', 'source-write'],
  ['git apply fix.patch', 'source-write'],
  ['patch -p1 < fix.patch', 'source-write'],
  ['cat > tests/test_a.py <<EOF\nx\nEOF', 'test-write'],
  ['echo x > /tmp/out.txt', 'scratch-write'],
  ['pytest 2>&1 | tee log.txt', 'run-tests scratch-write'],
  // puts aside and back
  ['cp src/a.py src/a.py.orig', 'backup'],
  ['cp src/a.py.orig src/a.py', 'revert'],
  ['cp src/a.py /tmp/a.py', 'setup'],
  ['git stash', 'revert'],
  ['rm repro.py', 'cleanup'],
  // ends, and what nobody knows
  ['echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT', 'submit'],
  ['frobnicate', ''],
  ['', ''],
])('reads `%s` as: %s', (command, kinds) => {
  expect(seen(command)).toBe(kinds)
})

it.each([
  ['a test that was read before is edited', ['cat tests/test_a.py', 'echo x > tests/test_a.py'], 'test-edit'],
  ['a file of the root that was read is of the project', ['cat a.py', 'echo x > a.py'], 'source-write'],
  ['one that was not is its own', ['echo x > a.py'], 'scratch-write'],
  ['its own script, run by its name', ['echo x > run.sh', './run.sh'], 'run-scratch'],
  ['a folder that it made', ['mkdir repro_case', 'frobnicate repro_case/x'], 'run-scratch'],
  [
    'a script of its own that is called as the project’s',
    ['echo x > manage.py', 'python manage.py'],
    'run-scratch',
  ],
  ['a copy outside that is put back', ['cp src/a.py /tmp/a.py', 'cp /tmp/a.py src/a.py'], 'revert'],
  [
    'a script that rewrites the source, until it is written anew',
    ["cat > fix.py <<'EOF'\nopen('src/a.py', 'w').write('x')\nEOF", 'echo 1 > fix.py', 'python fix.py'],
    'run-scratch',
  ],
])('remembers the steps before: %s', (_, commands, kinds) => {
  expect(seen(...commands)).toBe(kinds)
})
