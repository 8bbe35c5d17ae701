import type { z } from 'zod'
import { storable } from './storable.ts'

/** What is wrong with a line, counted from 1: the field, empty for the line itself, and zod's words. */
type LineFault = { line: number; field: string; message: string }

/** Reads JSON Lines, blank ones and a mark of byte order passed over. Throws what `refuse` makes of the first line that does not fit. */
export function readJsonLines<T>(
  text: string,
  schema: z.ZodType<T>,
  refuse: (fault: LineFault) => Error,
): T[] {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  return lines.flatMap((line, i) => {
    if (line.trim() === '') return []
    const value = jsonOf(line)
    const read = schema.safeParse(value ?? null)
    if (read.success) return [read.data]
    const [issue] = read.error.issues
    const field = issue?.path.join('.') ?? ''
    throw refuse({
      line: i + 1,
      field,
      message: issue?.message ?? 'does not fit',
    })
  })
}

/** The value of a JSON text, U+0000 in it as ␀; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    if (!text.includes('\\u0000')) return JSON.parse(text)
    return JSON.parse(text, (_name, value) => (typeof value === 'string' ? storable(value) : value))
  } catch {
    return undefined
  }
}
