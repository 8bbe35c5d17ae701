import { expect, it } from 'vitest'
import { suppressionKey } from './suppression-key.ts'

const lesson = { do: 'Include the last row in the comparison.', because: 'The upper bound is inclusive.' }

it('recognises the same lesson through case, punctuation, plurals and filler words', () => {
  expect(
    suppressionKey('EDIT', {
      do: 'include last rows in a comparison',
      because: 'Upper bounds are inclusive!',
    }),
  ).toBe(suppressionKey('EDIT', lesson))
})

it('keeps another category and another cause apart', () => {
  expect(suppressionKey('VERIFY', lesson)).not.toBe(suppressionKey('EDIT', lesson))
  expect(suppressionKey('EDIT', { ...lesson, because: 'The lower bound is exclusive.' })).not.toBe(
    suppressionKey('EDIT', lesson),
  )
})
