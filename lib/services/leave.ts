import { maskTexts } from '../extract/mask-texts.ts'
import type { Services } from './services.ts'

/**
 * The one place where texts leave: for a page, a program, an agent. Whatever a service or a command gives has dots in place of
 * what looks like a secret, in every text however deep, unless it is named below. A new view is masked without being named.
 */

/** What readers get: everything but what only commands change with. */
export type Readable = Services

type Method = (...input: never[]) => unknown
type Given<F> = F extends (...input: never[]) => infer Output ? Awaited<Output> : never
/** For each method, nested ones too: another way to mask what it gives. */
type Exceptions<T> = {
  [K in keyof T]?: T[K] extends Method ? (given: Given<T[K]>) => Given<T[K]> : Exceptions<T[K]>
}

/** What was asked is told back as it was asked: a link or a filter with dots in it would mean something else. */
const butAsked = <T extends { asked: unknown } | null>(sample: T): T =>
  sample && { ...maskTexts(sample), asked: sample.asked }

/** Named exceptions. Each says why. */
const SERVICES: Exceptions<Readable> = {
  triage: { samples: { find: butAsked } },
}

/** The services as readers get them. */
export function leaving(services: Services): Readable {
  return guarded(services, SERVICES)
}

/** The same methods, what they give masked. Exported for its test. */
export function guarded<T extends object>(service: T, exceptions: Exceptions<T>): T {
  return Object.fromEntries(
    Object.entries(service).map(([name, member]) => {
      const how = exceptions[name as keyof T] as
        | Exceptions<object>
        | ((given: unknown) => unknown)
        | undefined
      if (typeof member !== 'function')
        return [name, guarded(member as object, (how ?? {}) as Exceptions<object>)]
      const mask = typeof how === 'function' ? how : maskTexts
      return [
        name,
        (...input: unknown[]) => {
          const given: unknown = (member as Method)(...(input as never[]))
          return given instanceof Promise ? given.then((value: unknown) => mask(value)) : mask(given)
        },
      ]
    }),
  ) as T
}
