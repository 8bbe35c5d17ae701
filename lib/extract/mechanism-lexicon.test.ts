import { expect, it } from 'vitest'
import {
  AMBIGUOUS,
  isPlainWord,
  mechanismsIn,
  plainNounsIn,
  plainWordsOf,
  STRONG,
  wordsOf,
} from './mechanism-lexicon.ts'

const lines = STRONG.trim()
  .split('\n')
  .map((line) => line.split('|').map((part) => part.trim()))
  .map(([shown = '', others = '']) => ({
    shown,
    spellings: [shown, ...others.split(',').map((one) => one.trim())].filter(Boolean),
  }))
const keyOf = (text: string) => wordsOf(text).join(' ')

it('knows each term by its own name', () => {
  expect(lines.length).toBeGreaterThan(200)
  for (const { shown } of lines)
    expect(
      mechanismsIn(shown).map(({ term }) => term),
      shown,
    ).toContain(shown)
})

it('has no spelling for nothing: none twice, none that belongs to another term, none too long to be met', () => {
  const owner = new Map<string, string>()
  for (const { shown, spellings } of lines)
    for (const spelling of spellings) {
      const key = keyOf(spelling)
      expect(owner.get(key), `${spelling} of ${shown}`).toBeUndefined()
      owner.set(key, shown)
      if (spelling !== shown) expect(key.split(' ').length, spelling).toBeLessThanOrEqual(3)
    }
  const ambiguous = AMBIGUOUS.trim().split(/\s+/)
  expect(ambiguous.filter((word) => !owner.has(word))).toEqual([])
  expect(new Set(ambiguous).size).toBe(ambiguous.length)
})

it.each([
  ['camelCase and PascalCaseHTTPHeader', ['camel', 'case', 'and', 'pascal', 'case', 'http', 'header']],
  ['snake_case, kebab-case', ['snake', 'case', 'kebab', 'case']],
  ['rows of classes pass this bus status', ['row', 'of', 'classe', 'pass', 'this', 'bus', 'status']],
  ['is as its', ['is', 'as', 'its']],
  ['', []],
  ['größe', ['gr', 'e']],
])('cuts “%s” into words', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

it.each<[string, [string, number, number][]]>([
  [
    'an off by one at the upper bound',
    [
      ['off-by-one', 3, 1],
      ['inclusive bound', 3, 1],
    ],
  ],
  [
    'the cache key is not in the cache',
    [
      ['cache key', 3, 1],
      ['caching', 1, 1],
    ],
  ],
  ['a path, a list and an index', [['indexing', 0.4, 1]]],
  ['index, index and subscript', [['indexing', 1, 3]]],
  ['none of the rows', []],
  ['None or null', [['null handling', 0.4, 2]]],
  [
    'RaceCondition in getCacheKey',
    [
      ['race condition', 3, 1],
      ['cache key', 3, 1],
    ],
  ],
  ['nothing of the kind', []],
])('names the mechanisms of “%s”, the longest spelling first', (text, found) => {
  expect(mechanismsIn(text).map(({ term, weight, count }) => [term, weight, count])).toEqual(found)
})

it.each([
  ['InvoiceCursor', ['invoice', 'cursor']],
  ['get_max_len', ['maximum', 'length']],
  ['widget_attrs', ['widget', 'attribute']],
  ['xyzzy', []],
  ['row_row_row', ['row']],
])('describes %s in plain words', (name, words) => {
  expect(plainWordsOf(name)).toEqual(words)
})

it('tells plain words of the trade from names, and dull ones from those that help', () => {
  expect(['cursor', 'Cursors', 'warehouse', 'lock'].map(isPlainWord)).toEqual([true, true, true, true])
  expect(['frobnicate', 'numpy', 'Marit'].map(isPlainWord)).toEqual([false, false, false])
  expect(plainNounsIn('the row of a warehouse, the connections and the warehouse')).toEqual([
    'warehouse',
    'connection',
  ])
})
