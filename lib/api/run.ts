import { maskTexts } from '../extract/mask-texts.ts'
import { kindOfName } from '../extract/names.ts'
import { requireNoSecret } from '../extract/secret-scan.ts'
import { UserError } from '../memory/errors.ts'
import type { AccessKey, Scope } from '../memory/keys.ts'
import type { AnyOperation, Api, OperationName } from '../memory/operation.ts'
import { storable } from '../memory/text/storable.ts'
import { API } from './all.ts'
import type { Core } from './core.ts'
import { requireOwnProject, requireScope } from './settings.ts'

type Runnable = AnyOperation<Core>

const operations = new Map(Object.entries<Runnable>(API))

/**
 * The one way to an operation: its name is looked up in the list, the caller's key held against its scope and project, its input parsed
 * by its own schema and, where it may be kept, refused when it holds a secret; what it gives is masked. Throws UserError
 * `no-such-command`, `key-scope`, `key-project`, `secret`, ZodError, and what the operation throws.
 */
export async function run(
  name: string,
  input: unknown,
  core: Core,
  key: AccessKey | null = null,
): Promise<unknown> {
  const operation = operations.get(name)
  if (!operation)
    throw new UserError('no-such-command', `There is no command "${String(name).slice(0, 60)}".`, {
      hint: 'Reload the page: it may be of another version of Loupe.',
      status: 404,
    })
  if (key) requireScope(key, scopesOf(operation, input))
  const { kind, arrive = kind === 'command' ? requireNoSecretIn : null, leave = maskTexts } = operation
  const asked = operation.input.parse(wellFormed(input))
  if (key) await requireOwnProject(name, asked, key, core.store)
  arrive?.(asked)
  return leave((await operation.run(asked as never, key ? { ...core, key } : core)) as never)
}

/** A key that may do one of these may ask it; none = only the owner does. */
function scopesOf(
  { kind, scopes = kind === 'query' ? ['read'] : [] }: Runnable,
  input: unknown,
): readonly Scope[] {
  return typeof scopes === 'function' ? scopes(input) : scopes
}

/** Whether a caller may ask an operation at all; null = the owner. */
export function mayAsk(key: AccessKey | null, name: OperationName): boolean {
  const operation = operations.get(name)
  return (
    key === null ||
    (operation !== undefined && scopesOf(operation, {}).some((one) => key.scopes.includes(one)))
  )
}

/** Every operation as a function of its input, for a caller with this key; null = the owner. */
export function apiOver(core: Core, key: AccessKey | null = null): Api {
  return Object.fromEntries(
    [...operations.keys()].map((name) => [name, (input: unknown) => run(name, input, core, key)]),
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
