import type { DirectCommands } from '../memory/command.ts'
import { UserError } from '../memory/errors.ts'
import { arriveCommand, wellFormed } from '../services/arrive.ts'
import { leaveCommand } from '../services/leave.ts'
import type { Services } from '../services/services.ts'
import { COMMANDS } from './all-commands.ts'

type Runnable = {
  input: { parse: (input: unknown) => unknown }
  run: (input: unknown, services: Services) => Promise<unknown>
}

const byName = new Map(Object.entries(COMMANDS as unknown as Record<string, Runnable>))

/**
 * Runs a command that came in from outside: its name is looked up in the list, its input parsed by its own schema, what it gives
 * masked. Throws UserError `no-such-command`, `secret`, ZodError, and what the command throws.
 */
export async function runCommand(name: string, input: unknown, services: Services): Promise<unknown> {
  const known = byName.get(name)
  if (!known)
    throw new UserError('no-such-command', `There is no command "${String(name).slice(0, 60)}".`, {
      hint: 'Reload the page: it may be of another version of Loupe.',
      status: 404,
    })
  const asked = known.input.parse(wellFormed(input))
  arriveCommand(name, asked)
  return leaveCommand(name, await known.run(asked, services))
}

/** Every command as a function of its input. */
export function directCommands(services: Services): DirectCommands {
  return Object.fromEntries(
    Object.keys(COMMANDS).map((name) => [name, (input: unknown) => runCommand(name, input, services)]),
  ) as DirectCommands
}
