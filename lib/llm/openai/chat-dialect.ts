import { type JsonSchema, jsonSchemaOf, type ModelRequest, schemaWords } from '../complete.ts'

/** What a server understands beyond messages; each is given up when it says that it does not. */
export type Dialect = {
  /** `schema`: structured output; `object`: some JSON object; `words`: asked for in words alone. */
  format: 'schema' | 'object' | 'words'
  temperature: boolean
  limit: 'max_tokens' | 'max_completion_tokens' | null
}

export const FULL_DIALECT: Dialect = { format: 'schema', temperature: true, limit: 'max_tokens' }

/** Tokens one answer may have; a model that thinks counts its thoughts. Ours: an answer has some 500. */
export const MOST_OUTPUT_TOKENS = 8_000

export function bodyOf(
  request: ModelRequest<unknown>,
  earlier: { role: 'assistant' | 'user'; content: string }[],
  model: string,
  { format, temperature, limit }: Dialect,
) {
  const system =
    format === 'schema' ? request.system : `${request.system}\n\n${schemaWords(jsonSchemaOf(request.schema))}`
  return {
    model,
    messages: [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: request.user },
      ...earlier,
    ],
    ...(temperature ? { temperature: 0 } : {}),
    ...(limit === null ? {} : { [limit]: MOST_OUTPUT_TOKENS }),
    ...(format === 'words' ? {} : { response_format: formatOf(request, format) }),
  }
}

function formatOf({ purpose, schema }: ModelRequest<unknown>, format: 'schema' | 'object') {
  if (format === 'object') return { type: 'json_object' as const }
  const name = purpose.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 60) || 'answer'
  return {
    type: 'json_schema' as const,
    json_schema: { name, strict: true, schema: strictSchema(jsonSchemaOf(schema)) as JsonSchema },
  }
}

/** Keywords that strict structured output does not know; the whole schema is checked here anyway. */
const UNKNOWN_WHEN_STRICT = new Set(
  'minLength maxLength minItems maxItems minimum maximum exclusiveMinimum exclusiveMaximum multipleOf pattern format default uniqueItems'.split(
    ' ',
  ),
)

function strictSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strictSchema)
  if (schema === null || typeof schema !== 'object') return schema
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, inner]) => {
      if (UNKNOWN_WHEN_STRICT.has(name) && typeof inner !== 'object') return []
      return [[name, strictSchema(inner)]]
    }),
  )
}

type Refusal = {
  status?: number | undefined
  message: string
  param?: string | null | undefined
  code?: unknown
}

/** What to try after a refusal of the request's form; null when the form is not what was refused, or nothing is left to give up. */
export function simplerDialect(dialect: Dialect, refusal: Refusal): Dialect | null {
  const { status, code } = refusal
  if ((status !== 400 && status !== 422) || code === 'context_length_exceeded') return null
  const words = `${refusal.param ?? ''} ${refusal.message}`
  if (dialect.temperature && /temperature/i.test(words)) return { ...dialect, temperature: false }
  if (dialect.limit !== null && /max_(?:completion_)?tokens/i.test(words))
    return { ...dialect, limit: dialect.limit === 'max_tokens' ? 'max_completion_tokens' : null }
  // Some servers say no more than "bad request": the form of the answer is what they know least.
  if (dialect.format === 'schema') return { ...dialect, format: 'object' }
  if (dialect.format === 'object') return { ...dialect, format: 'words' }
  return null
}
