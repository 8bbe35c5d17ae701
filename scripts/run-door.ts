import { UserError } from '../lib/memory/errors.ts'
import { HelpAsked, UsageError } from './arguments.ts'
import { type Doors, openDoors } from './open-doors.ts'

/**
 * Runs a command: `work` reads its arguments, then opens the doors (of the running Loupe, or of the folder itself); they are
 * closed after it. Exit code 0 done, 1 failed (also when `work` says so by returning 1), 2 wrong usage. Only `work` writes to stdout.
 */
export async function runDoor(work: (open: () => Promise<Doors>) => Promise<number>): Promise<void> {
  let doors: Doors | null = null
  const open = async () => {
    doors = await openDoors()
    return doors
  }
  try {
    process.exitCode = await work(open)
  } catch (error) {
    process.exitCode = report(error)
  }
  try {
    await (doors as Doors | null)?.close()
  } catch (error) {
    process.exitCode = report(error)
  }
}

/** Says a fault on stderr and gives the exit code that goes with it; the usage that was asked for goes to stdout. */
export function report(error: unknown): number {
  if (error instanceof HelpAsked) {
    console.log(error.message)
    return 0
  }
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
