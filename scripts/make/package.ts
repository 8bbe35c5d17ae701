/**
 * Packs Loupe for npm: `node scripts/make/package.ts [FOLDER]` writes the tarball there and prints its path. Nothing is published.
 * audit and compare go in as JavaScript with the two packages they need; the whole of Loupe as one compressed file, for the
 * commands that lay it out (scripts/boot/installed.mjs).
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, posix, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

const NAME = 'loupe-memory'
const COMMANDS = ['scripts/audit.ts', 'scripts/compare.ts']
/** Commands of the whole that a person of an installed Loupe is told to type. */
const OF_WHOLE = 'import connect distil export retrieve report keys people backup restore sample'.split(' ')
const PACKAGES = ['diff', 'zod']
/** What no command of an installed Loupe reads. */
const LEFT_OUT = /\.test\.tsx?$|^(?:e2e|docs|\.ci|\.github)\//

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const own = JSON.parse(read('package.json'))
const out = resolve(process.argv[2] ?? '.')
const folder = mkdtempSync(join(tmpdir(), `${NAME}-`))

try {
  for (const [path, text] of stripped(COMMANDS)) write(path.replace(/\.ts$/, '.js'), text)
  for (const path of ['installed', 'process', 'as-called'].map((name) => `scripts/boot/${name}.mjs`))
    write(path, read(path))
  write('LICENSE', read('LICENSE'))
  write('usage.json', JSON.stringify(Object.fromEntries(OF_WHOLE.map((name) => [name, usageOf(name)]))))
  write('whole.json.gz', gzipSync(JSON.stringify(wholeSource()), { level: 9 }))
  write(
    'README.md',
    `# ${NAME}\n\n\`npx ${NAME} audit [FOLDER]\`, \`compare BASE VARIANT\`, \`start\`, \`import\`, \`connect\`. ${own.description}\n`,
  )
  for (const name of PACKAGES)
    cpSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), {
      recursive: true,
      filter: isRun,
    })
  write(
    'package.json',
    JSON.stringify({
      name: NAME,
      version: own.version,
      description: own.description,
      license: own.license,
      type: 'module',
      engines: own.engines,
      bin: { [NAME]: 'scripts/boot/installed.mjs' },
      dependencies: Object.fromEntries(PACKAGES.map((name) => [name, own.dependencies[name]])),
      bundleDependencies: PACKAGES,
    }),
  )
  mkdirSync(out, { recursive: true })
  const told = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', out], {
    cwd: folder,
    encoding: 'utf8',
  })
  console.log(join(out, told.trim()))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** What a command says of its use; asked of an installed Loupe before any of the whole is there. */
function usageOf(name: string): string {
  return execFileSync(process.execPath, ['--no-warnings', join(root, `scripts/${name}.ts`), '--help'], {
    encoding: 'utf8',
    env: { ...process.env, LOUPE_CALLED_AS: NAME },
  })
}

function write(path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** The scripts and all they import at their start, without types. What they import later is of the whole. */
function stripped(scripts: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  const waiting = [...scripts]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    const text = stripTypeScriptTypes(read(path))
    for (const [, of = ''] of text.matchAll(/\b(?:from|import)\s*'(\.[^']+)'/g))
      waiting.push(posix.join(posix.dirname(path), of))
    const asJavaScript = text.replace(/(\b(?:from|import)\s*'\.[^']+)\.ts'/g, "$1.js'")
    found.set(path, asJavaScript.replace(/npm run (audit|compare) --/g, `${NAME} $1`))
  }
  return found
}

/** Of a package what runs: no types, no sources. */
function isRun(path: string): boolean {
  return statSync(path).isDirectory()
    ? !/\/zod\/src$/.test(path)
    : /\.(?:c?js|mjs)$|LICENSE|package\.json$/.test(path)
}

/** Every file that git tracks and that a command reads, as base64 by its path. */
function wholeSource(): Record<string, string> {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  const paths = tracked.filter((path) => path !== '' && !LEFT_OUT.test(path))
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path)).toString('base64')]))
}
