import { maskName } from './secret-scan.ts'

/** A value that is to be kept, with a named blank in place of what looks like a secret, in every text however deep. */
export function maskKept<T>(value: T): T {
  return maskValue(value) as T
}

function maskValue(value: unknown): unknown {
  if (typeof value === 'string') return maskName(value)
  if (Array.isArray(value)) return value.map(maskValue)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, maskValue(one)]))
}
