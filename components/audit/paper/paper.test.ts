import { describe, expect, it } from 'vitest'
import { figureTable } from '../../figures/figure-table.ts'
import {
  ablationFigure,
  bucketsFigure,
  paperAblations,
  paperPage,
  paperStreamPage,
  runsFigure,
} from './paper-page.ts'

describe('the figures of the paper', () => {
  it('names the least and the most gain in one sentence', () => {
    expect(paperPage().verdict).toBe('In the paper subtask memory solves 2.3 to 6.8 pp more.')
  })

  it('calls +20 borderline where its band does, and names no chance that it does not have', () => {
    const [band, seen] = bucketsFigure().series.map(({ points }) => points.at(-1))
    expect(seen?.y).toBeCloseTo(band?.high ?? 0, 6)
    const words = JSON.stringify([paperPage(), paperStreamPage()])
    expect(words).toMatch(/Cannot tell whether memory helps the paper’s agent \([^)]*of 500 instances/)
    expect(words).toContain('exact McNemar p .022 but reaches only the edge of the band over all five places')
    expect(words).toContain('dips by 2 or more in 68 of 100 such streams')
    expect(words).toContain(
      'Claude 4.0 Sonnet: two sets of runs give the printed figures; the larger p is shown.',
    )
  })

  it('has no figure of another paper under the scope of this one', () => {
    const [own, other] = paperAblations()
    expect(own?.note).toContain('Claude 3.7 Sonnet only')
    expect(JSON.stringify(own)).not.toMatch(/2604|Pass@3/)
    expect(other).toMatchObject({ note: expect.stringContaining('arXiv 2604.14004') })
    expect(JSON.stringify(other)).toContain('Mean gain in points of Pass@3: trajectory +1.1')
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
