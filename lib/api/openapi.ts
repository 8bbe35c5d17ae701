import { z } from 'zod'
import { API } from './all.ts'
import type { Route } from './route.ts'

type Field = { name: string; type: string; isRequired: boolean; schema: Record<string, unknown> }
type Schema = Record<string, unknown> & {
  properties?: Record<string, Record<string, unknown>>
  required?: string[]
}

/** The HTTP API as an OpenAPI 3.1 document: addresses, parameters and bodies by the schemas that check them. */
export function openApi(routes: readonly Route[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = `/api/v1/${route.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Loupe',
      version: '1',
      description: 'Writes and questions carry the bearer token of the data folder.',
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: [{ token: [] }],
    paths,
  }
}

function operationOf(route: Route): Record<string, unknown> {
  const parts = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const asked = fieldsOf(route.parameters).map(({ name, isRequired, schema }) => ({
    name,
    in: 'query',
    required: isRequired,
    schema,
  }))
  return {
    summary: route.words,
    parameters: [...parts, ...asked],
    ...(route.body && { requestBody: bodyOf(route.body) }),
    responses: {
      200: { description: 'As the summary says.' },
      default: { description: '{error: {code, message, place, hint}}' },
    },
  }
}

function bodyOf(body: NonNullable<Route['body']>): Record<string, unknown> {
  const content =
    'bytes' in body
      ? { 'application/octet-stream': {} }
      : { 'application/json': { schema: schemaOf(inputOf(body)) } }
  return { required: true, content }
}

/** What a JSON body is checked by. */
export function inputOf(body: { operation: keyof typeof API; input?: z.ZodType }): z.ZodType {
  return body.input ?? API[body.operation].input
}

/** The fields of a route's parameters or of a JSON body, for a table. */
export function fieldsOf(input: z.ZodType): Field[] {
  const { properties = {}, required = [] } = schemaOf(input)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeWords(schema),
    isRequired: required.includes(name),
    schema,
  }))
}

function schemaOf(input: z.ZodType): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema
  return schema
}

/** `string, 1 to 80`, `one of a, b`, `list of string`. */
function typeWords(schema: Record<string, unknown>): string {
  const { type, enum: values, const: only, anyOf, items, minLength, maxLength, minimum, maximum } = schema
  if (Array.isArray(values)) return `one of ${values.join(', ')}`
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(anyOf))
    return [...new Set(anyOf.flatMap((one) => typeWords(one).split(' or ')))].join(' or ')
  if (type === 'array') return `list of ${typeWords((items ?? {}) as Record<string, unknown>)}`
  const [least, most] = [minLength ?? minimum, maxLength ?? maximum].map((bound) =>
    typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : null,
  )
  const bounds =
    least != null && most != null
      ? `, ${least} to ${most}`
      : most != null
        ? `, at most ${most}`
        : least != null
          ? `, from ${least}`
          : ''
  return `${typeof type === 'string' ? type : 'any'}${bounds}`
}
