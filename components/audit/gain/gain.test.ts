import { describe, expect, it } from 'vitest'
import { drawingToSvg } from '@/components/charts/drawing-svg.ts'
import { type EXAMPLES, exampleRuns } from '@/lib/memory/gain/examples.ts'
import { readKeptRuns } from '../../../lib/experiments/kept-runs.ts'
import { signedPp } from '../../../lib/memory/signed.ts'
import { drawGainStream } from './draw-gain-stream.ts'
import { drawLadder } from './draw-ladder.ts'
import { drawSweep } from './draw-sweep.ts'
import { coldStartWords, gainVerdict, gateWords, sweepWords } from './gain-words.ts'
import { flipsIn } from './prepare-flips.ts'
import { type GainView, ladderTable, prepareGain, streamTable, sweepTable } from './prepare-gain.ts'

const asked = { arm: null, against: null }
const viewOf = (example: (typeof EXAMPLES)[number]) =>
  prepareGain(exampleRuns(example), 'simulated', asked) as GainView

describe('the gain page', () => {
  it('says yes, no or cannot tell, as the truth was planted', () => {
    expect(gainVerdict(viewOf('helps-later'))).toMatch(
      /^Yes, here\. At 80 entries subtask memory solves \d+\.\d pp more/,
    )
    expect(gainVerdict(viewOf('hurts'))).toMatch(/^It hurts here\./)
    expect(gainVerdict(viewOf('no-effect'))).toMatch(/^Cannot tell\./)
  })

  it('names a dip with its chance, where it breaks even, and the depth that could not be told', () => {
    const { ladder } = viewOf('helps-later')
    const words = ladder ? coldStartWords(ladder).join(' ') : ''
    expect(words).toContain('It is news')
    expect(words).toContain('It breaks even from 20 entries on')
    const none = viewOf('no-effect').ladder
    expect(none ? coldStartWords(none).join(' ') : '').toMatch(/not news|No dip/)
    expect(none ? gateWords(none) : '').toMatch(/^No advice/)
  })

  it('says how long a dip lasts, with its interval', () => {
    const { ladder } = viewOf('helps-later')
    const words = (ladder ? coldStartWords(ladder) : []).join(' ')
    expect(words).toMatch(/It lasts (one rung|\d+ rungs) \(95 % \d+ to \d+/)
  })

  it('lists the flips of a brushed range: each task once, its draws of every rung side by side', () => {
    const { ladder } = viewOf('helps-later')
    const flips = ladder?.flips ?? []
    const [first, second] = flips
    if (!first || !second) throw new Error('the ladder has rungs')
    const both = flipsIn(flips, [first.x, second.x])
    expect(both.map(({ taskId }) => taskId).sort()).toEqual(first.rows.map(({ taskId }) => taskId).sort())
    for (const { taskId, arm, difference, twin } of both) {
      const draws = [first, second].map(({ rows }) => rows.find((row) => row.taskId === taskId)?.arm).join('')
      expect(arm).toBe(draws)
      expect(difference).toBeCloseTo(draws.replaceAll('0', '').length / draws.length - twin, 9)
    }
    expect(flipsIn(flips, [first.x, first.x])).toEqual(first.rows)
    expect(flipsIn(flips, [-2, -1])).toEqual([])
  })

  it('shows of a kept run the very intervals that the run keeps: one figure, one source', () => {
    const { runs } = readKeptRuns('prisma/workbench')
    const view = prepareGain(runs, 'measured', asked)
    const kept = runs.find(({ plan }) => plan.design === 'ladder')
    const pairs = kept?.result.paired.filter(({ a, b }) => a === 'subtask' && b === 'vanilla') ?? []
    expect(pairs.length).toBeGreaterThan(3)
    const shown = new Map(view?.ladder?.curve.points.map((point) => [point.x, point]))
    for (const { size, differencePp, low, high } of pairs) {
      expect(shown.get(size)?.value).toBeCloseTo(differencePp, 9)
      expect(shown.get(size)?.interval).toEqual({ low, high })
    }
    const wrong = runs.find(({ plan }) => plan.design === 'misprediction')?.result.paired ?? []
    const sweep = view?.sweep?.arms.find(({ arm }) => arm === 'subtask')?.curve.points ?? []
    expect(sweep.length).toBeGreaterThan(2)
    for (const { x, value, interval } of sweep) {
      const pair = wrong.find(
        ({ a, b, size, misprediction }) =>
          a === 'subtask' && b === 'vanilla' && size === view?.sweep?.size && misprediction === x,
      )
      expect(value).toBeCloseTo(pair?.differencePp ?? Number.NaN, 9)
      expect(interval).toEqual({ low: pair?.low, high: pair?.high })
    }
  })

  it('marks the primary rung and adjusts the others', () => {
    const { ladder } = viewOf('helps-later')
    expect(ladder?.primarySize).toBe(80)
    expect(ladder?.adjustedP.at(-1)).toBeNull()
    expect(ladder?.curve.points.every(({ p }, i) => (ladder.adjustedP[i] ?? 1) >= (p ?? 0))).toBe(true)
  })

  it('shows another comparison as looked at, not decided on', () => {
    const view = prepareGain(exampleRuns('hurts'), 'simulated', { arm: 'vanilla', against: 'subtask' })
    expect(view?.ladder?.primarySize).toBeNull()
    expect(prepareGain([], 'measured', asked)).toBeNull()
  })

  it('says where a gain is gone when categories are wrong', () => {
    const { sweep } = viewOf('helps-later')
    expect(sweep ? sweepWords(sweep) : '').toMatch(/It is gone at about \d+\u00a0%/)
    const hurts = viewOf('hurts').sweep
    expect(hurts ? sweepWords(hurts) : '').toContain('no gain to lose')
  })

  it('draws inside its frame at 340 and 900 px and keeps the same numbers in its tables', () => {
    const { ladder, stream, sweep } = viewOf('helps-later')
    if (!ladder || !stream || !sweep) throw new Error('an example has all three')
    expect(ladderTable(ladder)).toHaveLength(7)
    expect(streamTable(stream.curve).at(-1)?.[0]).toBe(160)
    expect(sweepTable(sweep)).toHaveLength(7)
    for (const width of [340, 900])
      for (const drawing of [
        drawLadder(ladder, 't', width),
        drawGainStream(stream.curve, 't', width),
        drawSweep(sweep, 't', width),
      ]) {
        for (const mark of drawing.marks)
          if (mark.kind === 'circle') {
            expect(mark.x).toBeGreaterThanOrEqual(0)
            expect(mark.x).toBeLessThanOrEqual(width)
          }
        expect(drawingToSvg(drawing, String)).not.toContain('NaN')
      }
  })

  it('writes a true minus and no sign before 0', () => {
    expect([signedPp(3.14), signedPp(-0.42), signedPp(0.01)]).toEqual(['+3.1', '\u22120.4', '0.0'])
  })
})
