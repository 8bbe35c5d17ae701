import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitShell } from './shell-split.ts'

it('splits chains, pipes and lines, and takes the quotes off', () => {
  expect(
    splitShell('cd /testbed && A=1 grep -n "a && b" x.py | head -5; ls\n# note\npwd').map((c) =>
      c.words.join('·'),
    ),
  ).toEqual(['cd·/testbed', 'grep·-n·a && b·x.py', 'head·-5', 'ls', 'pwd'])
})

it('gives a heredoc to the command that reads it and goes on after it', () => {
  const [cat, run] = splitShell("cat <<'EOF' > repro.py\nprint('a; b | c')\nEOF\npython repro.py 2>&1")
  expect(cat).toMatchObject({ words: ['cat'], writesTo: ['repro.py'], heredoc: "print('a; b | c')\n" })
  expect(run).toMatchObject({ words: ['python', 'repro.py'], writesTo: [], heredoc: null })
})

it('ends an open quote or heredoc with the text', () => {
  expect(splitShell("echo 'never closed").map((c) => c.words)).toEqual([['echo', 'never closed']])
  expect(splitShell('cat > a.py <<EOF\nx = 1').map((c) => c.heredoc)).toEqual(['x = 1'])
})

it('reads any text without failing', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('a', ' ', '"', "'", '<', '>', '|', '&', ';', '\n', '\\', '(', '#', 'EOF'),
      }),
      (text) => Array.isArray(splitShell(text)),
    ),
  )
})
