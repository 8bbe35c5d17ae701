import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { canonicalJson, jsonSchemaOf, requestHash } from './complete.ts'

const request = {
  system: 'You judge.',
  user: 'Steps.',
  schema: z.strictObject({ verdict: z.enum(['correct', 'incorrect']), because: z.string() }),
}

describe('the name of a request', () => {
  test('stays the same wherever and whenever it is made', () => {
    expect(requestHash(request)).toBe('824b86b2ec46db1ee570f37ab634cdc45921a63121b5cd37525d4b221aa795e6')
  })

  test('differs with the system text, the user text and the schema, and with nothing else', () => {
    const others = [
      { ...request, system: 'You distil.' },
      { ...request, user: 'Other steps.' },
      { ...request, schema: z.strictObject({ verdict: z.string() }) },
    ]
    expect(new Set([request, ...others].map(requestHash)).size).toBe(4)
    const named = { ...request, purpose: 'judge', prompt: 'judge@2' }
    expect(requestHash(named)).toBe(requestHash(request))
  })

  test('does not hang on the order in which keys were written', () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x' })).toBe('{"a":"x","b":[{"c":null,"d":1}]}')
  })

  test('is made of a JSON Schema without its dialect', () => {
    expect(jsonSchemaOf(request.schema)).toEqual({
      type: 'object',
      properties: {
        verdict: { type: 'string', enum: ['correct', 'incorrect'] },
        because: { type: 'string' },
      },
      required: ['verdict', 'because'],
      additionalProperties: false,
    })
  })
})
