import type { z } from 'zod'
import type { Scope } from './keys.ts'
import type { NeededRole } from './people.ts'
import type { ActionResult } from './views/curation.ts'

/**
 * One thing that can be asked of Loupe: the schema of what it takes, and what it does with it. Its name is its key in the list
 * (lib/api/all.ts); pages, the server action, HTTP and scripts all ask it through one wrapper (lib/api/run.ts).
 */
type Operation<Input extends z.ZodType, Needs, Output> = {
  /** A query changes nothing. What a command is given may be kept: it is refused where it holds what looks like a secret. */
  kind: 'query' | 'command'
  input: Input
  run: (input: z.output<Input>, needs: Needs) => Output | Promise<Output>
  /** Another look at what a command is given; say why beside it. */
  arrive?: (input: unknown) => unknown
  /** Another way to mask what it gives: else dots stand in place of what looks like a secret, in every text. Say why beside it. */
  leave?: (given: Output) => Output
  /** A key that may do one of these may ask it; else `read` for a query, and a command is the owner's. It may depend on what is asked, not yet parsed. */
  scopes?: NeededScopes
  /** The least role of somebody who signed in; else `reader` for a query and `reviewer` for a command. Say it where one of them is wrong. */
  role?: NeededRole
  /** Of which project it is: else of those that its input names, which must be the caller's own. */
  of?: Belonging
}

/** `any`: it gives nothing of any project, or looks itself whose the caller may see; `revision`: it is of what a revision changed. */
export type Belonging = 'any' | 'revision'

export type NeededScopes = readonly Scope[] | ((asked: unknown) => readonly Scope[])

type Rights = Pick<AnyOperation<never>, 'scopes' | 'role' | 'of'>

type Run<Input extends z.ZodType, Needs, Output> = Operation<Input, Needs, Output>['run']

/** An operation that only reads; its types are inferred from here to the button that asks it. */
export function query<Input extends z.ZodType, Needs, Output extends Shown, Shown>(
  input: Input,
  run: Run<Input, Needs, Output>,
  options: Rights & { leave?: (given: Shown) => Shown } = {},
): Operation<Input, Needs, Output> {
  return { kind: 'query', input, run, ...(options as object) }
}

/** An operation that changes something, or keeps what it is given. */
export function command<Input extends z.ZodType, Needs, Output extends Shown, Shown>(
  input: Input,
  run: Run<Input, Needs, Output>,
  options: Rights & { arrive?: (input: unknown) => unknown; leave?: (given: Shown) => Shown } = {},
): Operation<Input, Needs, Output> {
  return { kind: 'command', input, run, ...(options as object) }
}

/** Only the owner does it: no key may. */
export const owners: Rights = { scopes: [], role: 'owner' }

/** Neither looked at nor masked: for what is handed on word for word. */
export const asItIs = <T>(given: T): T => given

/** Any operation that runs with these needs. */
export type AnyOperation<Needs> = {
  kind: 'query' | 'command'
  input: z.ZodType
  run: (input: never, needs: Needs) => unknown
  arrive?: (input: unknown) => unknown
  leave?: (given: never) => unknown
  scopes?: NeededScopes
  role?: NeededRole
  of?: Belonging
}

/** Where the list of all operations is told to the types, without an import: a page may know what to ask, never how it is done. */
// biome-ignore lint/suspicious/noEmptyInterface: lib/api/all.ts fills it
export interface Register {}

type Registered = Register extends { api: infer List extends Record<string, AnyOperation<never>> }
  ? List
  : Record<never, never>

export type OperationName = keyof Registered

/** What an operation takes, before its schema filled in what may be left out. */
export type InputOf<Name extends OperationName> = z.input<Registered[Name]['input']>
/** What an operation gives. */
export type OutputOf<Name extends OperationName> = Awaited<ReturnType<Registered[Name]['run']>>

/** One that takes nothing is called with nothing. */
type Given<Input> = undefined extends Input ? [input?: Input] : [input: Input]

// Mapped over `keyof Registered` itself, so that an editor leads from a call to the operation.

/** Every operation as a page asks for it: a value, or the fault in words. */
export type Commands = {
  [Name in keyof Registered]: (...input: Given<InputOf<Name>>) => Promise<ActionResult<OutputOf<Name>>>
}

/** Every operation as the server asks for it. Throws UserError. */
export type Api = {
  [Name in keyof Registered]: (...input: Given<InputOf<Name>>) => Promise<OutputOf<Name>>
}
