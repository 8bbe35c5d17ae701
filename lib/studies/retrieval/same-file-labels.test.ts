import { expect, it } from 'vitest'
import { type PatchedEpisode, sameFileQueries, sourceFilesOf } from './same-file-labels.ts'

const diff = (...paths: string[]) =>
  paths
    .map(
      (path) =>
        `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`,
    )
    .join('')
const episode = (instanceId: string, repo: string | null, ...paths: string[]): PatchedEpisode => ({
  instanceId,
  repo,
  taskText: `task ${instanceId}`,
  submission: diff(...paths),
  subtasks: [
    { category: 'EDIT', descriptionAtStart: { objective: 'change it', keywords: [] } },
    { category: 'OTHER', descriptionAtStart: { objective: 'wait', keywords: [] } },
  ],
})

it('takes the source files of a diff and leaves tests, documentation and new scripts out', () => {
  const created =
    'diff --git a/repro.py b/repro.py\nnew file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/repro.py\n@@ -0,0 +1 @@\n+x\n'
  expect(
    sourceFilesOf(diff('src/page.py', 'tests/test_page.py', 'docs/page.py', 'README.md') + created),
  ).toEqual(['src/page.py'])
})

it.each([
  {
    says: 'each kind of source',
    paths: ['a.py', 'b.tsx', 'c.go', 'd.rs', 'e.h', 'f.rb'],
    left: ['a.py', 'b.tsx', 'c.go', 'd.rs', 'e.h', 'f.rb'],
  },
  { says: 'no data, no settings', paths: ['a.json', 'b.yml', 'c.txt', 'Makefile', 'd.pyc'], left: [] },
  {
    says: 'no tests, wherever they stand',
    paths: [
      'test/a.py',
      'x/tests/a.py',
      'test_a.py',
      'a_test.go',
      'a.test.ts',
      'conftest.py',
      'x/testing/a.c',
    ],
    left: [],
  },
  {
    says: 'what is only called like a test',
    paths: ['latest/a.py', 'contest.py', 'attest_x.py', 'protest/b.go'],
    left: ['latest/a.py', 'contest.py', 'attest_x.py', 'protest/b.go'],
  },
  {
    says: 'no examples and no documentation',
    paths: ['examples/a.py', 'doc/conf.py', 'x/docs/b.js'],
    left: [],
  },
])('takes of a diff $says', ({ paths, left }) => {
  expect(sourceFilesOf(diff(...paths))).toEqual(left)
  expect(sourceFilesOf(diff(...paths).replaceAll('\n', '\r\n'))).toEqual(left)
})

it('takes the new name of a file that was moved, and nothing of a text that is no diff', () => {
  const moved = 'diff --git a/old.py b/new.py\nsimilarity index 90%\nrename from old.py\nrename to new.py\n'
  expect(sourceFilesOf(moved)).toEqual(['new.py'])
  for (const text of ['', 'fixed a.py', '--- a/a.py\n+++ b/a.py\n', '+diff --git a/a.py b/a.py\n'])
    expect(sourceFilesOf(text)).toEqual([])
})

it('joins what several runs of an instance edited, and asks it once, of whole tasks', () => {
  const episodes = [
    episode('a-1', 'a', 'x.py'),
    episode('a-1', 'a', 'y.py'),
    episode('a-2', 'a', 'y.py'),
    episode('a-3', 'a', 'x.py'),
  ]
  expect(sameFileQueries(episodes, 'task').map(({ id, relevant }) => [id, relevant])).toEqual([
    ['a-1', ['a-2', 'a-3']],
    ['a-2', ['a-1']],
    ['a-3', ['a-1']],
  ])
  expect(sameFileQueries(episodes, 'subtask').map(({ id }) => id)).toEqual(['a-1', 'a-1', 'a-2', 'a-3'])
})

it('asks nothing of runs without a patch', () => {
  const none = { ...episode('a-1', 'a'), submission: null }
  expect(sameFileQueries([none, { ...none, instanceId: 'a-2' }], 'task')).toEqual([])
  expect(sameFileQueries([], 'subtask')).toEqual([])
})

it('calls an instance relevant when its runs edited the same file of the same repository', () => {
  const episodes = [
    episode('a-1', 'a', 'x.py'),
    episode('a-2', 'a', 'x.py', 'y.py'),
    episode('b-1', 'b', 'x.py'),
    episode('a-3', 'a', 'z.py'),
  ]
  expect(sameFileQueries(episodes, 'task')).toEqual([
    { id: 'a-1', text: 'task a-1', relevant: ['a-2'] },
    { id: 'a-2', text: 'task a-2', relevant: ['a-1'] },
  ])
})

it('asks with what was known at the start of each subtask, once a subtask and never for OTHER', () => {
  const episodes = [episode('a-1', 'a', 'x.py'), episode('a-2', 'a', 'x.py')]
  expect(sameFileQueries(episodes, 'subtask')).toMatchObject([
    { id: 'a-1', text: 'change it', category: 'EDIT', relevant: ['a-2'] },
    { id: 'a-2', text: 'change it', category: 'EDIT', relevant: ['a-1'] },
  ])
})

it('does not take two unknown repositories for the same one', () => {
  const episodes = [episode('a-1', null, 'x.py'), episode('b-1', null, 'x.py')]
  expect(sameFileQueries(episodes, 'task')).toEqual([])
})
