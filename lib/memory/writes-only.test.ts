import { expect, test } from 'vitest'
import { writesOnly } from './writes-only.ts'

test.each([
  "cat > repro.py <<'EOF'\nimport app\nprint(app.run())\nEOF",
  'cd /testbed && cat <<EOF > tests/test_page.py\ndef test_page():\n  assert pages(3) == 3\nEOF',
  "sed -i 's/<=/</' src/page.py",
  'echo "x = 1" > a.py; echo "y = 2" >> a.py',
  'str_replace_editor create --path a.py --file_text "x"',
])('only writes: %s', (command) => {
  expect(writesOnly(command)).toBe(true)
})

test.each([
  "cat > repro.py <<'EOF'\nprint(1)\nEOF\npython repro.py",
  'python -m pytest tests/test_page.py',
  'cat src/page.py',
  "sed -n '1,20p' src/page.py",
  'grep -n "page" src/page.py > out.txt && python run.py',
  '',
])('does more, or shows something: %s', (command) => {
  expect(writesOnly(command)).toBe(false)
})
