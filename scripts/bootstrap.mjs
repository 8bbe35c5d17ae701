/**
 * From a fresh clone to something that runs: packages, generated client, data, built pages.
 * Each step looks first and does nothing when its work is already done.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { alone, requireWritable } from './boot/alone.mjs'
import { continueUnderNewEnoughNode, install } from './boot/packages.mjs'
import {
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
