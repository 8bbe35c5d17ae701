import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../lib/db/fixtures/test-store.ts'
import { headCommit } from './head-commit.ts'

const [A, B] = ['a'.repeat(40), 'b'.repeat(40)]
const PACKED = `# pack-refs with: peeled fully-peeled sorted\n${B} refs/heads/main-old\n${A} refs/heads/main\n^${B}\n`

it.each<[string, Record<string, string>, string | null]>([
  ['a branch', { 'r/.git/HEAD': 'ref: refs/heads/main\n', 'r/.git/refs/heads/main': `${A}\n` }, A],
  ['a branch with a slash', { 'r/.git/HEAD': 'ref: refs/heads/a/b\n', 'r/.git/refs/heads/a/b': `${A}\n` }, A],
  ['a commit itself', { 'r/.git/HEAD': `${A}\n` }, A],
  ['a packed branch', { 'r/.git/HEAD': 'ref: refs/heads/main\n', 'r/.git/packed-refs': PACKED }, A],
  [
    'a branch that was packed and has moved on',
    {
      'r/.git/HEAD': 'ref: refs/heads/main\n',
      'r/.git/refs/heads/main': `${B}\n`,
      'r/.git/packed-refs': PACKED,
    },
    B,
  ],
  [
    'a worktree',
    {
      'r/.git': 'gitdir: $/main/.git/worktrees/r\n',
      'main/.git/worktrees/r/HEAD': 'ref: refs/heads/x\n',
      'main/.git/refs/heads/x': `${A}\n`,
    },
    A,
  ],
  [
    'a worktree that names its folder from where it is',
    {
      'r/.git': 'gitdir: ../main/.git/worktrees/r\n',
      'main/.git/worktrees/r/HEAD': 'ref: refs/heads/main\n',
      'main/.git/packed-refs': PACKED,
    },
    A,
  ],
  ['a branch without a commit', { 'r/.git/HEAD': 'ref: refs/heads/main\n' }, null],
  ['no clone', { 'r/package.json': '{}' }, null],
])('reads the commit of %s', (_, files, expected) => {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text.replace('$', folder))
  }
  expect(headCommit(join(folder, 'r'))).toBe(expected)
})
