import { expect, test } from 'vitest'
import { byFacet } from '@/lib/memory/filter/entry-fields.ts'
import type { EntryList } from '@/lib/memory/views/entries.ts'
import { constantColumns, constantWords, shownColumns } from './table-columns.ts'

const NONE: EntryList['facets'] = byFacet(() => [])
const list = (facets: Partial<EntryList['facets']>, days: EntryList['days']) => ({
  facets: { ...NONE, ...facets },
  days,
})

test('a column that says the same in every row folds into one line, and comes back when it is asked for', () => {
  const same = constantColumns(
    list(
      {
        lifecycle: [{ value: 'approved', count: 259 }],
        used: [{ value: 'never', count: 259 }],
        outcome: [{ value: 'unknown', count: 259 }],
        finding: [{ value: 'leak', count: 34 }],
      },
      { from: '2026-11-22', to: '2026-11-22' },
    ),
  )
  expect(shownColumns([], [...same.keys()])).toEqual(['finding'])
  expect(constantWords(same)).toBe(
    'the same for all: state in service, outcome unknown, used never, made 22 Nov 2026'.replaceAll(
      /(\d) (Nov) /g,
      '$1\u00a0$2\u00a0',
    ),
  )
  expect(shownColumns(['served'], [...same.keys()])).toEqual(['finding', 'served'])
})

test('a column with something to tell stays', () => {
  const differs = constantColumns(
    list(
      {
        lifecycle: [
          { value: 'approved', count: 2 },
          { value: 'retired', count: 1 },
        ],
        used: [{ value: '1-9', count: 3 }],
        flag: [{ value: 'vague', count: 1 }],
      },
      { from: '2026-11-20', to: '2026-11-22' },
    ),
  )
  expect([...differs.keys()]).toEqual(['finding'])
  expect(shownColumns([], [...differs.keys()])).toEqual(['lifecycle', 'flag', 'outcome', 'served', 'created'])
})
