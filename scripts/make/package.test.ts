import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freePort } from '../boot/free-port.ts'

const MOST_MB = 30

let folder = ''

const env = () => ({ ...process.env, LOUPE_HOME: join(folder, 'home'), HOME: folder })
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const whole = () => join(folder, 'home', `app-${version}`)

/** A command of the package as installed in a folder that holds nothing else. */
function loupeMemory(args: string[], cwd = folder, timeout = 60_000) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'node_modules/.bin/loupe-memory'), ...args],
    {
      cwd,
      encoding: 'utf8',
      timeout,
      env: env(),
    },
  )
  return { status, stdout, stderr }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-package-'))
  const tarball = execFileSync(process.execPath, ['scripts/make/package.ts', folder], {
    encoding: 'utf8',
  }).trim()
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, tarball])
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('installs without a network, under 30 MB, with neither browser nor model nor database', () => {
  const within = join(folder, 'node_modules')
  const files = readdirSync(within, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const megabytes =
    files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6
  expect(megabytes).toBeLessThan(MOST_MB)
  expect(readdirSync(within).filter((name) => !name.startsWith('.'))).toEqual(['loupe-memory'])
  expect(readdirSync(join(within, 'loupe-memory/node_modules'))).toEqual(['diff', 'zod'])
})

it('audits the notes of a folder', () => {
  const notes = join(folder, 'project')
  mkdirSync(join(notes, 'src'), { recursive: true })
  writeFileSync(join(notes, 'src/a.ts'), '')
  writeFileSync(join(notes, 'AGENTS.md'), '- `src/b.ts` keeps the rows\n- `src/a.ts` reads them\n')
  const { status, stdout } = loupeMemory(['audit', '--json'], notes)
  expect(status).toBe(0)
  const { findings } = JSON.parse(stdout)
  expect(
    findings
      .flatMap(({ rows }: { rows: { sentence: string }[] }) => rows)
      .map((row: { sentence: string }) => row.sentence),
  ).toEqual([expect.stringContaining('src/b.ts')])
})

it('compares two result files', () => {
  for (const [name, resolved] of [
    ['base', ['a']],
    ['variant', ['a', 'b']],
  ] as const)
    writeFileSync(
      join(folder, `${name}.jsonl`),
      ['a', 'b', 'c']
        .map((id) => JSON.stringify({ instance_id: id, resolved: resolved.some((one) => one === id) }))
        .join('\n'),
    )
  const { status, stdout } = loupeMemory(['compare', 'base.jsonl', 'variant.jsonl', '--json'])
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ n: 3, both: 1, onlyVariant: 1, onlyBase: 0 })
})

it('says which commands there are and how each is used, before anything else is installed', () => {
  expect(loupeMemory(['sing'])).toMatchObject({ status: 1, stderr: expect.stringContaining('connect AGENT') })
  for (const [asked, says] of [
    ['--help', 'connect AGENT'],
    ['start', 'PORT=3001'],
    ['connect', 'usage: loupe-memory connect AGENT'],
    ['import', 'usage: loupe-memory import'],
  ] as const)
    expect(loupeMemory([asked, '--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining(says) })
  expect(existsSync(whole())).toBe(false)
})

it('lays the whole out where the memory stays, for the commands that need it', () => {
  // What a first start would install from the registry, and the client it would make.
  mkdirSync(join(whole(), 'lib/db'), { recursive: true })
  symlinkSync(resolve('node_modules'), join(whole(), 'node_modules'))
  cpSync('lib/db/generated', join(whole(), 'lib/db/generated'), { recursive: true })
  const { status, stdout, stderr } = loupeMemory(['connect', '--check'])
  expect(`${stdout}${stderr}`).not.toContain('✗')
  expect(status).toBe(0)
  expect(existsSync(join(whole(), 'scripts/start.mjs'))).toBe(true)
  expect(existsSync(join(folder, 'node_modules/data'))).toBe(false)
})

it('brings runs in from what the tarball lays out', () => {
  const run = resolve('prisma/sample/episodes', readdirSync('prisma/sample/episodes').sort()[0] ?? '')
  const { status, stdout, stderr } = loupeMemory(
    ['import', run, '--project', 'mine', '--json'],
    folder,
    150_000,
  )
  expect(stderr).toContain('next: loupe-memory start shows them')
  expect([status, stderr.includes('✗')]).toEqual([0, false])
  const [first] = stdout.trim().split('\n')
  expect(JSON.parse(first ?? '')).toMatchObject({ status: 'imported', format: expect.any(String) })
}, 160_000)

// Pages take minutes to build: those of this checkout serve, where they were built, as `npm test` does. `start` takes them only
// where the tarball's sources are theirs to the byte, and would build anew otherwise.
it.skipIf(!existsSync('.next/.built-from'))(
  'serves pages from what the tarball lays out',
  async () => {
    cpSync('.next', join(whole(), '.next'), {
      recursive: true,
      filter: (path) => !/[\\/]\.next[\\/]cache/.test(path),
    })
    const port = await freePort()
    const child = spawn(process.execPath, [join(folder, 'node_modules/.bin/loupe-memory'), 'start'], {
      ...{ cwd: folder, env: { ...env(), PORT: `${port}` }, stdio: ['ignore', 'pipe', 'pipe'] },
    })
    let [out, said] = ['', '']
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      out += text
    })
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      said += text
    })
    const ended = new Promise((done) => child.once('exit', done))
    try {
      const isUp = async () => {
        if (/building the pages/.test(said)) throw new Error('the sources in the tarball are others')
        expect(out).toContain(`Loupe is running at http://127.0.0.1:${port}`)
      }
      await vi.waitFor(isUp, { timeout: 150_000, interval: 200 })
      const answers = await Promise.all(
        ['api/v1/health', 'import'].map((path) => fetch(`http://127.0.0.1:${port}/${path}`)),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    } finally {
      child.kill('SIGTERM')
      await ended
    }
  },
  180_000,
)
