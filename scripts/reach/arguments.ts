import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Wrong usage: what is wrong and how it is meant; exit code 2. */
export class UsageError extends Error {}

/** Somebody asks how a command is used; exit code 0. */
export class HelpAsked extends Error {}

/** Options and positionals of a command line. Throws UsageError with the command's usage line, HelpAsked with it at `--help`. */
export function readArguments<T extends NonNullable<ParseArgsConfig['options']>>(usage: string, options: T) {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) throw new HelpAsked(usage)
  try {
    return parseArgs({ options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
}
