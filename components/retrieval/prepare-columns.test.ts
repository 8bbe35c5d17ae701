import { expect, it } from 'vitest'
import { formatColumn, PLAIN_COLUMN } from './column-url.ts'
import { pickColumns, withColumn, withCount } from './prepare-columns.ts'

const KNOWN = ['subtask', 'global', 'instance', 'raw', 'tfidf', 'none']
const plain = (...names: string[]) => names.map((strategy) => ({ strategy, ...PLAIN_COLUMN }))
const words = (columns: Parameters<typeof withCount>[0]) => columns.map(formatColumn)

it('takes each column of the address once and names the strategies it does not know', () => {
  const { columns, unknown } = pickColumns(['raw', 'raw', 'fuzzy', 'none'], KNOWN)
  expect(words(columns)).toEqual(['raw', 'none'])
  expect(unknown).toEqual(['fuzzy'])
})

it('lets one strategy stand twice over two states of the memory', () => {
  expect(words(pickColumns(['raw', 'raw;position=3'], KNOWN).columns)).toEqual(['raw', 'raw;position=3'])
})

it('shows at least two columns and at most four', () => {
  expect(words(pickColumns(['raw'], KNOWN).columns)).toEqual(['raw', 'subtask'])
  expect(words(pickColumns(KNOWN, KNOWN).columns)).toEqual(['subtask', 'global', 'instance', 'raw'])
})

it('cuts columns at the right and fills up with strategies that are not there yet', () => {
  expect(words(withCount(plain('tfidf', 'raw', 'none'), 2, KNOWN))).toEqual(['tfidf', 'raw'])
  expect(words(withCount(plain('tfidf', 'subtask'), 4, KNOWN))).toEqual([
    'tfidf',
    'subtask',
    'global',
    'instance',
  ])
})

it('lets two columns change places when one becomes the other', () => {
  const [raw] = plain('raw')
  if (!raw) throw new Error('unreachable')
  expect(words(withColumn(plain('subtask', 'global', 'raw'), 0, raw))).toEqual(['raw', 'global', 'subtask'])
  const past = { ...raw, position: 2 }
  expect(words(withColumn(plain('subtask', 'raw'), 0, past))).toEqual(['raw;position=2', 'raw'])
})
