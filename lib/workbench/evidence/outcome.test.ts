import { expect, it } from 'vitest'
import { outcomeOf } from './outcome.ts'

it.each([
  ['3', '4', 'number became number, one more, near'],
  ['10', '-10', 'number became number, less, sign turned, negative, far off'],
  ['2', '2.5', 'number became number, more, fraction, near'],
  ['"ab"', '"AB"', 'text became text, capitals'],
  ['"abc"', '"ab"', 'text became text, shorter, end missing'],
  ['[1, 2, 3]', '[3, 2, 1]', 'list became list, same length, reversed, several differ'],
  ['[1, 2]', '[1]', 'list became list, shorter, end missing'],
  ['[1]', '[Promise]', 'list became list, promise inside, same length, other values'],
  ['0', 'throws TypeError', 'number became TypeError error'],
  ['true', 'false', 'flag became flag, should be true'],
])('%s that came out as %s: %s', (expected, got, words) => {
  expect(outcomeOf(expected, got).join(', ')).toBe(words)
})
