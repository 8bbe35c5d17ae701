import { maskTexts } from '../extract/mask-texts.ts'
import { UserError } from '../memory/errors.ts'
import type { Api } from '../memory/operation.ts'
import { API } from './all.ts'
import { requireNoSecretIn, wellFormed } from './arrive.ts'
import type { Core } from './core.ts'

type Runnable = {
  kind: 'query' | 'command'
  input: { parse: (input: unknown) => unknown }
  run: (input: unknown, core: Core) => unknown
  arrive?: (input: unknown) => unknown
  leave?: (given: unknown) => unknown
}

const operations = new Map(Object.entries(API as unknown as Record<string, Runnable>))

/**
 * The one way to an operation: its name is looked up in the list, its input parsed by its own schema and, where it may be kept,
 * refused when it holds a secret; what it gives is masked. Throws UserError `no-such-command`, `secret`, ZodError, and what the operation throws.
 */
export async function run(name: string, input: unknown, core: Core): Promise<unknown> {
  const operation = operations.get(name)
  if (!operation)
    throw new UserError('no-such-command', `There is no command "${String(name).slice(0, 60)}".`, {
      hint: 'Reload the page: it may be of another version of Loupe.',
      status: 404,
    })
  const { kind, arrive = kind === 'command' ? requireNoSecretIn : null, leave = maskTexts } = operation
  const asked = operation.input.parse(wellFormed(input))
  arrive?.(asked)
  return leave(await operation.run(asked, core))
}

/** Every operation as a function of its input. */
export function apiOver(core: Core): Api {
  return Object.fromEntries(
    [...operations.keys()].map((name) => [name, (input: unknown) => run(name, input, core)]),
  ) as Api
}
