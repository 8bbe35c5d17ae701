import { describe, expect, it } from 'vitest'
import type { RetrieveRequest } from '@/lib/memory/retrieval.ts'
import { formatColumn, PLAIN_COLUMN } from '@/lib/memory/text/compare-column.ts'
import { compareParams, pickColumns, settingWords, withColumn, withCount } from './columns.ts'

it('names what makes two columns of one strategy different', () => {
  const column = { ...PLAIN_COLUMN, strategy: 'subtask', embedder: 'ngram-v1', position: 4, floor: 0.5 }
  expect(settingWords(column)).toEqual(['ngram-v1', 'before episode 4', 'minimum score 0.5'])
})

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

const asked = {
  project: 'sample',
  text: 'Fix Login Timeout',
  mode: 'task' as const,
  strategy: 'subtask',
  limit: 6,
  floor: null,
}

const intent = { category: 'EDIT' as const, description: { objective: 'mend it', keywords: ['page'] } }
const of = (asked: RetrieveRequest) => ({ asked, answer: { intent } })

describe('the same question, compared', () => {
  it('stays a task while no category is named', () => {
    expect(compareParams(of(asked), null)).toEqual({
      text: asked.text,
      mode: 'task',
      category: null,
      columns: null,
    })
    expect(compareParams(of({ ...asked, category: 'EDIT' }), 'EDIT')).toMatchObject({
      mode: 'subtask',
      category: 'EDIT',
    })
  })

  it('keeps a chosen category that is also the predicted one', () => {
    expect(compareParams(of({ ...asked, mode: 'subtask' }), 'REPRODUCE')).toMatchObject({
      category: 'REPRODUCE',
    })
    expect(compareParams(of(asked), 'ANALYZE').category).toBeNull()
  })

  it('takes the minimum score along to the column it was set for', () => {
    expect(compareParams(of({ ...asked, floor: 0.45 }), null).columns).toEqual([
      'subtask;floor=0.45',
      'global',
      'instance',
      'tfidf',
    ])
  })

  it('is the intent where a model planned it', () => {
    expect(compareParams(of({ ...asked, plan: 'model' }), null)).toMatchObject({
      text: 'mend it; page',
      mode: 'subtask',
      category: 'EDIT',
    })
  })
})
