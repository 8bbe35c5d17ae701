import { describe, expect, it } from 'vitest'
import { drawingToSvg } from '@/components/charts/drawing-svg.ts'
import { noEffectEnvelope } from '@/lib/memory/paper/no-effect.ts'
import { drawAblation, drawBuckets, drawReuse, drawRuns } from './draw-paper.ts'
import { ablationTable, bucketsTable, preparePaper, reuseTable, runsTable } from './prepare-paper.ts'

const view = preparePaper()

describe('the paper desk', () => {
  it('compares spreads and gains by code, not by hand', () => {
    expect(view.sd).toMatchObject({ fallsFromInstance: 3, aboveVanilla: 4 })
    expect(view.sd.rises.map(({ backbone }) => backbone)).toEqual(['Claude 4.0 Sonnet'])
    expect(view.parity.own.map((gain) => gain.toFixed(1))).toEqual(['4.6', '3.4'])
    expect(view.parity.reproduced.map((gain) => gain.toFixed(1))).toEqual(['1.5', '1.6'])
    expect([view.rawGainPp.toFixed(1), view.fullGainPp.toFixed(1)]).toEqual(['1.2', '3.9'])
    expect([view.leastGainPp, view.mostGainPp]).toEqual([2.3, 6.8])
  })

  it('leaves the unreported empty in its tables', () => {
    expect(reuseTable(view).at(-1)).toEqual(['entries stored', null, 'unreported'])
    expect(bucketsTable(view, noEffectEnvelope(70).reach)[2]?.slice(0, 4)).toEqual([
      '101 to 200',
      -1,
      'derived',
      -2,
    ])
    expect(ablationTable(view)).toHaveLength(6)
    expect(runsTable(view)).toHaveLength(13)
  })

  it('draws inside its frame at 340 and 900 px, the same each time', () => {
    for (const width of [340, 900])
      for (const drawing of [
        drawRuns(view, width),
        drawBuckets(view, noEffectEnvelope(70).reach, width),
        drawAblation(view, width),
        drawReuse(view, width),
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
