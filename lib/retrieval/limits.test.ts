import { expect, it } from 'vitest'
import { limitsOf } from './limits.ts'

it('has limits of their own for the embedders they were measured in, and the strict ones of words elsewhere', () => {
  expect(limitsOf('local-v2').lookAlike).toBeLessThan(limitsOf('local-v1').lookAlike)
  expect(limitsOf('openai:unknown')).toEqual({ ...limitsOf('local-v1'), readsWords: false })
  expect(limitsOf('local-v9')).toEqual(limitsOf('local-v1'))
  for (const id of ['local-v1', 'local-v2'])
    expect(limitsOf(id).tossUp).toBeCloseTo(limitsOf(id).near / 5, 12)
})
