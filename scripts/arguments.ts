import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Wrong usage: what is wrong and how it is meant; exit code 2. */
export class UsageError extends Error {}

/** Options and positionals of a command line. Throws UsageError with the command's usage line. */
export function readArguments<T extends NonNullable<ParseArgsConfig['options']>>(usage: string, options: T) {
  try {
    return parseArgs({ options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
}
