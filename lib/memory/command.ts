import type { z } from 'zod'
import type { ActionResult } from './views/curation.ts'

/** One thing that can be asked of Loupe: the schema of what it takes, and what it does with it. Its name is its key in the list. */
export type Command<Input extends z.ZodType, Needs, Output> = {
  input: Input
  run: (input: z.output<Input>, needs: Needs) => Promise<Output>
}

/** A command as it is written down; its types are inferred from here to the button that asks for it. */
export function command<Input extends z.ZodType, Needs, Output>(
  input: Input,
  run: Command<Input, Needs, Output>['run'],
): Command<Input, Needs, Output> {
  return { input, run }
}

/** Any command that runs with these services: what the list of commands holds under each name. */
export type AnyCommand<Services> = {
  input: z.ZodType
  run: (input: never, services: Services) => Promise<unknown>
}

/** Where the list of all commands is told to the types, without an import: a page may know what to ask, never how it is done. */
// biome-ignore lint/suspicious/noEmptyInterface: lib/commands/all-commands.ts fills it
export interface Register {}

type Registered = Register extends { commands: infer List extends Record<string, AnyCommand<never>> }
  ? List
  : Record<never, never>

export type CommandName = keyof Registered

/** What a command takes, before its schema filled in what may be left out. */
export type InputOf<Name extends CommandName> = z.input<Registered[Name]['input']>
/** What a command gives. */
export type OutputOf<Name extends CommandName> = Awaited<ReturnType<Registered[Name]['run']>>

/** A command that takes nothing is called with nothing. */
type Given<Input> = undefined extends Input ? [input?: Input] : [input: Input]

/** Every command as a page asks for it: a value, or the fault in words. */
export type Commands = {
  [Name in CommandName]: (...input: Given<InputOf<Name>>) => Promise<ActionResult<OutputOf<Name>>>
}

/** Every command as a program asks for it in this process. Throws UserError. */
export type DirectCommands = {
  [Name in CommandName]: (...input: Given<InputOf<Name>>) => Promise<OutputOf<Name>>
}
