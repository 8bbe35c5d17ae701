import { expect, it } from 'vitest'
import { pickColumns, withCount, withStrategy } from './prepare-columns.ts'

const KNOWN = ['subtask', 'global', 'instance', 'raw', 'tfidf', 'none']

it('takes each strategy of the address once and names those it does not know', () => {
  expect(pickColumns(['raw', 'raw', 'fuzzy', 'none'], KNOWN)).toEqual({
    columns: ['raw', 'none'],
    unknown: ['fuzzy'],
  })
})

it('shows at least two columns and at most four', () => {
  expect(pickColumns(['raw'], KNOWN).columns).toEqual(['raw', 'subtask'])
  expect(pickColumns(KNOWN, KNOWN).columns).toEqual(['subtask', 'global', 'instance', 'raw'])
})

it('cuts columns at the right and fills up with strategies that are not there yet', () => {
  expect(withCount(['tfidf', 'raw', 'none'], 2, KNOWN)).toEqual(['tfidf', 'raw'])
  expect(withCount(['tfidf', 'subtask'], 4, KNOWN)).toEqual(['tfidf', 'subtask', 'global', 'instance'])
})

it('lets two columns change places when one takes the strategy of the other', () => {
  expect(withStrategy(['subtask', 'global', 'raw'], 0, 'raw')).toEqual(['raw', 'global', 'subtask'])
  expect(withStrategy(['subtask', 'global'], 1, 'tfidf')).toEqual(['subtask', 'tfidf'])
})
