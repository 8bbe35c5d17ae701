import { expect, it } from 'vitest'
import { MECHANISMS } from '../mechanisms/all-mechanisms.ts'
import { readLibraries } from '../worlds/read-worlds.ts'
import { INPUT_KINDS, inputKindsOf } from './input-kinds.ts'
import { LINE_KINDS, lineKindOf, lineTraitsOf } from './line-kinds.ts'
import { symptomOf } from './symptom.ts'

it.each<[string, string, string]>([
  ['1', 'throws EndlessLoop', 'does not come to an end'],
  ['1', 'throws TypeError', 'fails with a TypeError'],
  ['[1]', '[Promise]', 'holds a promise instead of a value'],
  ['null', '0', 'is there although there should be nothing'],
  ['5', 'null', 'is null although there is a value'],
  ['5', 'undefined', 'is undefined although there is a value'],
  ['5', 'NaN', 'is not a number'],
  ['true', 'false', 'is no where it should be yes'],
  ['false', 'true', 'is yes where it should be no'],
  ['5', '-5', 'has the wrong sign'],
  ['5', '6', 'is one too high'],
  ['5', '3', 'is too low'],
  ['-5', '-4', 'is one too high'],
  ['0.5', '0.25', 'is too low'],
  ['"ab"', '"AB"', 'has capital letters wrong'],
  ['"a b"', '" ab"', 'has blanks wrong'],
  ['"ab"', '"ac"', 'has wrong characters'],
  ['"ab"', '"abc"', 'is too long'],
  ['"ab"', '""', 'is too short'],
  ['[1, 2]', '[1]', 'lacks an item'],
  ['[1, 2, 3]', '[]', 'lacks several items'],
  ['[]', '[1]', 'has an item too many'],
  ['[[1, 2]]', '[[1, 2], [3], [4]]', 'has several items too many'],
  ['[1, 2]', '[2, 1]', 'comes in the wrong order'],
  ['[{ a: 1, b: 2 }, 3]', '[3, { a: 1, b: 2 }]', 'comes in the wrong order'],
  ['[1, 2]', '[1, 3]', 'has a wrong value in it'],
  ['{ a: 1 }', '{ a: 2 }', 'has a wrong field'],
  ['5', '"5"', 'comes out wrong'],
])('where %s was expected and %s came out, the result %s', (expected, got, symptom) => {
  expect(symptomOf(expected, got)).toBe(symptom)
})

it.each<[string, string[]]>([
  ['f([])', ['empty-input']],
  ["f('')", ['empty-input']],
  ['f(0)', ['zero-input']],
  ['f(10)', ['plain-input']],
  ['f(a0, 1.0)', ['plain-input']],
  ['f(-3)', ['negative-input']],
  ['f(a -3)', ['plain-input']],
  ['f(null)', ['missing-input']],
  ['f([7])', ['single-item']],
  ['f([7, 8])', ['plain-input']],
  ['f([7, 8, 9])', ['several-items']],
  ['f([4, 4, 5])', ['several-items', 'equal-values']],
  ["f(['a','a'])", ['equal-values']],
  ['f(365)', ['long-run']],
  ["f(' a')", ['blank-padding']],
  ["f('Ab')", ['capital-letters']],
  ['const q = g(); q.a(); q.b()', ['repeated-call']],
  ['const list = [1, 2, 3]; f(list); list', ['several-items', 'repeated-call', 'own-argument']],
  ['await f(2)', ['asynchronous']],
  ['f(2)', ['plain-input']],
])('the test `%s` tries %j', (code, kinds) => {
  expect(inputKindsOf(code)).toEqual(kinds)
})

it.each<[string, string, string[]]>([
  ['export function f(a) {', 'function-head', []],
  [
    '  for (let i = 0; i < a.length; i++) {',
    'loop-line',
    ['bound of a loop', 'comparison', 'length of a list', 'field of a record'],
  ],
  [
    '  if (a === null) return 0',
    'condition-line',
    ['comparison', 'equality test', 'early return', 'value handed on'],
  ],
  ['  return a ? b : c', 'condition-line', []],
  ['  return a % b', 'return-line', ['remainder']],
  ['  const rest = a ?? 0', 'declaration-line', ['default value']],
  ['  total += a', 'step-line', ['sum', 'value handed on']],
  ['  list.push(a)', 'step-line', ['item added to a list']],
  ['  break', 'other-line', ['skipped item']],
])('`%s` is a %s with %j', (line, kind, traits) => {
  expect([lineKindOf(line), lineTraitsOf(line)]).toEqual([kind, traits])
})

it('no two things that a lesson can name share a word, so that none moves the choice of another', () => {
  const words = [...INPUT_KINDS, ...LINE_KINDS, ...MECHANISMS.map(({ name }) => name)]
  expect(new Set(words).size).toBe(words.length)
  for (const word of words) expect(word).toMatch(/^[a-z]+(?:-[a-z]+)*$/)
})

it('every kind of input and of line occurs in the libraries, else no lesson about it could be learned', () => {
  const libraries = [...readLibraries(process.cwd()).values()]
  const inputs = new Set(libraries.flatMap(({ tests }) => tests.flatMap(({ code }) => inputKindsOf(code))))
  const lines = new Set(
    libraries.flatMap(({ source, functions }) =>
      functions.flatMap(({ fromLine, toLine }) =>
        source
          .split('\n')
          .slice(fromLine, toLine + 1)
          .map(lineKindOf),
      ),
    ),
  )
  expect([...inputs].sort()).toEqual([...INPUT_KINDS].sort())
  expect([...lines].sort()).toEqual([...LINE_KINDS].sort())
})
