import { expect, it } from 'vitest'
import { show } from './show.ts'

it.each<[unknown, string]>([
  ['a "b"\n', '"a \\"b\\"\\n"'],
  [-0, '0'],
  [0.1 + 0.2, '0.30000000000000004'],
  [Number.NaN, 'NaN'],
  [null, 'null'],
  [undefined, 'undefined'],
  [true, 'true'],
  [[1, ['2', null]], '[1, ["2", null]]'],
  [[], '[]'],
  [{}, '{  }'],
  [{ a: 1, b: { c: [] } }, '{ a: 1, b: { c: [] } }'],
  [new Map([['a', 1]]), 'Map [["a", 1]]'],
  [new Set(['a']), 'Set ["a"]'],
  [Promise.resolve(1), 'Promise'],
  [() => 1, 'function'],
])('a value and what it is shown as: %j', (value, shown) => {
  expect(show(value)).toBe(shown)
})

it('tells values apart that a loose comparison would not', () => {
  const shown = [1, '1', true, [1], null, undefined, { 0: 1 }, 'null'].map(show)
  expect(new Set(shown).size).toBe(shown.length)
})
