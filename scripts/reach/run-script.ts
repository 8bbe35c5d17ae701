import { readFileSync } from 'node:fs'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UserError } from '../../lib/memory/errors.ts'
import { showControls } from '../../lib/memory/text/shown-controls.ts'
import { asCalled } from '../boot/as-called.mjs'
import type { Reach } from './reach-loupe.ts'
import type { ReachedLoupe } from './remote-loupe.ts'

export type Open = (how?: Reach) => Promise<ReachedLoupe>

/**
 * Runs a command: `work` reads its arguments, then reaches Loupe (the running one, or the folder itself), which is
 * closed after it. Exit code 0 done, 1 failed (also when `work` says so by returning 1), 2 wrong usage. Only `work` writes to stdout.
 */
export async function runScript(work: (open: Open) => Promise<number>): Promise<void> {
  showWhatIsSaid()
  let loupe: ReachedLoupe | null = null
  const open: Open = async (how) => {
    // Only now: whoever asks how a command is used, or mistypes it, need not wait for all that stands behind it.
    const { reachLoupe } = await import('./reach-loupe.ts')
    loupe = await reachLoupe(how)
    return loupe
  }
  try {
    process.exitCode = await work(open)
  } catch (error) {
    process.exitCode = report(error)
  }
  try {
    await (loupe as ReachedLoupe | null)?.close()
  } catch (error) {
    process.exitCode = report(error)
  }
}

/** Imported text may hold what a terminal obeys (its clipboard, its title, its cursor): said by a command, it is shown instead. */
function showWhatIsSaid(): void {
  for (const name of ['log', 'error'] as const) {
    const say = console[name]
    console[name] = (...words: unknown[]) =>
      say(...words.map((word) => (typeof word === 'string' ? showControls(word) : word)))
  }
}

/** Says a fault on stderr and gives the exit code that goes with it; the usage that was asked for goes to stdout. */
export function report(error: unknown): number {
  if (error instanceof HelpAsked) {
    console.log(asCalled(error.message))
    return 0
  }
  if (error instanceof UsageError) {
    console.error(asCalled(error.message))
    return 2
  }
  if (error instanceof UserError) {
    console.error(`✗ ${error.message}${error.place ? ` (${error.place})` : ''}\n  ${asCalled(error.hint)}`)
    return 1
  }
  console.error(error)
  return 1
}

/** Wrong usage: what is wrong and how it is meant; exit code 2. */
export class UsageError extends Error {}

/** Somebody asks how a command is used; exit code 0. */
class HelpAsked extends Error {}

/** Options and positionals of a command line. Throws UsageError with the command's usage line, HelpAsked with it at `--help`. */
export function readArguments<T extends NonNullable<ParseArgsConfig['options']>>(usage: string, options: T) {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) throw new HelpAsked(usage)
  try {
    return parseArgs({ options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
}

/** The file that somebody named. Throws UserError `unreadable`. */
export function readGiven(path: string): Buffer {
  return readable(path, () => readFileSync(path))
}

/** What a path gives; what the system says of one that gives nothing becomes UserError `unreadable`. */
export function readable<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(
      'unreadable',
      `${path} cannot be read: ${error instanceof Error ? error.message : error}`,
      { hint: 'Check the path and its permissions.' },
    )
  }
}
