import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../lib/db/fixtures/test-store.ts'
import { copySample } from '../lib/fixtures/open-test-loupe.ts'

const pinned = resolve('node_modules/.bin/node')

/** Runs a command as `npm run` does, in a folder of its own, over data of its own. */
function run(name: string, args: string[], cwd = temporaryFolder()) {
  const dataPath = join(cwd, 'data')
  const { status, stdout, stderr } = spawnSync(
    existsSync(pinned) ? pinned : process.execPath,
    ['--disable-warning=ExperimentalWarning', resolve(`scripts/${name}.ts`), ...args],
    { cwd, encoding: 'utf8', timeout: 30_000, env: { ...process.env, LOUPE_DATA_DIR: dataPath } },
  )
  return { status, stdout, stderr, dataPath }
}

/** What each command that brings nothing in is asked with. */
const ASKING: [string, string[]][] = [
  ['blind', ['--reading', 'r']],
  ['blind', ['--project', 'p', '--makers', 'a,b', '--by', 'me', '--pile', 'pile.md']],
  ['connect', ['codex', '--project', 'p']],
  ['distil', ['--project', 'p', '--dry-run']],
  ['experiments', []],
  ['export', ['--project', 'p']],
  ['keys', []],
  ['people', []],
  ['labels', ['--project', 'p']],
  ['quality', ['--project', 'p']],
  ['replay', ['--project', 'p', '--queries', 'q.jsonl', '--strategies', 'subtask']],
  ['report', ['--project', 'p', '--out', 'report']],
  ['retrieve', ['--project', 'p', '--text', 't']],
  ['sample', ['remove']],
]

it.each([
  ['import', []],
  ['import', ['--notes', 'a', 'b']],
  ['export', ['--project', 'p', '--notes', 'a']],
  ['import', ['--no-such-option', 'x']],
  ['retrieve', ['--project', 'p']],
  ['retrieve', ['--project', 'p', '--text', 't', '--limit', '0']],
  ['replay', ['--project', 'p', '--queries', 'q.jsonl', '--strategies', ',']],
  ['keys', ['make', 'x', '--scopes', 'all']],
  ['labels', []],
  ['distil', []],
  ['distil', ['--project', 'p', '--with', 'telepathy']],
  ['distil', ['--project', 'p', '--requests', 'd', '--with', 'openai']],
  ['distil', ['--project', 'p', '--max-calls', '1.5']],
  ['audit', ['a', 'b']],
  ['compare', ['one.jsonl']],
  ['workbench', ['--design', 'tower']],
  ['workbench', ['--arms', 'nobody']],
  ['workbench', ['--draws', '-1']],
  ['coverage', ['--trials', 'x']],
  ['quality', ['--examples', '3']],
  ['report', ['--project', 'p']],
  ['experiments', ['--dry-run']],
  ['experiments', ['--telepathy']],
  ['export', []],
  ['export', ['--project', 'p', '--format', 'xls']],
  ['sample', ['paint']],
  ['people', ['add', 'Ada']],
])('ends with 2 on wrong usage, says how it is meant, and touches nothing: %s %j', (name, args) => {
  const { status, stdout, stderr, dataPath } = run(name, args)
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain(`usage: npm run ${name}`)
  expect(existsSync(dataPath)).toBe(false)
})

it.each([
  'import',
  'distil',
  'retrieve',
  'replay',
  'labels',
  'keys',
  'people',
  'compare',
  'workbench',
  'coverage',
  'report',
  'experiments',
  'quality',
  'export',
  'sample',
  'bench',
])('says how it is used when asked, ends with 0, and touches nothing: %s --help', (name) => {
  const { status, stdout, stderr, dataPath } = run(name, ['--help'])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain(`usage: npm run ${name}`)
  expect(existsSync(dataPath)).toBe(false)
})

it.each(ASKING)(
  'leaves nothing where there is no data, and says where it looked and what next: %s %j',
  (name, args) => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'q.jsonl'), '{"id":"q","text":"t","relevant":[]}\n')
    const { status, stdout, stderr, dataPath } = run(name, args, cwd)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain(`There is no Loupe in ${dataPath}`)
    expect(stderr).toMatch(/Set LOUPE_DATA_DIR to .* or begin one here: `npm start`/)
    expect(readdirSync(cwd)).toEqual(['q.jsonl'])
  },
)

it('asks every command that reaches a folder so, but for the one that only brings in', () => {
  const reaching = readdirSync('scripts')
    .filter((file) => /^[a-z]+\.ts$/.test(file))
    .filter((file) => readFileSync(join('scripts', file), 'utf8').includes('await open('))
    .map((file) => file.replace('.ts', ''))
  expect(new Set([...ASKING.map(([name]) => name), 'import'])).toEqual(new Set(reaching))
})

it('imports the rest when one file of a folder cannot be read, names it, and ends with 1', () => {
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, 'runs'))
  for (const name of readdirSync('prisma/sample/episodes').slice(0, 1))
    copyFileSync(join('prisma/sample/episodes', name), join(cwd, 'runs', 'z.traj.json'))
  writeFileSync(join(cwd, 'runs', 'huge.json'), '')
  truncateSync(join(cwd, 'runs', 'huge.json'), 3 * 1024 ** 3)
  spawnSync('/usr/bin/mkfifo', [join(cwd, 'runs', 'pipe.json')]) // reading it would wait for ever
  const { status, stdout } = run('import', ['--json', 'runs'], cwd)
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toMatchObject([
    { file: 'runs/huge.json', status: 'failed', error: { code: 'too-large' } },
    { file: 'runs/z.traj.json', status: 'imported' },
  ])
  expect(status).toBe(1)
})

it('says what the sample holds, removes it, and says that nothing of it is left', async () => {
  const cwd = temporaryFolder()
  await copySample(join(cwd, 'data'))
  const counts = (text: string) => JSON.parse(text) as { episodes: number; entries: number }
  const loaded = run('sample', ['load', '--json'], cwd)
  expect(loaded.status).toBe(0)
  expect(counts(loaded.stdout).episodes).toBe(readdirSync('prisma/sample/episodes').length)
  expect(counts(run('sample', ['remove', '--json'], cwd).stdout)).toEqual(counts(loaded.stdout))
  expect(counts(run('sample', ['remove', '--json'], cwd).stdout)).toEqual({ episodes: 0, entries: 0 })
})

/** Answers every request of a folder so that nothing is kept. */
function answerAll(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.request.txt')))
    writeFileSync(join(folder, name.replace('request.txt', 'answer.json')), '{"stages": [], "lessons": []}')
}

it('a hand-over by files that was answered asks for nothing new until more is asked for', async () => {
  const cwd = temporaryFolder()
  const files = ['ledgerly__ledgerly-2291', 'claxon__claxon-57'].map((name) =>
    resolve(`prisma/sample/episodes/${name}.traj.json`),
  )
  expect(run('import', ['--project', 'shop', ...files], cwd).status).toBe(0)
  const hand = (...more: string[]) => {
    const { stdout, stderr } = run('distil', ['--project', 'shop', '--requests', 'd', '--json', ...more], cwd)
    if (stdout === '') throw new Error(stderr)
    const { files, job } = JSON.parse(stdout)
    return [files.written, job.state, job.totalCount]
  }
  expect(hand('--limit', '1')).toEqual([1, 'held', 1])
  expect(hand()).toEqual([1, 'held', 1])
  answerAll(join(cwd, 'd'))
  expect(hand()).toEqual([0, 'done', 1])
  expect(hand()).toEqual([0, 'done', 1])
  expect(hand('--limit', '2')).toEqual([1, 'held', 1])
}, 120_000)
