/**
 * From a fresh clone to something that runs: install, generate the client, build, prepare the data.
 * Builtins only, and nothing newer than Node 18 knows: this file runs before anything is installed.
 * Each step looks first and does nothing when its work is already done.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const dataDir = resolve(root, process.env.LOUPE_DATA_DIR || 'data')
export const nextBin = join(root, 'node_modules/next/dist/bin/next')

/** Type stripping without a flag, and zstd in node:zlib. */
const OLDEST_NODE = [22, 18]
const pinnedNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** What a person has to know: what went wrong and where, and what to do next. */
export class Stop extends Error {
  constructor(message, hint) {
    super(message)
    this.hint = hint
  }
}

/** Runs a command's main function; a Stop becomes two calm lines and exit code 1, anything else is a fault of ours. */
export async function main(run) {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    process.stderr.write(
      `\n✗ ${error.message}\n${error.hint ? `  ${error.hint.replaceAll('\n', '\n  ')}\n` : ''}`,
    )
    process.exit(1)
  }
}

/** Dependencies, the right Node, the generated client: all that a door or a test needs. */
export async function bootstrap(script, args) {
  await install()
  await continueUnderNewEnoughNode(script, args)
  await generateClient()
}

export async function install() {
  if (isInstalled()) return
  await alone(isInstalled, async () => {
    await step('installing packages', runNpm)
    if (!isInstalled()) {
      throw new Stop(
        'The packages were installed, but not in the versions that package.json names.',
        'Delete node_modules and start again.',
      )
    }
  })
}

/** Direct dependencies in their pinned versions, and npm's own word that it came to its end. */
function isInstalled() {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false
  const { dependencies, devDependencies } = readJson(join(root, 'package.json'))
  return Object.entries({ ...dependencies, ...devDependencies }).every(
    ([name, version]) => readJson(join(root, 'node_modules', name, 'package.json'))?.version === version,
  )
}

async function runNpm() {
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  // Without a network npm tries every package for minutes; from its cache it knows at once.
  if (!(await isRegistryInReach())) flags.push('--offline')
  // `ci` empties node_modules first, and with it the Node that may be running this; `install` mends what is there.
  const isFresh = !existsSync(join(root, 'node_modules'))
  const first = await run(...npm([isFresh ? 'ci' : 'install', ...(isFresh ? [] : ['--no-save']), ...flags]))
  if (first.code === 0) return
  throwIfHopeless(first.output)
  // A lock file without the optional packages of this platform makes `ci` refuse; `install` asks for them.
  const second = await run(...npm(['install', '--no-save', ...flags]))
  if (second.code === 0) return
  throwIfHopeless(second.output)
  throw new Stop(
    `npm could not install the packages.\n${tail(second.output)}`,
    'Run `npm install --loglevel notice` to see all of it.',
  )
}

/** Whether anything listens where npm would go first: its proxy, or else its registry. */
async function isRegistryInReach() {
  const { output } = await run(
    ...npm(['config', 'get', 'https-proxy', 'proxy', 'registry', '--loglevel=silent']),
  )
  const [, address] = /=\s*(https?:\/\/\S+)/.exec(output) ?? []
  if (!address) return true
  const { protocol, hostname, port } = new URL(address)
  return await new Promise((answer) => {
    const socket = connect(Number(port) || (protocol === 'https:' ? 443 : 80), hostname.replace(/[[\]]/g, ''))
    const end = (isThere) => {
      socket.destroy()
      answer(isThere)
    }
    socket.setTimeout(10_000, () => end(false))
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}

function throwIfHopeless(output) {
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED/.test(
      output,
    )
  ) {
    throw new Stop(
      `The package registry cannot be reached, so nothing could be installed in ${root}.`,
      "Connect to the network (or set npm's proxy and registry) and start again. Once installed, Loupe needs no network.",
    )
  }
  if (/ENOSPC/.test(output)) {
    throw new Stop(
      `The disk that holds ${root} is full.`,
      'Loupe needs about 2 GB. Make room and start again.',
    )
  }
  if (/EACCES|EPERM|EROFS/.test(output)) {
    throw new Stop(
      `npm may not write.\n${tail(output)}`,
      'Give yourself the rights to that folder and start again.',
    )
  }
}

/** Returns when this process may go on; otherwise runs the script again under the pinned Node and exits as it does. */
export async function continueUnderNewEnoughNode(script, args = process.argv.slice(2)) {
  if (isNewEnough(process.versions.node)) return
  const oldest = OLDEST_NODE.join('.')
  if (!existsSync(pinnedNode) || process.env.LOUPE_NODE_PINNED) {
    throw new Stop(
      `Node ${process.versions.node} is too old: Loupe needs ${oldest} or newer, and its own copy could not be installed.`,
      `Install Node ${readFileSync(join(root, '.nvmrc'), 'utf8').trim()} (https://nodejs.org) and start again.`,
    )
  }
  const child = spawn(pinnedNode, [script, ...args], {
    stdio: 'inherit',
    env: { ...childEnv(), LOUPE_NODE_PINNED: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const code = await new Promise((done) => child.on('exit', (code, signal) => done(signal ? 1 : code)))
  process.exit(code)
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
}

export async function generateClient() {
  const stamp = join(root, 'lib/db/generated/.made-from')
  const made = () =>
    fingerprint(['prisma/schema.prisma', 'prisma.config.ts', 'node_modules/prisma/package.json'])
  const isMade = () => readText(stamp) === made()
  if (isMade()) return
  await alone(isMade, () =>
    step('generating the database client', async () => {
      await mustRun('node_modules/prisma/build/index.js', ['generate'])
      writeFileSync(stamp, made())
    }),
  )
}

/** Migrations and the sample. It says itself what is wrong with the data, for example that a newer Loupe wrote it. */
export async function prepareData() {
  requireDataDir()
  await step('preparing the data', async () => {
    const { code, output } = await run(process.execPath, [join(root, 'scripts/prepare.ts')])
    if (code !== 0) throw new Stop(output.trim() || `scripts/prepare.ts ended with exit code ${code}.`)
  })
}

export async function build() {
  const stamp = join(root, '.next/.built-from')
  const sources = fingerprint([
    'app',
    'components',
    'lib',
    'public',
    'prisma/schema.prisma',
    'proxy.ts',
    'instrumentation.ts',
    'next.config.mjs',
    'postcss.config.mjs',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
  ])
  const isBuilt = () => readText(stamp) === sources
  if (isBuilt()) return
  await alone(isBuilt, () =>
    step('building the pages', async () => {
      // A build that is cut short must not pass for the one before it.
      rmSync(stamp, { force: true })
      await mustRun(nextBin, ['build'])
      writeFileSync(stamp, sources)
    }),
  )
}

/** What every process below us gets: the pinned Node first, the data folder by its full name, no telemetry. */
export function childEnv() {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter)
  return {
    ...process.env,
    PATH: path,
    LOUPE_DATA_DIR: dataDir,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    // `prisma generate` wants to download an engine that it does not use. Any file that can be executed will do;
    // migrations are applied by scripts/prepare.ts, never by Prisma with this stand-in.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  }
}

/** Hash of the names and contents of files and folders below the root; tests and generated code do not count. */
export function fingerprint(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false })
    if (!stat) return hash.update(`${path}\0absent\0`)
    if (stat.isFile())
      return hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update('\0')
    for (const name of readdirSync(join(root, path)).sort()) {
      if (name !== 'generated' && !/[.]test[.]tsx?$/.test(name)) add(`${path}/${name}`)
    }
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}

export function requireWritable(folder, hint) {
  try {
    let nearest = folder
    while (!existsSync(nearest)) nearest = dirname(nearest)
    accessSync(nearest, constants.W_OK)
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new Stop(`${folder} cannot be written (${error.code}).`, hint)
  }
}

export const requireDataDir = () =>
  requireWritable(
    dataDir,
    'Loupe keeps its memories there. Make it writable, or name another folder: LOUPE_DATA_DIR=… npm start',
  )

const requireRoot = () =>
  requireWritable(
    root,
    'Loupe installs and builds there. Make it writable, or copy Loupe to a folder of your own.',
  )

/** One line when it begins, one when it is done, and a sign of life in between. */
export async function step(name, work) {
  const begun = Date.now()
  const elapsed = () => `${((Date.now() - begun) / 1000).toFixed(1)} s`
  process.stderr.write(`· ${name} …\n`)
  const beat = setInterval(() => process.stderr.write(`  still ${name}, ${elapsed()}\n`), 15_000)
  try {
    const result = await work()
    process.stderr.write(`✓ ${name}, ${elapsed()}\n`)
    return result
  } finally {
    clearInterval(beat)
  }
}

/** Runs a program silently; what it said comes back, for when it fails. */
export function run(command, args, options = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd: root,
      env: childEnv(),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', fail)
    child.on('close', (code, signal) => done({ code: code ?? 1, signal, output }))
  })
}

async function mustRun(program, args) {
  const { code, output } = await run(process.execPath, [resolve(root, program), ...args])
  if (code !== 0)
    throw new Stop(
      `${basename(program)} ${args.join(' ')} failed in ${root}:\n${tail(output)}`,
      'The lines above say where.',
    )
}

/** The npm that started us, under the Node that runs us; else the one on the PATH. */
function npm(args) {
  const cli = process.env.npm_execpath
  if (cli && basename(cli) === 'npm-cli.js') return [process.execPath, [cli, ...args]]
  return process.platform === 'win32' ? ['npm.cmd', args, { shell: true }] : ['npm', args]
}

/** Two commands started together must not install or build over each other: the second waits, then looks again. */
async function alone(isDone, work) {
  const lock = join(root, '.loupe/preparing')
  requireRoot()
  mkdirSync(dirname(lock), { recursive: true })
  let hasSaidSo = false
  while (!take(lock)) {
    if (!hasSaidSo)
      process.stderr.write('· another Loupe command is preparing this folder; waiting for it …\n')
    hasSaidSo = true
    await new Promise((later) => setTimeout(later, 300))
  }
  const release = () => rmSync(lock, { force: true })
  process.once('exit', release)
  try {
    if (!isDone()) await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    // Left behind by a process that was killed, or by one before the last reboot.
    const owner = Number(readText(lock))
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if ((owner && !isAlive(owner)) || age > 15 * 60_000) rmSync(lock, { force: true })
    return false
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function readJson(file) {
  const text = readText(file)
  return text && JSON.parse(text)
}

const tail = (output) => output.trim().split('\n').slice(-25).join('\n')
