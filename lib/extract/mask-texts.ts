import { kindOfName } from './names.ts'
import { findSecretLike, findSecrets } from './secret-scan.ts'

/**
 * A value with dots in place of what looks like a secret, in every text of it however deep; our own ids stay. For what quotes
 * entries in many places: a field that is added later is masked too.
 */
export function maskTexts<T>(value: T): T {
  return maskValue(value) as T
}

function maskValue(value: unknown): unknown {
  if (typeof value === 'string') return masked(value)
  if (Array.isArray(value)) return value.map(maskValue)
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const kind = kindOfName(name)
      return [name, kind === 'text' ? maskValue(one) : kind === 'given' ? maskGiven(one) : one]
    }),
  )
}

/** A name that was given from outside is masked where it is a secret for certain: much that is random is somebody's id. */
function maskGiven(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskGiven)
  return typeof value === 'string' && findSecrets(value).length > 0 ? masked(value) : value
}

/** Records only: dates, bytes and streams are handed on as they are. */
function isPlain(value: unknown): value is object {
  if (value === null || typeof value !== 'object') return false
  const kind = Object.getPrototypeOf(value)
  return kind === Object.prototype || kind === null
}

/** The shortest secret that the scanner finds, a password in an address; a person hardly ever writes so many dots. */
const MASK_RUN = '•'.repeat(3)

/** True when a text that comes back from a page still has dots in place of a secret: storing it would lose what stands there. */
export function holdsMask(text: string): boolean {
  return text.includes(MASK_RUN)
}

/** The text with a dot for each character of what looks like a secret. */
export function masked(text: string): string {
  let out = text
  for (const { start, end } of findSecretLike(text))
    out = out.slice(0, start) + '•'.repeat(end - start) + out.slice(end)
  return out
}
