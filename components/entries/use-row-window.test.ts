import { expect, test } from 'vitest'
import { rowsWithin } from './use-row-window.ts'

test('rows past the end of a list are not drawn', () => {
  expect(rowsWithin({ first: 0, last: 30 }, 5)).toEqual({ first: 0, last: 4 })
  expect(rowsWithin({ first: 90, last: 120 }, 100)).toEqual({ first: 69, last: 99 })
  expect(rowsWithin({ first: 0, last: 30 }, 0)).toEqual({ first: 0, last: -1 })
})

test('a list that has just become shorter shows its end until the window has moved', () => {
  expect(rowsWithin({ first: 5_000, last: 5_040 }, 100)).toEqual({ first: 59, last: 99 })
})
