import { expect, it } from 'vitest'
import type { LibraryTest } from './library.ts'
import { compile } from './run-code.ts'

const asTest = (code: string, expected: string): LibraryTest => ({
  name: 't 1',
  of: 't',
  code,
  expected,
  hidden: false,
})
const run = async (source: string, code: string, expected = '') =>
  await compile(source)?.run(asTest(code, expected))

it.each([
  ['const list = [1]; push(list); list', '[1, 9]', true],
  ['push([])', '1', true],
  ['later(3)', 'Promise', true],
  ['await later(3)', '3', true],
  ['await later(-1)', 'throws RangeError', true],
  ['push(null)', 'throws TypeError', true],
  ['thrown()', 'throws "a word"', true],
  ['push([])', '2', false],
  ['(() => { const r = []; push(r); return r })()', '[9]', true],
])('%s comes to %s: %s', async (code, expected, passed) => {
  const source = [
    'export function push(list) {',
    '  list.push(9)',
    '  return list.length',
    '}',
    'export async function later(n) {',
    "  if (n < 0) throw new RangeError('n')",
    '  return n',
    '}',
    'export function thrown() {',
    "  throw 'a word'",
    '}',
  ].join('\n')
  expect((await run(source, code, expected))?.passed).toBe(passed)
})

it('runs each test on a fresh instance: nothing is left from the one before', async () => {
  const program = compile(
    'const seen = []\nexport function note(x) {\n  seen.push(x)\n  return seen.length\n}\n',
  )
  const shown = [await program?.run(asTest('note(1)', '')), await program?.run(asTest('note(2)', ''))]
  expect(shown.map((one) => one?.shown)).toEqual(['1', '1'])
})

it('is not a program what is not JavaScript', () => {
  expect(compile('export function f( {\n  return 1\n}\n')).toBeNull()
})

const LOOP = [
  'export function sum(list) {', // 0
  '  let all = 0', // 1
  '  for (const one of list) {', // 2
  '    if (one > 10) {', // 3
  '      all += 10', // 4
  '    }', // 5
  '    all += one', // 6
  '  }', // 7
  '  return all', // 8
  '}', // 9
].join('\n')

it.each<[string, number[]]>([
  ['sum([])', [1, 2, 8]],
  ['sum([1])', [1, 2, 3, 6, 8]],
  ['sum([11])', [1, 2, 3, 4, 6, 8]],
])('%s ran through the lines %j and no other', async (code, expected) => {
  const lines = new Set<number>()
  await compile(LOOP)?.run(asTest(code, ''), lines)
  expect([...lines].sort((a, b) => a - b)).toEqual(expected)
})

it.each([
  ['while (true) {}', 'export function f() {\n  while (true) {\n  }\n}'],
  ['a loop that never grows', 'export function f() {\n  for (let i = 0; i < 1; i--) {\n    i += 0\n  }\n}'],
  [
    'a loop that catches what stops it',
    'export function f() {\n  while (true) {\n    try {\n      g()\n    } catch {\n      g()\n    }\n  }\n}\nexport function g() {\n  return 1\n}',
  ],
])('%s comes to an end, by lines and not by time', async (_, source) => {
  expect(await run(source, 'f()', '1')).toEqual({ passed: false, shown: 'throws EndlessLoop' })
})

it.each([
  [1998, '1998'],
  [1999, 'throws EndlessLoop'],
])(
  'lets a test run through 4,000 lines and not one more: %i turns of two lines come to %s',
  async (turns, shown) => {
    const source =
      'export function f(m) {\n  const k = 0\n  let n = k\n  while (n < m) {\n    n += 1\n  }\n  return n\n}'
    expect((await run(source, `f(${turns})`))?.shown).toBe(shown)
  },
)
