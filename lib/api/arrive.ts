import { kindOfName } from '../extract/names.ts'
import { requireNoSecret } from '../extract/secret-scan.ts'
import { UserError } from '../memory/errors.ts'

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

/** Half of a pair of characters is stored as another character than it is sealed as: it comes in as �. Throws UserError `too-deep`. */
export function wellFormed(value: unknown, depth = 0): unknown {
  if (depth > DEPTH_LIMIT)
    throw new UserError('too-deep', `What was sent is nested more than ${DEPTH_LIMIT} deep.`, {
      hint: 'No command takes that; send what its schema says.',
    })
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map((one) => wellFormed(one, depth + 1))
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, wellFormed(one, depth + 1)]))
}
