import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addedLines } from './added-lines.ts'
import { gitFate, openHistory } from './git-fate.ts'

const root = mkdtempSync(join(tmpdir(), 'fates-'))
let day = 1
function git(...args: string[]): string {
  const date = `2025-01-${String(day).padStart(2, '0')}T10:00:00Z`
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  return execFileSync('git', ['-C', root, '-c', 'user.name=Ada', '-c', 'user.email=a@b.example', ...args], {
    env,
    encoding: 'utf8',
  })
}
const write = (name: string, ...lines: string[]) => writeFileSync(join(root, name), `${lines.join('\n')}\n`)
function commit(message: string): void {
  git('add', '-A')
  git('commit', '-qm', message)
  day++
}

const change = (name: string) => [
  `def ${name}_total(rows):`,
  `    ${name} = sum(rows)`,
  `    return ${name} * 100`,
]
const REST = ['# shop prices', 'RATE = 19']

it('what became of a change is told by its lines: right or unknown, never wrong', async () => {
  git('init', '-qb', 'main')
  write('base.py', ...REST)
  commit('base')

  write('kept.py', ...REST, ...change('kept'))
  commit('keep it')
  write('reverted.py', ...REST)
  commit('rest')
  write('reverted.py', ...REST, ...change('reverted'))
  commit('to be reverted')
  git('revert', '--no-edit', 'HEAD')
  day++

  git('checkout', '-qb', 'squashed')
  write('squashed.py', ...change('squashed').slice(0, 2))
  commit('part one')
  write('squashed.py', ...change('squashed'))
  commit('part two')
  git('checkout', '-q', 'main')
  git('merge', '--squash', 'squashed')
  commit('squashed in one')
  git('branch', '-qD', 'squashed')

  git('checkout', '-qb', 'rebased')
  write('rebased.py', ...change('rebased'))
  commit('on a branch')
  git('checkout', '-q', 'main')
  write('other.py', ...REST)
  commit('meanwhile')
  git('checkout', '-q', 'rebased')
  git('rebase', '-q', 'main')
  git('checkout', '-q', 'main')
  git('merge', '-q', '--ff-only', 'rebased')
  day++

  write('fixed.py', ...change('fixed'))
  commit('first try')
  write('fixed.py', ...change('fixed').slice(0, 2), '    return round(fixed * 119)')
  commit('fix it again')

  write('late.py', ...change('late'))
  commit('stands long')
  day += 9
  write('late.py', ...change('late').slice(0, 2), '    return round(late * 119)')
  commit('another price, much later')

  git('checkout', '-qb', 'feature')
  write('merged.py', ...change('merged'))
  commit('on a branch')
  git('checkout', '-q', 'main')
  write('aside.py', ...REST)
  commit('meanwhile')
  git('merge', '-q', '--no-ff', '--no-edit', 'feature')

  git('checkout', '-qb', 'open')
  write('open.py', ...change('open'))
  commit('on a branch that waits')
  git('checkout', '-q', 'main')

  const startedAt = '2025-01-02T00:00:00Z'
  const history = await openHistory(root, startedAt, new Date('2025-03-01T00:00:00Z'))
  const told = (name: string, added = change(name)) => gitFate(history, { added, startedAt })
  const fateOf = async (name: string, added?: string[]) => (await told(name, added)).fate
  expect(await fateOf('kept')).toBe('kept')
  expect(await fateOf('reverted')).toBe('reverted')
  expect(await fateOf('squashed')).toBe('kept')
  expect(await fateOf('rebased')).toBe('kept')
  expect(await fateOf('fixed')).toBe('fixed again')
  expect(await told('late')).toMatchObject({ fate: 'kept', rule: 'all 3 lines stood 10 days' })
  expect(await told('merged')).toMatchObject({
    fate: 'kept',
    rule: expect.stringMatching(/HEAD after \d+ days, merged$/),
  })
  expect((await told('rebased')).rule).not.toMatch(/merged/)
  const soon = await openHistory(root, startedAt, new Date(`2025-01-${day}T00:00:00Z`))
  expect(await gitFate(soon, { added: change('merged'), startedAt })).toMatchObject({
    fate: 'unknown',
    certainty: null,
  })
  expect(await fateOf('never')).toBe('never committed')
  expect(await fateOf('open')).toBe('unknown')
  expect(await fateOf('base', REST)).toBe('unknown')
  expect(await fateOf('short', ['}', ''])).toBe('unknown')
  expect(await fateOf('half', [...change('kept').slice(0, 2), ...change('never')])).toBe('unknown')
})

it('the lines a run adds are those of its patch, else those its edits left', () => {
  const edit = (old_string: string, new_string: string) => ({
    tool: 'Edit',
    text: JSON.stringify({ file_path: 'a', old_string, new_string }),
    callId: null,
  })
  const step = (...actions: ReturnType<typeof edit>[]) => ({
    n: 1,
    thought: null,
    actions,
    observations: [],
    at: null,
    costUsd: null,
  })
  const steps = [step(edit('a', 'a\nfirst'), edit('first', 'second'))]
  expect(addedLines({ submission: null, steps })).toEqual(['second'])
  expect(addedLines({ submission: '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n', steps })).toEqual(['new'])
})
