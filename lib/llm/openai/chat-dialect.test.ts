import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { jsonSchemaOf } from '../complete.ts'
import { bodyOf, type Dialect, FULL_DIALECT, MOST_OUTPUT_TOKENS, simplerDialect } from './chat-dialect.ts'

const request = {
  purpose: 'judge',
  prompt: 'judge@1',
  system: 'You judge.',
  user: 'The steps.',
  schema: z.strictObject({ verdict: z.enum(['correct', 'incorrect']) }),
}
const words = { ...FULL_DIALECT, format: 'words' } as const

describe('the body of a chat request', () => {
  it('says all that a server may understand', () => {
    expect(bodyOf(request, [], 'small-1', FULL_DIALECT)).toEqual({
      model: 'small-1',
      messages: [
        { role: 'system', content: 'You judge.' },
        { role: 'user', content: 'The steps.' },
      ],
      temperature: 0,
      max_tokens: MOST_OUTPUT_TOKENS,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'judge', strict: true, schema: jsonSchemaOf(request.schema) },
      },
    })
  })

  it.each<{ leaves: string; dialect: Partial<Dialect> }>([
    { leaves: 'temperature', dialect: { temperature: false } },
    { leaves: 'max_tokens', dialect: { limit: null } },
    { leaves: 'response_format', dialect: { format: 'words' } },
  ])('leaves out $leaves where the server does not know it, and nothing else', ({ leaves, dialect }) => {
    const full = Object.keys(bodyOf(request, [], 'm', FULL_DIALECT))
    const body = bodyOf(request, [], 'm', { ...FULL_DIALECT, ...dialect })
    expect(Object.keys(body)).toEqual(full.filter((name) => name !== leaves))
  })

  it('names the limit by the other name where the server wants that', () => {
    const body = bodyOf(request, [], 'm', { ...FULL_DIALECT, limit: 'max_completion_tokens' })
    expect(body).toMatchObject({ max_completion_tokens: MOST_OUTPUT_TOKENS })
    expect(body).not.toHaveProperty('max_tokens')
  })

  it.each(['object', 'words'] as const)(
    'says the schema in words where the form cannot hold it: %s',
    (format) => {
      const { messages } = bodyOf(request, [], 'm', { ...FULL_DIALECT, format })
      expect(messages[0]?.content).toMatch(/^You judge\.\n\nAnswer with one JSON document/)
      expect(messages[0]?.content).toContain(JSON.stringify(jsonSchemaOf(request.schema)))
    },
  )

  it('asks for some object where that is all the server can promise', () => {
    expect(bodyOf(request, [], 'm', { ...FULL_DIALECT, format: 'object' })).toMatchObject({
      response_format: { type: 'json_object' },
    })
  })

  it('puts what was said before behind the question, in its order', () => {
    const earlier = [
      { role: 'assistant' as const, content: 'No.' },
      { role: 'user' as const, content: 'Again.' },
    ]
    expect(bodyOf(request, earlier, 'm', words).messages.slice(1)).toEqual([
      { role: 'user', content: 'The steps.' },
      ...earlier,
    ])
  })

  it.each([
    { purpose: 'distil success', name: 'distil_success' },
    { purpose: 'prüfen/1', name: 'pr_fen_1' },
    { purpose: 'x'.repeat(80), name: 'x'.repeat(60) },
    { purpose: '', name: 'answer' },
  ])('calls the schema of $purpose $name, as servers want names', ({ purpose, name }) => {
    expect(bodyOf({ ...request, purpose }, [], 'm', FULL_DIALECT)).toMatchObject({
      response_format: { json_schema: { name } },
    })
  })
})

describe('a schema for strict output', () => {
  const strict = (schema: z.ZodType) => {
    const body = bodyOf({ ...request, schema }, [], 'm', FULL_DIALECT)
    if (body.response_format?.type !== 'json_schema') throw new Error('no schema')
    return body.response_format.json_schema.schema as Record<string, unknown>
  }

  it('says nothing that strict output refuses, however deep', () => {
    const schema = z.strictObject({
      text: z.string().min(1).max(9).regex(/^a/),
      list: z.array(z.number().min(0).max(1).multipleOf(0.5)).min(1).max(3),
      either: z.union([z.string().max(4), z.null()]),
      at: z.iso.datetime(),
    })
    const said = JSON.stringify(strict(schema))
    for (const keyword of ['Length', 'Items"', 'imum', 'multipleOf', 'pattern', 'format'])
      expect(said).not.toContain(keyword)
    expect(said).toContain('"required":["text","list","either","at"]')
    expect(said).toContain('"items":{"type":"number"}')
  })

  it('keeps fields that are called as a keyword is', () => {
    const schema = z.strictObject({ pattern: z.string().max(3), format: z.enum(['format', 'default']) })
    expect(strict(schema)).toEqual({
      type: 'object',
      properties: { pattern: { type: 'string' }, format: { type: 'string', enum: ['format', 'default'] } },
      required: ['pattern', 'format'],
      additionalProperties: false,
    })
  })
})

describe('what is given up after a refusal', () => {
  const simpler = (refusal: Partial<Parameters<typeof simplerDialect>[1]>, dialect: Dialect = FULL_DIALECT) =>
    simplerDialect(dialect, { status: 400, message: '', ...refusal })

  it.each([
    { message: "'temperature' does not support 0", gives: { temperature: false } },
    { message: 'Unsupported value', param: 'temperature', gives: { temperature: false } },
    { message: 'Unsupported parameter: max_tokens', gives: { limit: 'max_completion_tokens' } },
    { message: 'use max_completion_tokens', param: 'max_tokens', gives: { limit: 'max_completion_tokens' } },
    { message: 'response_format is unknown', gives: { format: 'object' } },
    { message: 'bad request', gives: { format: 'object' } },
    { message: '', param: null, gives: { format: 'object' } },
  ])('$message: $gives', ({ gives, ...refusal }) => {
    expect(simpler(refusal)).toEqual({ ...FULL_DIALECT, ...gives })
    expect(simpler({ ...refusal, status: 422 })).toEqual({ ...FULL_DIALECT, ...gives })
  })

  it.each([401, 403, 404, 413, 429, 500, undefined])(
    'nothing after status %s, which is no matter of form',
    (status) => {
      expect(simpler({ status, message: 'temperature' })).toBeNull()
    },
  )

  it('nothing where the prompt is too long, whatever it was asked in', () => {
    expect(simpler({ code: 'context_length_exceeded', message: 'max_tokens' })).toBeNull()
  })

  it('nothing is given up twice: a temperature that is not said cannot be at fault', () => {
    expect(simpler({ message: 'temperature' }, { ...FULL_DIALECT, temperature: false })).toMatchObject({
      format: 'object',
    })
    expect(simpler({ message: 'max_tokens' }, { ...words, limit: null })).toBeNull()
  })

  it('ends with words alone, after at most five refusals, whatever the server says', () => {
    for (const message of ['temperature max_tokens', 'max_tokens', 'temperature', 'no']) {
      let dialect: Dialect | null = FULL_DIALECT
      let steps = 0
      for (; dialect !== null; steps++) dialect = simpler({ message }, dialect)
      expect(steps).toBeLessThanOrEqual(6)
      expect(steps).toBeGreaterThanOrEqual(3)
    }
  })
})
