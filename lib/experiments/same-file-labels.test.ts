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
