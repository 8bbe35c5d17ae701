import type { z } from 'zod'
import { jsonOf } from '../memory/text/json-lines.ts'
import type { JsonSchema } from './complete.ts'

/** What a model's text holds: the checked value, or what is wrong with it in words that a model and a person can mend it by. */
export type ReadAnswer =
  | { value: unknown }
  | { fault: { code: 'answer-not-json' | 'answer-unfit'; words: string } }

/** A fault names at most so many places. Ours: the rest shows after the first are mended. */
const MOST_PLACES = 6

/** Reads a JSON document, alone or inside one code fence with whatever stands around it, and checks it. */
export function readAnswer(text: string, schema: z.ZodType): ReadAnswer {
  const document = documentIn(text)
  if (document === undefined)
    return { fault: { code: 'answer-not-json', words: 'the answer is not one JSON document' } }
  return checkValue(document, schema)
}

/** Checks a value that is JSON already. */
export function checkValue(value: unknown, schema: z.ZodType): ReadAnswer {
  const read = schema.safeParse(value)
  if (read.success) return { value: read.data }
  const places = read.error.issues.map(
    ({ path, message }) => `${path.length === 0 ? 'the document' : path.join('.')}: ${message}`,
  )
  const more = places.length - MOST_PLACES
  const words = [...places.slice(0, MOST_PLACES), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
  return { fault: { code: 'answer-unfit', words: `the answer does not fit the schema: ${words}` } }
}

/** Undefined when there is no document, or more than one that could be meant. */
function documentIn(text: string): unknown {
  const whole = jsonOf(text)
  if (whole !== undefined) return whole
  const fenced = [...text.matchAll(/^[ \t]*```[a-z]*[ \t]*\r?\n([\s\S]*?)^[ \t]*```[ \t]*$/gim)]
    .map(([, inside]) => jsonOf(inside ?? ''))
    .filter((one) => one !== undefined)
  if (fenced.length === 1) return fenced[0]
  if (fenced.length > 1) return undefined
  // Words before and after: the widest pair of braces, or nothing.
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')]
  return from < 0 || to < from ? undefined : jsonOf(text.slice(from, to + 1))
}

/** Everything in one text, for a command's standard input, a file or a person's clipboard: what is the same in many requests comes first. */
export function promptText(request: { system: string; user: string; schema: JsonSchema }): string {
  return `${request.system}\n\n${schemaWords(request.schema)}\n\n${request.user}\n`
}

/** Asks for the form of the answer in words, where a server is not told it otherwise. */
export function schemaWords(schema: JsonSchema): string {
  return `Answer with one JSON document that fits this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`
}

/** What is said after an answer that cannot be used, once. */
export function mendWords(fault: string): string {
  return `Your answer cannot be used: ${fault}. Give the whole answer again, as one JSON document and nothing else.`
}
