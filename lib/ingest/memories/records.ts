import { isObject, type JsonObject } from '../shape.ts'
import type { Changes, ForeignMemory, MemoryDocument, MemoryFormat } from './memory-format.ts'

/** Record with its place in the file, from 1. */
type Read = (record: JsonObject, place: number) => ForeignMemory[]
/** The record with changes, or null where nothing is left of it. */
type Write = (record: JsonObject, changes: Changes, place: number) => JsonObject | null

/**
 * A layout that is a list of records: under one of `lists`, bare, or one a line. `detect` looks at the first records;
 * each of them may hold several memories.
 */
export function recordFormat(
  name: string,
  lists: readonly string[],
  { detect, read, write }: { detect: (record: JsonObject) => boolean; read: Read; write: Write },
): MemoryFormat {
  const recordsIn = (document: MemoryDocument) => listsIn(document, lists).flatMap(({ list }) => list)
  return {
    name,
    detect: (document) => {
      const few = recordsIn(document).slice(0, 5)
      return few.length > 0 && few.every((record) => isObject(record) && detect(record))
    },
    read: (document) =>
      recordsIn(document).flatMap((record, i) => (isObject(record) ? read(record, i + 1) : [])),
    write: (document, changes) => {
      let place = 0
      const changed = (record: unknown): unknown[] => {
        place++
        if (!isObject(record)) return [record]
        const after = read(record, place).some(({ id }) => changes.has(id))
          ? write(record, changes, place)
          : record
        return after === null ? [] : [after]
      }
      if (document.isLines) return { ...document, values: document.values.flatMap(changed) }
      const [whole] = document.values
      if (Array.isArray(whole)) return { ...document, values: [whole.flatMap(changed)] }
      if (!isObject(whole)) return document
      const after = lists.flatMap((at) =>
        Array.isArray(whole[at]) ? [[at, whole[at].flatMap(changed)]] : [],
      )
      return { ...document, values: [{ ...whole, ...Object.fromEntries(after) }] }
    },
  }
}

function flat({ values }: MemoryDocument): unknown[] {
  return Array.isArray(values[0]) ? values[0] : values
}

/** `name` is null for records that stand bare. */
function listsIn(
  document: MemoryDocument,
  lists: readonly string[],
): { name: string | null; list: unknown[] }[] {
  const [whole] = document.values
  if (document.isLines || Array.isArray(whole)) return [{ name: null, list: flat(document) }]
  if (!isObject(whole)) return []
  return lists.flatMap((name) => (Array.isArray(whole[name]) ? [{ name, list: whole[name] }] : []))
}

export const textAt = (record: JsonObject, ...names: string[]): string | null => {
  for (const name of names) {
    const value = record[name]
    if (typeof value === 'string' && value.trim() !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return null
}

/** ISO instant of a text or of seconds or milliseconds since 1970; null where it is none. */
export function instantAt(record: JsonObject, ...names: string[]): string | null {
  for (const name of names) {
    const value = record[name]
    const ms =
      typeof value === 'number'
        ? value < 1e11
          ? value * 1000
          : value
        : typeof value === 'string'
          ? Date.parse(value)
          : Number.NaN
    if (Number.isFinite(ms) && Math.abs(ms) < 8e15) return new Date(ms).toISOString()
  }
  return null
}

export const textsAt = (record: JsonObject, name: string): string[] => {
  const value =
    typeof record[name] === 'string' && /^\s*\[/.test(record[name]) ? safeJson(record[name]) : record[name]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
