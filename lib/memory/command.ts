import type { z } from 'zod'
import type { ActionResult } from './views/curation.ts'

/** One thing that can be asked of Loupe: its name, the schema of what it takes, and what it does with it. */
export type Command<Name extends string, Input extends z.ZodType, Needs, Output> = {
  name: Name
  input: Input
  run: (input: z.output<Input>, needs: Needs) => Promise<Output>
}

/** A command as it is written down; its types are inferred from here to the button that asks for it. */
export function command<const Name extends string, Input extends z.ZodType, Needs, Output>(
  one: Command<Name, Input, Needs, Output>,
): Command<Name, Input, Needs, Output> {
  return one
}

/** Any command that runs with these services: what a list of commands holds. */
export type AnyCommand<Services> = {
  name: string
  input: z.ZodType
  run: (input: never, services: Services) => Promise<unknown>
}

/** Where the list of all commands is told to the types, without an import: a page may know what to ask, never how it is done. */
// biome-ignore lint/suspicious/noEmptyInterface: lib/commands/all-commands.ts fills it
export interface Register {}

type Registered = Register extends { commands: infer List extends readonly AnyCommand<never>[] }
  ? List[number]
  : never

export type CommandName = Registered['name']
type Named<Name extends CommandName> = Extract<Registered, { name: Name }>

/** What a command takes, before its schema filled in what may be left out. */
export type InputOf<Name extends CommandName> = z.input<Named<Name>['input']>
/** What a command gives. */
export type OutputOf<Name extends CommandName> = Awaited<ReturnType<Named<Name>['run']>>

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
