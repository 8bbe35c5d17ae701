import { createHash } from 'node:crypto'
import { z } from 'zod'

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
