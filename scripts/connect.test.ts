import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../lib/db/fixtures/test-store.ts'

/** Runs the command as a person with this home folder and data folder. */
function run(home: string, dataPath: string, ...args: string[]) {
  // Without the words that keep the embedder's runtime from writing into a home: Loupe says them itself.
  const silent = { XDG_CACHE_HOME: undefined, ORT_DISABLE_TELEMETRY: undefined, CI: undefined }
  const env = { ...process.env, ...silent, HOME: home, LOUPE_DATA_DIR: dataPath }
  const script = join(process.cwd(), 'scripts', 'connect.ts')
  return spawnSync(process.execPath, ['--no-warnings', script, ...args], { env, encoding: 'utf8', cwd: home })
}
const keysOf = (dataPath: string) => {
  const env = { ...process.env, LOUPE_DATA_DIR: dataPath }
  const { stdout } = spawnSync(process.execPath, ['--no-warnings', 'scripts/keys.ts', '--json'], { env })
  return JSON.parse(String(stdout))
}
const treeOf = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()

it('connects, checks and takes out: what it says is what it did, also while no Loupe is running', () => {
  const [home, dataPath] = [temporaryFolder(), temporaryFolder()]
  const planned = run(home, dataPath, 'claude-code', '--dry-run')
  expect([planned.status, treeOf(home)]).toEqual([0, []])
  const made = run(home, dataPath, 'claude-code')
  expect([made.status, made.stderr]).toEqual([0, ''])
  expect(keysOf(dataPath)).toMatchObject([{ name: 'claude-code', scopes: ['read', 'log', 'ingest'] }])
  expect(run(home, dataPath, 'claude-code').status).toBe(0)
  expect(keysOf(dataPath)).toHaveLength(1)
  expect(made.stdout).toMatch(/^written {2}.*plugin\.json\nwritten .*hooks\.json\nwritten .*\.mcp\.json\n/)
  expect(made.stdout).toContain('without an answer: Loupe is not running (npm start)')
  for (const line of planned.stdout.split('\n').filter((one) => one.startsWith('written')))
    expect(made.stdout).toContain(line)
  const checked = run(home, dataPath, '--check')
  expect([checked.status, checked.stdout]).toEqual([1, expect.stringContaining('claude-code: no answer')])
  expect(run(home, dataPath, 'claude-code', '--remove').status).toBe(0)
  expect([treeOf(home), keysOf(dataPath)]).toEqual([[], []])
  expect(run(home, dataPath, '--check').stdout).toContain('No agent is connected.')
})

it('checks what is connected in one repository, wherever it is asked', () => {
  const [home, dataPath] = [temporaryFolder(), temporaryFolder()]
  mkdirSync(join(home, 'work', '.git'), { recursive: true })
  expect(run(home, dataPath, 'codex', '--repo', 'work').status).toBe(0)
  const line = `codex in ${join(home, 'work')}: no answer`
  expect(run(home, dataPath, '--check').stdout).toContain(line)
  expect(run(home, dataPath, '--check', '--repo', 'work').stdout).toContain(line)
  expect(run(home, dataPath, 'codex', '--repo', 'work', '--remove').status).toBe(0)
  expect(run(home, dataPath, '--check').stdout).toContain('No agent is connected.')
})

it('prints the subclass for mini-swe-agent, and refuses an agent that it does not know', () => {
  const [home, dataPath] = [temporaryFolder(), temporaryFolder()]
  const mini = run(home, dataPath, 'mini-swe-agent')
  expect([mini.status, mini.stdout]).toEqual([
    0,
    expect.stringContaining('class AgentWithLoupe(DefaultAgent):'),
  ])
  const other = run(home, dataPath, 'emacs')
  expect([other.status, other.stderr]).toEqual([2, expect.stringContaining('usage: npm run connect')])
})

it('a folder outside of any repository is no place for --repo', () => {
  const [home, dataPath] = [temporaryFolder(), temporaryFolder()]
  mkdirSync(join(home, 'work'))
  const { status, stderr } = run(home, dataPath, 'codex', '--repo', 'work')
  expect([status, stderr]).toEqual([1, expect.stringContaining('lies in no git repository')])
  expect(treeOf(home)).toEqual(['work'])
})
