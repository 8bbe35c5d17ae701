import { describe, expect, it } from 'vitest'
import { figureTable } from '../../figures/figure-table.ts'
import { ablationFigure, bucketsFigure, paperPage, runsFigure } from './paper-page.ts'

describe('the figures of the paper', () => {
  it('names the least and the most gain in one sentence', () => {
    expect(paperPage().verdict).toBe('In the paper subtask memory solves 2.3 to 6.8 pp more.')
  })

  it('marks in its tables what is derived', () => {
    const buckets = figureTable(bucketsFigure())
    expect(buckets.find((row) => row[0] === 'subtask memory' && row[1] === 200)).toEqual([
      ...['subtask memory', 200, -2, null, null, -1, 'derived'],
    ])
    expect(figureTable(ablationFigure()).at(-1)?.slice(0, 4)).toEqual(['full method', 3.9, 56.1, 'text'])
    const runs = figureTable(runsFigure())
    expect(runs).toHaveLength(13)
    expect(runs[1]).toEqual([
      'Gemini 2.5 Flash',
      'no memory',
      36.3,
      36.8,
      36.6,
      35.4,
      36.8,
      0.76,
      '184 183 177',
    ])
  })
})
