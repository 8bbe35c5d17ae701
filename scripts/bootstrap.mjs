/**
 * From a fresh clone to something that runs: packages, generated client, data, built pages.
 * Each step looks first and does nothing when its work is already done.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { basename, join } from 'node:path'
import { alone, requireWritable } from './boot/alone.mjs'
import {
  become,
  childEnv,
  dataDir,
  root,
  run,
  SCRIPT_FLAGS,
  SERVER_FLAGS,
  Stop,
  step,
  tail,
} from './boot/process.mjs'

const CLIENT_SOURCES = ['prisma/schema.prisma', 'prisma.config.ts', 'node_modules/prisma/package.json']
const PAGE_SOURCES = [
  'app',
  'components',
  'lib',
  'pages',
  'public',
  'prisma/schema.prisma',
  'proxy.ts',
  'instrumentation.ts',
  'next.config.mjs',
  'postcss.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/** Packages, the right Node, the generated client: all that a door needs, or with `tools` a test or a bench. */
export async function bootstrap(script, args, { tools = false } = {}) {
  await install(tools)
  await continueUnderNewEnoughNode(script, args)
  await makeOnce('generating the database client', 'lib/db/generated/.made-from', CLIENT_SOURCES, () =>
    // Prisma wants to download an engine here that it does not use. Any file that can be executed will do;
    // migrations are applied by scripts/boot/prepare.ts, never by Prisma with this stand-in.
    node(['node_modules/prisma/build/index.js', 'generate'], {
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: '1',
    }),
  )
}

/** Migrations, and at the first start the sample. The script itself says what is wrong with the data, or was and is mended. */
export async function prepareData() {
  requireDataDir()
  const said = await step('preparing the data', async () => {
    const { code, output } = await run(process.execPath, [...SCRIPT_FLAGS, 'scripts/boot/prepare.ts'])
    if (code !== 0)
      throw new Stop(
        output.trim().replace(/^✗ /, '') || `scripts/boot/prepare.ts ended with exit code ${code}.`,
      )
    return { said: output }
  })
  process.stderr.write(said.said)
}

export function build() {
  return makeOnce('building the pages', '.next/.built-from', PAGE_SOURCES, () =>
    node(['node_modules/next/dist/bin/next', 'build']),
  )
}

/** The server of the built pages, as `spawn` and `become` take it: at this address, and gone with whoever started it. */
export function server({ host, port }, options = {}) {
  const next = ['node_modules/next/dist/bin/next', 'start', '-H', host, '-p', `${port}`]
  // A stop is ours to do: Next would end the process in the middle of a write.
  const env = { ...childEnv(), HOST: host, PORT: `${port}`, NEXT_MANUAL_SIG_HANDLE: '1' }
  return [
    process.execPath,
    [...SERVER_FLAGS, ...['leave-with-parent', 'refuse-odd-requests'].flatMap(preload), ...next],
    { cwd: root, env, ...options },
  ]
}

const preload = (name) => ['--import', `./scripts/boot/${name}.mjs`]

export function requireDataDir() {
  requireWritable(
    dataDir,
    'Loupe keeps its memories there. Make it writable, or name another folder: LOUPE_DATA_DIR=… npm start',
  )
}

/** Makes something again only when its sources have changed since; `stamp` remembers from what it was made. */
async function makeOnce(name, stamp, sources, make) {
  const current = fingerprint(sources)
  const isMade = () => readText(stamp) === current
  if (isMade()) return
  await alone(isMade, () =>
    step(name, async () => {
      // What is cut short must not pass for what was there before.
      rmSync(join(root, stamp), { force: true })
      await make()
      writeFileSync(join(root, stamp), current)
    }),
  )
}

async function node(args, extraEnv = {}) {
  const { code, output } = await run(process.execPath, args, { env: { ...childEnv(), ...extraEnv } })
  if (code === 0) return
  const [program, ...rest] = args
  throw new Stop(
    `${[basename(program), ...rest].join(' ')} failed in ${root}:\n${tail(output)}`,
    'The lines above say where.',
  )
}

/** Hash of the names and contents of files and folders; tests and generated code do not count. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false })
    hash.update(`${path}\0${found ? '' : 'absent\0'}`)
    if (found?.isFile()) hash.update(readFileSync(join(root, path)))
    if (!found?.isDirectory()) return
    for (const name of readdirSync(join(root, path)).sort()) {
      if (name !== 'generated' && name !== 'fixtures' && !/[.]test[.]tsx?$/.test(name)) add(`${path}/${name}`)
    }
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}

function readText(file) {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return undefined
  }
}

/** Type stripping without a flag, and zstd in node:zlib. */
const OLDEST_NODE = [22, 18]
const nodeFolder = join(root, 'scripts/boot/node')
const pinnedNode = join(
  nodeFolder,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

const NO_NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED/

/** All packages, or with `tools` false those alone that a started Loupe needs; a Node of our own only where this one is too old. */
async function install(tools) {
  const isDone = () => isInstalled(tools) && (isNewEnough() || existsSync(pinnedNode))
  if (isDone()) return
  await alone(isDone, async () => {
    await step('installing packages', () => Promise.all([isInstalled(tools) || runNpm(tools), installNode()]))
    dropForeignBinaries()
    // Pictures are served as they are; Next brings what makes others of them, and the browser driver of its tests.
    for (const name of ['@img', ...(tools ? [] : ['@playwright', 'playwright', 'playwright-core'])])
      rmSync(join(root, 'node_modules', name), { recursive: true, force: true })
    dropUnread(join(root, 'node_modules'))
    if (isInstalled(tools)) return
    throw new Stop(
      `The packages in ${root} are not in the versions that package.json names.`,
      'Delete node_modules and start again.',
    )
  })
}

/** Direct dependencies in their pinned versions, and npm's own word that it came to its end. */
function isInstalled(tools) {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false
  const { dependencies, devDependencies } = readJson('package.json')
  return Object.entries({ ...dependencies, ...(tools ? devDependencies : {}) }).every(
    ([name, version]) => readJson(`node_modules/${name}/package.json`)?.version === version,
  )
}

/** ONNX Runtime comes with the binaries of all platforms, 290 MB; those of the others go. */
function dropForeignBinaries() {
  const platforms = join(root, 'node_modules/onnxruntime-node/bin/napi-v6')
  const inside = (folder) => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [])
  for (const binary of inside(platforms).flatMap(inside))
    if (binary !== join(platforms, process.platform, process.arch))
      rmSync(binary, { recursive: true, force: true })
}

/** A seventh of what is installed says from which sources packages were built, 73 MB speak to other databases: nothing here reads it. */
function dropUnread(folder) {
  for (const one of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, one.name)
    if (one.isDirectory()) dropUnread(path)
    else if (UNREAD.test(one.name)) rmSync(path)
  }
}

const UNREAD =
  /[.](?:[cm]?[jt]s|css)[.]map$|^query_compiler_\w+[.](?:cockroachdb|mysql|postgresql|sqlserver)[.]/

async function runNpm(tools) {
  const flags = [
    tools ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  // Without a network npm tries every package for minutes; from its cache it knows at once.
  if (!(await isRegistryInReach())) flags.push('--offline')
  // `ci` empties node_modules first, and with it the Node that may be running this; `install` mends what is there.
  const isFresh = !existsSync(join(root, 'node_modules'))
  const first = await npm(...(isFresh ? ['ci'] : ['install', '--no-save']), ...flags)
  if (first.code === 0) return
  throwIfHopeless(first.output)
  // A lock file without the optional packages of this platform makes `ci` refuse; `install` asks for them.
  const second = await npm('install', '--no-save', ...flags)
  if (second.code === 0) return
  throwIfHopeless(second.output)
  throw new Stop(
    `npm could not install the packages.\n${tail(second.output)}`,
    'Run `npm install --loglevel notice` to see all of it.',
  )
}

/** What fails here is told by `continueUnderNewEnoughNode`, which knows what to do next. */
async function installNode() {
  if (!isNewEnough() && !existsSync(pinnedNode)) await npmIn(nodeFolder, 'ci', '--no-audit', '--no-fund')
}

function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
}

/** Whether anything listens where npm would go first: its proxy, or else its registry. */
async function isRegistryInReach() {
  const { output } = await npm('config', 'get', 'https-proxy', 'proxy', 'registry', '--loglevel=silent')
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

/** The npm that started us, under the Node that runs us; else the one on the PATH. */
const npm = (...args) => npmIn(root, ...args)

function npmIn(cwd, ...args) {
  const cli = process.env.npm_execpath
  if (cli && basename(cli) === 'npm-cli.js') return run(process.execPath, [cli, ...args], { cwd })
  return process.platform === 'win32' ? run('npm.cmd', args, { cwd, shell: true }) : run('npm', args, { cwd })
}

function throwIfHopeless(output) {
  if (NO_NETWORK.test(output)) {
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
async function continueUnderNewEnoughNode(script, args = []) {
  if (isNewEnough()) return
  if (!existsSync(pinnedNode) || process.env.LOUPE_NODE_PINNED) {
    throw new Stop(
      `Node ${process.versions.node} is too old: Loupe needs ${OLDEST_NODE.join('.')} or newer, and its own copy could not be installed.`,
      `Install Node ${readFileSync(join(root, '.nvmrc'), 'utf8').trim()} (https://nodejs.org) and start again.`,
    )
  }
  process.exit(
    await become(pinnedNode, [script, ...args], { env: { ...childEnv(), LOUPE_NODE_PINNED: '1' } }),
  )
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'))
  } catch {
    return undefined
  }
}
