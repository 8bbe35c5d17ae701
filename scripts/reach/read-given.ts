import { readFileSync } from 'node:fs'
import { UserError } from '../../lib/memory/errors.ts'

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
