import { UserError } from '../lib/memory/errors.ts'
import { UsageError } from './arguments.ts'
import { type Doors, openDoors } from './open-doors.ts'

/**
 * Runs a command: opens the doors (of the running Loupe, or of the folder itself), lets `work` use them, closes them.
 * Exit code 0 done, 1 failed (also when `work` says so by returning 1), 2 wrong usage. Only `work` writes to stdout.
 */
export async function runDoor(work: (doors: Doors) => Promise<number>): Promise<void> {
  let doors: Doors | null = null
  try {
    doors = await openDoors()
    process.exitCode = await work(doors)
  } catch (error) {
    process.exitCode = report(error)
  } finally {
    await doors?.close()
  }
}

/** Says a fault on stderr and gives the exit code that goes with it. */
export function report(error: unknown): number {
  if (error instanceof UsageError) {
    console.error(error.message)
    return 2
  }
  if (error instanceof UserError) {
    console.error(`✗ ${error.message}${error.place ? ` (${error.place})` : ''}\n  ${error.hint}`)
    return 1
  }
  console.error(error)
  return 1
}
