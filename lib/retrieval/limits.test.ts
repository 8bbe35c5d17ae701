import { expect, it } from 'vitest'
import { limitsOf } from './limits.ts'

it('has limits of their own for the embedders they were measured in, and the strict ones of words elsewhere', () => {
  expect(limitsOf('local-v2').lookAlike).toBeLessThan(limitsOf('local-v1').lookAlike)
  for (const id of ['openai:unknown', 'local-v9']) expect(limitsOf(id)).toEqual(limitsOf('local-v1'))
})
