import { describe, expect, it } from 'vitest'
import { drawingToSvg } from '@/components/charts/drawing-svg.ts'
import { noEffectEnvelope } from '@/lib/memory/paper/no-effect.ts'
import { drawAblation, drawBuckets, drawRuns } from './draw-paper.ts'
import { ablationTable, bucketsTable, paperVerdict, preparePaper, runsTable } from './prepare-paper.ts'

const view = preparePaper()

describe('the figures of the paper', () => {
  it('names the least and the most gain in one sentence', () => {
    expect(paperVerdict(view)).toBe('In the paper subtask memory solves 2.3 to 6.8 pp more.')
  })

  it('leaves the unreported empty in its tables', () => {
    expect(bucketsTable(view, noEffectEnvelope(70).reach)[2]?.slice(0, 4)).toEqual([
      '101 to 200',
      -1,
      'derived',
      -2,
    ])
    expect(ablationTable()).toHaveLength(6)
    expect(runsTable(view)).toHaveLength(13)
  })

  it('draws inside its frame at 340 and 900 px, the same each time', () => {
    for (const width of [340, 900])
      for (const drawing of [
        drawRuns(view, width),
        drawBuckets(view, noEffectEnvelope(70).reach, width),
        drawAblation(width),
      ]) {
        for (const mark of drawing.marks)
          if (mark.kind === 'circle' || mark.kind === 'text') {
            expect(mark.x, drawing.title).toBeGreaterThanOrEqual(0)
            expect(mark.x, drawing.title).toBeLessThanOrEqual(width)
            expect(mark.y, drawing.title).toBeLessThanOrEqual(drawing.height)
          }
        const svg = drawingToSvg(drawing, (ink) => `[${ink}]`)
        expect(svg).toBe(drawingToSvg(drawing, (ink) => `[${ink}]`))
        expect(svg).not.toContain('NaN')
      }
  })
})
