import { dotted } from './mask-texts.ts'
import { findSecrets } from './secret-scan.ts'

/** A stored text and whether it is JSON. */
export type StoredText = { kind: 'text' | 'json'; text: string }

/**
 * A stored text with a dot for each character of a secret, and in how many texts of it there was one; places in it stay what they
 * are, since citations name them.
 */
export function maskStored({ kind, text }: StoredText): { text: string; count: number } {
  let count = 0
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const spans = findSecrets(value)
      if (spans.length > 0) count++
      return dotted(value, spans)
    }
    if (Array.isArray(value)) return value.map(mask)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mask(one)]))
  }
  const value = mask(kind === 'json' ? JSON.parse(text) : text)
  if (count === 0) return { text, count }
  return { text: kind === 'json' ? JSON.stringify(value) : String(value), count }
}
