import { z } from 'zod'
import { hasPeople } from '../db/people.ts'
import { maskTexts } from '../extract/mask-texts.ts'
import { kindOfName } from '../extract/names.ts'
import { requireNoSecret } from '../extract/secret-scan.ts'
import { UserError } from '../memory/errors.ts'
import type { Scope } from '../memory/keys.ts'
import type { AnyOperation, Api, OperationName } from '../memory/operation.ts'
import { type Account, type Caller, hasRole, isAccount, type NeededRole } from '../memory/people.ts'
import { storable } from '../memory/text/storable.ts'
import { API } from './all.ts'
import type { Core } from './core.ts'
import { requireOwnProjects, requireRole, requireRoleOfUndone, requireScope } from './rights.ts'

type Runnable = AnyOperation<Core>

const operations = new Map(Object.entries<Runnable>(API))

/**
 * The one way to an operation: its name is looked up in the list, the caller held against its role or scope and its projects, its input
 * parsed by its own schema and, where it may be kept, refused when it holds a secret; what it gives is masked. Throws UserError
 * `no-such-command`, `sign-in`, `role`, `key-scope`, `other-projects`, `not-found`, `secret`, ZodError, and what the operation throws.
 */
export async function run(name: string, input: unknown, core: Core, caller: Caller = null): Promise<unknown> {
  const operation = operations.get(name)
  if (!operation)
    throw new UserError('no-such-command', `There is no command "${String(name).slice(0, 60)}".`, {
      hint: 'Reload the page: it may be of another version of Loupe.',
      status: 404,
    })
  if (isAccount(caller) || caller === 'nobody') requireRole(caller, roleOf(operation))
  else if (caller) requireScope(caller, scopesOf(operation, input))
  const { kind, arrive = kind === 'command' ? requireNoSecretIn : null, leave = maskTexts } = operation
  const parsed = operation.input.parse(wellFormed(input))
  if (caller) await requireOwnProjects(operation, parsed, caller, core.store)
  if (isAccount(caller) && name === 'undo') await requireRoleOfUndone(caller, parsed, core.store)
  const asked = await signed(name, operation, parsed, caller, core)
  arrive?.(asked)
  const given = await operation.run(asked as never, asOf(caller, core))
  if (TOLD.has(name) && (await hasPeople(core.store)))
    core.log(`${caller ? nameOf(caller) : 'the owner'}: ${name} ${JSON.stringify(asked)}`)
  return leave(given as never)
}

/** What is of no project, and so in no log of changes, is told where people sign in. None of them is given a secret. */
const TOLD = new Set<string>([
  'addPerson',
  'changePerson',
  'removePerson',
  'resetPassword',
  'makeKey',
  'revokeKey',
])

const nameOf = (caller: Exclude<Caller, null>) => (caller === 'nobody' ? caller : caller.name)

/** Core as a caller sees it: what somebody who signed in changes carries their name. */
function asOf(caller: Caller, core: Core): Core {
  if (!isAccount(caller)) return caller ? { ...core, caller } : core
  const { curation } = core
  const by = caller.name
  return { ...core, caller, by, curation: { ...curation, as: (given = by) => curation.as(given) } }
}

/** What a command is given, with the name of whoever signed in, or of the key where people sign in, in place of the name that was sent. */
async function signed(name: string, { kind, input }: Runnable, asked: unknown, caller: Caller, core: Core) {
  if (!caller || caller === 'nobody' || kind !== 'command' || !(await hasPeople(core.store))) return asked
  const given = Object(asked) as Record<string, unknown>
  if ('by' in given) return { ...given, by: caller.name }
  // Of a study.
  if ('order' in given) return { ...given, order: { ...Object(given.order), by: caller.name } }
  // Of a hook it is the kind of agent.
  const named = input instanceof z.ZodObject && 'agent' in input.shape && name !== 'hook'
  return named ? { ...given, agent: caller.name } : asked
}

/** A key that may do one of these may ask it; none = only the owner does. */
function scopesOf(
  { kind, scopes = kind === 'query' ? ['read'] : [] }: Runnable,
  input: unknown,
): readonly Scope[] {
  return typeof scopes === 'function' ? scopes(input) : scopes
}

/** The least role that an operation takes. */
export function roleOf({ kind, role = kind === 'query' ? 'reader' : 'reviewer' }: Runnable): NeededRole {
  return role
}

/** Whether a caller may ask an operation at all. */
export function mayAsk(caller: Caller, name: OperationName): boolean {
  const operation = operations.get(name)
  if (caller === null || operation === undefined) return caller === null
  if (caller === 'nobody') return roleOf(operation) === 'anyone'
  if (isAccount(caller)) return hasRole(caller, roleOf(operation))
  return scopesOf(operation, {}).some((one) => caller.scopes.includes(one))
}

/** The role that each operation takes which somebody may not ask. */
export function barredFor(account: Account): Record<string, NeededRole> {
  const needed = [...operations].map(([name, operation]) => [name, roleOf(operation)] as const)
  return Object.fromEntries(needed.filter(([, role]) => !hasRole(account, role)))
}

/** Every operation as a function of its input, for this caller. */
export function apiOver(core: Core, caller: Caller = null): Api {
  return Object.fromEntries(
    [...operations.keys()].map((name) => [name, (input: unknown) => run(name, input, core, caller)]),
  ) as Api
}

/** Digests, and the phrase of a purge, which repeats the name of what goes. */
const NOT_LOOKED_AT = new Set(['hash', 'phrase'])

/** Throws UserError `secret`, with the place, when a text that a command would keep looks like one, however deep it stands. */
export function requireNoSecretIn(value: unknown, place = ''): void {
  if (typeof value === 'string') requireNoSecret(value, place || 'text')
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return
  for (const [name, one] of Object.entries(value))
    if (kindOfName(name) !== 'own' && !NOT_LOOKED_AT.has(name))
      requireNoSecretIn(one, place === '' ? name : `${place}.${name}`)
}

/** Deepest nesting of what is sent (ours; no operation takes more than eight). */
const DEPTH_LIMIT = 64

/** What is stored as another character than it is sealed as comes in as that: half of a pair as �, U+0000 as ␀. Throws UserError `too-deep`. */
export function wellFormed(value: unknown, depth = 0): unknown {
  if (depth > DEPTH_LIMIT)
    throw new UserError('too-deep', `What was sent is nested more than ${DEPTH_LIMIT} deep.`, {
      hint: 'No command takes that; send what its schema says.',
    })
  if (typeof value === 'string') return storable(value)
  if (Array.isArray(value)) return value.map((one) => wellFormed(one, depth + 1))
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, wellFormed(one, depth + 1)]))
}
