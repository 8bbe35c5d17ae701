/** A value as one line of text, the same on every machine: what a test prints and is compared by. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return String(value)
  if (value instanceof Promise) return 'Promise'
  if (typeof value === 'function') return 'function'
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`
  if (value instanceof Map) return `Map ${show([...value.entries()])}`
  if (value instanceof Set) return `Set ${show([...value])}`
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value).map(([key, field]) => `${key}: ${show(field)}`)
    return `{ ${fields.join(', ')} }`
  }
  return String(value)
}
