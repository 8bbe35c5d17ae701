import { createHash } from 'node:crypto'
import { z } from 'zod'
import { jsonOf } from '../memory/text/json-lines.ts'

/** One call to a language model: prompt and schema in, checked value out. */
export interface ModelRequest<T> {
  /** What the answer is for: `judge`, `distil`, ... */
  purpose: string
  /** Id and version of the prompt, e.g. `distil-success@1`. */
  prompt: string
  system: string
  user: string
  /** What the answer must be; a JSON Schema must be able to say it. */
  schema: z.ZodType<T>
}

/** What a model said, checked against the schema of the request, and what it took. Null = the source does not say. */
export interface ModelAnswer {
  /** `requestHash` of what was asked. */
  hash: string
  value: unknown
  /** `openai`, `command`, `recorded`, `handover`. */
  provider: string
  model: string | null
  inputTokens: number | null
  outputTokens: number | null
  /** US dollars; 0 only where the price is known to be 0. */
  costUsd: number | null
  latencyMs: number | null
  /** When it was said, ISO. */
  at: string
}

/** What one call took, answered well or not. */
export type Usage = Pick<ModelAnswer, 'inputTokens' | 'outputTokens' | 'costUsd'>

/** The most that one call may take; `usd` null = no price is known. */
export type MostOfCall = { usd: number | null; tokens: number }

/** `counted`: tokens by the length of what was read and written, for where nobody tells them; null = the most it may have taken. */
type EndOfCall = (outcome: string, usage: Usage, counted: number | null) => Promise<void>

/** Is asked before each call, a second try included, and told what became of it: nothing is sent that it does not know of. */
export interface Meter {
  /** Throws UserError `cap-reached` or `job-halted` when no further call is wanted. Gives back what is told at the end of the call. */
  begin(provider: string, most: MostOfCall): Promise<EndOfCall>
}

/** A way to get answers. */
export interface Completer {
  /** Provider and, where it is known, model: `openai:gpt-x`, `command`. */
  readonly id: string
  /**
   * The answer to a request. Throws UserError: `model-unreachable` (503, another time may help), `model-refused` (nothing sent
   * this way will be answered), `job-halted` after `signal`, or of this one request `answer-cut`, `answer-declined`, `answer-not-json`, `answer-unfit`.
   */
  complete(request: ModelRequest<unknown>, meter?: Meter, signal?: AbortSignal): Promise<ModelAnswer>
}

/** SHA-256, hex, over canonical JSON of `{ system, user, schema }`: the name under which an answer is kept. */
export function requestHash(request: Pick<ModelRequest<unknown>, 'system' | 'user' | 'schema'>): string {
  const { system, user, schema } = request
  return createHash('sha256')
    .update(canonicalJson({ system, user, schema: jsonSchemaOf(schema) }))
    .digest('hex')
}

export type JsonSchema = Record<string, unknown>

/** The schema as JSON Schema, the dialect unnamed: what a server is given, a person is shown and the hash is made of. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema) as JsonSchema
  return rest
}

/** JSON with the keys of every object in code unit order and no white space. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/** What a model's text holds: the checked value, or what is wrong with it in words that a model and a person can mend it by. */
type ReadAnswer = { value: unknown } | { fault: { code: 'answer-not-json' | 'answer-unfit'; words: string } }

/** A fault names at most so many places. Ours: the rest shows after the first are mended. */
const MOST_PLACES = 6

/** Reads a JSON document, alone or inside one code fence with whatever stands around it, and checks it. */
export function readAnswer(text: string, schema: z.ZodType): ReadAnswer {
  const document = documentIn(text)
  if (document === undefined)
    return { fault: { code: 'answer-not-json', words: 'the answer is not one JSON document' } }
  return checkValue(document, schema)
}

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
