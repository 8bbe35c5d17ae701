/**
 * What every command here stands on: where it is, how it says what it does, how it runs others.
 * scripts/boot and scripts/bootstrap.mjs run before anything is installed: builtins only, nothing newer than Node 18.
 */
import { spawn } from 'node:child_process'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asCalled } from './as-called.mjs'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const dataDir = resolve(root, process.env.LOUPE_DATA_DIR || 'data')

/** What a person has to know: what went wrong and where, and what to do next. */
export class Stop extends Error {
  constructor(message, hint) {
    super(message)
    this.hint = hint
  }
}

/** Runs a command's main function; a Stop becomes two calm lines and exit code 1, anything else is a fault of ours. */
export async function main(work) {
  onStopSignal((signal) => process.exit(signal === 'SIGINT' ? 130 : 143))
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    process.stderr.write(
      asCalled(`\n✗ ${error.message}\n${error.hint ? `  ${error.hint.replaceAll('\n', '\n  ')}\n` : ''}`),
    )
    process.exit(1)
  }
}

/** Ctrl-C, a plain `kill` or a closed terminal; the latest handler counts. */
export function onStopSignal(handle) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(signal)
    process.on(signal, () => handle(signal))
  }
}

/** Says when it begins, that it is alive, and how it ended: it failed when it throws, or gives back what is wrong. */
export async function step(name, work) {
  const begun = Date.now()
  const elapsed = () => `${((Date.now() - begun) / 1000).toFixed(1)} s`
  const say = (mark) => process.stderr.write(`${mark} ${name}, ${elapsed()}\n`)
  process.stderr.write(`· ${name} …\n`)
  const beat = setInterval(say, 15_000, '  still')
  try {
    const result = await work()
    const isWrong = typeof result === 'string' ? result !== '' : Boolean(result?.code)
    say(isWrong ? '✗' : '✓')
    return result
  } catch (error) {
    say('✗')
    throw error
  } finally {
    clearInterval(beat)
  }
}

/** Runs a program silently, and ends it when we end; what it said comes back. */
export function run(command, args, options = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd: root,
      env: childEnv(),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    })
    const end = () => child.kill()
    process.on('exit', end)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.on('error', fail)
    child.on('close', (code) => {
      process.off('exit', end)
      done({ code: code ?? 1, output })
    })
  })
}

/** Becomes another program: same terminal, signals passed on. Gives back its exit code. */
export function become(command, args, options = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: root, env: childEnv(), stdio: 'inherit', ...options })
    onStopSignal((signal) => child.kill(signal))
    child.on('error', fail)
    child.on('exit', (code) => done(code ?? 1))
  })
}

/**
 * Compiled WebAssembly stays: freeing it while threads come and go has ended a whole process (nodejs/node#64500, "Check failed:
 * jit_page_->allocations_.erase"). What stays is a few MB at most.
 */
const KEEP_WASM_CODE = ['--no-wasm-code-gc', '--no-flush-liftoff-code']

/** The question of a page stands in its address, and a pasted issue is longer than the 16 kB that Node takes unasked. */
const LONG_ADDRESSES = '--max-http-header-size=524288'
/** Space for what is soon forgotten, 4 MB for each thread: with Node's 16 a server over the sample holds some 130 MB more and is not measurably faster, an import 100 to 220 more and takes 4 % less of the processor. */
const SHORT_LIVED = '--max-semi-space-size=4'
export const SERVER_FLAGS = [LONG_ADDRESSES, ...KEEP_WASM_CODE, SHORT_LIVED]
/** The development server hands its flags on in NODE_OPTIONS, where Node takes none of the engine's. */
export const DEV_SERVER_FLAGS = [LONG_ADDRESSES]

/** Of a command. Before Node 24, running TypeScript brings a warning that helps nobody here. */
export const SCRIPT_FLAGS = ['--disable-warning=ExperimentalWarning', ...KEEP_WASM_CODE, SHORT_LIVED]

/** What every process below us gets: this Node first, the data folder by its full name, no telemetry. */
export function childEnv() {
  return {
    ...process.env,
    PATH: [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(
      delimiter,
    ),
    LOUPE_DATA_DIR: dataDir,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    // Where memory is glibc's: with an arena for each thread a server holds some 80 MB more, and is no faster.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || '1',
    // Node reads compiled code there instead of compiling ours anew: a command begins in half the time.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(root, 'node_modules/.cache/node'),
  }
}

/** The end of a program's output, where the reason usually is. */
export const tail = (output) => output.trim().split('\n').slice(-25).join('\n')
