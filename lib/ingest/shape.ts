/** A JSON object before any schema has seen it. */
export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The member as a list; empty when it is missing or something else. */
export function listAt(value: unknown, name: string): unknown[] {
  const member = isObject(value) ? value[name] : undefined
  return Array.isArray(member) ? member : []
}

/** True when the value is an object with every one of these members. */
export function hasAll(value: unknown, ...names: string[]): value is JsonObject {
  return isObject(value) && names.every((name) => Object.hasOwn(value, name))
}

/** True when the value is an object with at least one of these members. */
export function hasAny(value: unknown, ...names: string[]): value is JsonObject {
  return isObject(value) && names.some((name) => Object.hasOwn(value, name))
}
