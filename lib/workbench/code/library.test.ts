import { expect, it } from 'vitest'
import { functionsOf, readLibrary } from './library.ts'

const SOURCE = [
  '/** Called first, see second and third. */', // 0
  'export function first(a) {', // 1
  '  return second(a) + 1', // 2
  '}', // 3
  '', // 4
  'export async function second(a) {', // 5
  "  if (a === 'third') return a", // 6
  '  return third(a)', // 7
  '}', // 8
  '', // 9
  'export function third(a) {', // 10
  '  return a > 0 ? third(a - 1) : first(a)', // 11
  '}', // 12
  '', // 13
  'export function alone(a) {', // 14
  '  return a', // 15
  '}', // 16
].join('\n')

it('knows the functions of a source, their lines, and whom else each calls, directly or through another', () => {
  expect(functionsOf(SOURCE)).toEqual([
    { name: 'first', fromLine: 1, toLine: 3, helpers: ['second', 'third'] },
    { name: 'second', fromLine: 5, toLine: 8, helpers: ['third', 'first'] },
    { name: 'third', fromLine: 10, toLine: 12, helpers: ['first', 'second'] },
    { name: 'alone', fromLine: 14, toLine: 16, helpers: [] },
  ])
})

const TESTS = [
  '# first: a first thing',
  'first(1) -> 2',
  '~ first(\'a -> b\') -> "a -> b1"',
  '',
  '# alone: nothing else',
  'alone([]) -> []',
  '',
]

it('reads tests with whom they are of, what they come to, and which of them are hidden', () => {
  const { tests } = readLibrary('little', SOURCE, TESTS.join('\n'))
  expect(tests.map(({ name, of, code, expected, hidden }) => [name, of, code, expected, hidden])).toEqual([
    ['first 1', 'first', 'first(1)', '2', false],
    ['first 2', 'first', "first('a", 'b\') -> "a -> b1"', true],
    ['alone 1', 'alone', 'alone([])', '[]', false],
  ])
})

it('refuses a line that is no test, with the line', () => {
  expect(() => readLibrary('little', SOURCE, '# first: x\nfirst(1) => 2')).toThrow(
    'little.tests.txt: no " -> " in "first(1) => 2"',
  )
})
