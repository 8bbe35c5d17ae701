import { expect, it } from 'vitest'
import { formatColumn, PLAIN_COLUMN, parseColumn } from './compare-column.ts'

it('keeps every setting of a column in one word, and gives it back', () => {
  const column = {
    strategy: 'hybrid',
    embedder: 'openai:text, 3;large=1',
    floor: -0.25,
    asOf: '2026-11-01T14:00:00.000Z',
    position: 3,
    without: 'category:EDIT repo:"a;b, c=d"',
  }
  expect(formatColumn(column)).not.toMatch(/[,\s]/)
  expect(parseColumn(formatColumn(column))).toEqual(column)
  expect(formatColumn({ strategy: 'subtask', ...PLAIN_COLUMN })).toBe('subtask')
  expect(parseColumn('subtask')).toEqual({ strategy: 'subtask', ...PLAIN_COLUMN })
})

it('leaves out what cannot be read', () => {
  expect(parseColumn('subtask;floor=2;asOf=tomorrow;position=-1;without=%E0%A4%A;x')).toEqual({
    strategy: 'subtask',
    ...PLAIN_COLUMN,
  })
})
