import { expect, it } from 'vitest'
import { jsonOf } from '../memory/text/json-lines.ts'
import { requireNoSecretIn, wellFormed } from './run.ts'

// Put together here, so that no scanner of the repository takes it for a real one.
const SECRET = ['ghp', 'a1B2c3D4e5'.repeat(4)].join('_')

it.each([{ requestId: SECRET }, { outcomes: [{ instanceId: SECRET }] }, { episodeId: SECRET }])(
  'refuses a secret in the name of something, given by whoever sends it: %#',
  (input) => {
    expect(() => requireNoSecretIn(input)).toThrow('looks like a secret')
  },
)

it('looks at no id of our own, which nobody chose', () => {
  expect(() => requireNoSecretIn({ entryIds: [SECRET], projectId: SECRET })).not.toThrow()
})

it('refuses what is nested deeper than any command, instead of failing at it', () => {
  let nested: unknown = 'x'
  for (let n = 0; n < 100_000; n++) nested = { nested }
  expect(() => wellFormed(nested)).toThrow('nested more than 64 deep')
})

it('a text that PostgreSQL cannot hold comes in as one that it can, by every door', () => {
  expect(wellFormed({ texts: ['nul \0', 'half \ud800'] })).toEqual({ texts: ['nul ␀', 'half \ufffd'] })
  expect(jsonOf(JSON.stringify({ text: 'nul \0, \\u0000 spelt out' }))).toEqual({
    text: 'nul ␀, \\u0000 spelt out',
  })
})
