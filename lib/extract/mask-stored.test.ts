import fc from 'fast-check'
import { expect, it } from 'vitest'
import { letters } from './fixtures/secret-samples.ts'
import { maskKept, maskStored } from './mask-texts.ts'

const SECRET = `ghp_${letters(36)}`
const DOTS = '•'.repeat(SECRET.length)

it('puts a dot for each character of a secret in a stored text, so that places in it stay', () => {
  const text = `first ${SECRET} and ${SECRET}\nlast`
  const masked = maskStored({ kind: 'text', text })
  expect(masked).toEqual({ text: `first ${DOTS} and ${DOTS}\nlast`, count: 1 })
  expect(masked.text).toHaveLength(text.length)
  expect(maskStored({ kind: 'text', text: masked.text })).toEqual({ text: masked.text, count: 0 })
})

it('looks through every text of stored JSON, and counts those that held one', () => {
  const value = { a: [`x ${SECRET}`, { b: SECRET, n: 1, no: null, yes: true }], c: 'plain' }
  const { text, count } = maskStored({ kind: 'json', text: JSON.stringify(value) })
  expect(count).toBe(2)
  expect(JSON.parse(text)).toEqual({ a: [`x ${DOTS}`, { b: DOTS, n: 1, no: null, yes: true }], c: 'plain' })
})

it('gives back a text in which there is none to the letter, its own blanks and order of names too', () => {
  const text = '{ "b": 1,  "a": ["x", null] }'
  expect(maskStored({ kind: 'json', text })).toEqual({ text, count: 0 })
  expect(maskStored({ kind: 'text', text: '' })).toEqual({ text: '', count: 0 })
})

it('masks what is to be kept however deep, and leaves all else as it is', () => {
  const at = new Date(0)
  const kept = maskKept({
    name: `run ${SECRET}`,
    list: [SECRET, 1, null, undefined],
    at,
    deep: { x: { y: SECRET } },
  })
  const blank = '«secret:github-token»'
  expect(kept).toEqual({
    name: `run ${blank}`,
    list: [blank, 1, null, undefined],
    at,
    deep: { x: { y: blank } },
  })
  expect(kept.at).toBe(at)
})

it('keeps any value without a secret equal, and changes no value that was handed in', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const before = JSON.stringify(value)
      expect(maskKept(value)).toEqual(value)
      expect(maskStored({ kind: 'json', text: before })).toEqual({ text: before, count: 0 })
      expect(JSON.stringify(value)).toBe(before)
    }),
    { numRuns: 200, seed: 5 },
  )
})
