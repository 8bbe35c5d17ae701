import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type EXAMPLES, exampleRuns } from '@/lib/memory/studies/ladder/simulate-run.ts'
import type { WorkbenchRun } from '../../../lib/memory/studies/ladder/workbench-file.ts'
import { workbenchRunSchema } from '../../../lib/memory/studies/ladder/workbench-file.ts'
import { signedPp } from '../../../lib/memory/text/words.ts'
import { figureTable } from '../../figures/figure-table.ts'
import { ladderFigure, streamFigure, sweepFigure } from './gain-figures.ts'
import {
  coldStartWords,
  gainVerdict,
  gateWords,
  intervalWords,
  noEffectWords,
  rungWords,
  sweepWords,
} from './gain-words.ts'
import { flipsIn } from './prepare-flips.ts'
import { type GainView, prepareGain } from './prepare-gain.ts'

const shipped = (design: string) =>
  workbenchRunSchema.parse(JSON.parse(readFileSync(`prisma/workbench/${design}.json`, 'utf8')))
const asked = { arm: null, against: null }
const viewOf = (example: (typeof EXAMPLES)[number], part?: 'stream') =>
  prepareGain(exampleRuns(example), 'simulated', asked, part) as GainView

describe('the gain page', () => {
  it('says yes, no or cannot tell, as the truth was planted', () => {
    expect(gainVerdict(viewOf('helps-later'))).toMatch(
      /^Simulated: better, subtask memory \+\d+\.\d pp at 250 entries against no memory\.$/,
    )
    expect(gainVerdict(viewOf('hurts'))).toMatch(/^Simulated: worse, subtask memory \u2212/)
    expect(gainVerdict(viewOf('no-effect'))).toMatch(/^Simulated: cannot tell, subtask memory/)
  })

  it('names a dip with its p, where it recovers, and the smallest that could be detected', () => {
    const { ladder } = viewOf('helps-later')
    const words = ladder ? coldStartWords(ladder).join(' ') : ''
    expect(words).toContain('The dip is significant (p')
    expect(words).toMatch(
      /It recovers from 25 entries on \(95 % of resampled curves: \d+ to \d+\)\. Smallest detectable dip: \d+\.\d pp\.$/,
    )
    const none = viewOf('no-effect').ladder
    expect(none ? coldStartWords(none).join(' ') : '').toMatch(
      /^(Deepest point: \d+\.\d pp below 0, at \d+ entries\. The dip is not significant|No dip)/,
    )
    expect(none?.gate ? gateWords(none.gate) : '').toMatch(/^No minimum store size/)
  })

  it('says that a dip never ends where it does not', () => {
    const { ladder } = viewOf('hurts')
    expect((ladder ? coldStartWords(ladder) : []).join(' ')).toContain('No recovery up to 250 entries.')
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

  it('shows of a kept run the intervals that the run keeps, and p of the very draws that they are of', () => {
    const runs = ['ladder', 'misprediction'].map(
      (name): WorkbenchRun => JSON.parse(readFileSync(`prisma/workbench/${name}.json`, 'utf8')),
    )
    const view = prepareGain(runs, 'measured', asked)
    const kept = runs.find(({ plan }) => plan.design === 'ladder')
    const pairs = kept?.result.paired.filter(({ a, b }) => a === 'subtask' && b === 'vanilla') ?? []
    expect(pairs.length).toBeGreaterThan(3)
    const shown = new Map(view?.ladder?.curve.points.map((point) => [point.x, point]))
    for (const { size, differencePp, low, high } of pairs) {
      const { value, interval, p } = shown.get(size) ?? {}
      expect(value).toBeCloseTo(differencePp, 9)
      expect(interval?.low).toBeCloseTo(low ?? Number.NaN, 9)
      expect(interval?.high).toBeCloseTo(high ?? Number.NaN, 9)
      expect((p ?? 1) < 0.05).toBe((low ?? 0) > 0 || (high ?? 0) < 0)
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
      expect(interval?.low).toBeCloseTo(pair?.low ?? Number.NaN, 9)
      expect(interval?.high).toBeCloseTo(pair?.high ?? Number.NaN, 9)
    }
  })

  it('marks the primary rung and adjusts the others', () => {
    const { ladder } = viewOf('helps-later')
    expect(ladder?.primarySize).toBe(250)
    expect(ladder?.adjustedP.at(-1)).toBeNull()
    expect(ladder?.curve.points.every(({ p }, i) => (ladder.adjustedP[i] ?? 1) >= (p ?? 0))).toBe(true)
    expect(rungWords({ primarySize: 250 })).toMatch(
      /^The planned size has its own p, the others are Holm-adj/,
    )
  })

  it('shows another comparison as looked at, not decided on', () => {
    const view = prepareGain(exampleRuns('hurts'), 'simulated', { arm: 'vanilla', against: 'subtask' })
    expect(view?.ladder?.primarySize).toBeNull()
    expect(prepareGain([], 'measured', asked)).toBeNull()
  })

  it('where memory hurts throughout, advises none at any size that was tried', () => {
    const { gate } = viewOf('hurts').ladder ?? {}
    expect(gate && gateWords(gate)).toMatch(/^Work without memory at every size tried \(held-out saving \+/)
  })

  describe('on the shipped ladder', () => {
    const of = (arm: string, against: string) =>
      prepareGain([shipped('ladder')], 'measured', { arm, against })

    it('speaks of no memory, and advises a gate, only where that is the twin', () => {
      const view = of('subtask', 'instance')
      expect(view?.ladder?.gate).toBeNull()
      expect(noEffectWords('subtask', 'instance')).toBe('if subtask memory and instance memory did the same')
      const words = view?.ladder ? coldStartWords(view.ladder).join(' ') : ''
      expect(words).toMatch(/pp/)
      expect(words).not.toMatch(/no memory|memory did nothing/)
      expect(of('subtask', 'vanilla')?.ladder?.gate).not.toBeNull()
    })

    it('has a noise floor of the rung it speaks of, not of the empty store whose draws are one', () => {
      const { outcomes, tasks } = shipped('ladder')
      const rows = outcomes.find(({ arm, size }) => arm === 'instance' && size === 250)?.resolved ?? []
      let [differing, pairs] = [0, 0]
      rows.forEach((a, i) => {
        for (const b of rows.slice(i + 1)) {
          pairs++
          for (let task = 0; task < tasks.length; task++) if (a[task] !== b[task]) differing++
        }
      })
      const share = differing / pairs / tasks.length
      const floor = of('subtask', 'instance')?.ladder?.noiseFloor?.floorPp
      expect(floor).toBeCloseTo(196 * Math.sqrt(share / tasks.length), 9)
      expect(floor).toBeGreaterThan(4)
    })

    it('tells a comparison that nobody planned apart only after adjustment', () => {
      const view = of('instance', 'vanilla')
      const point = view?.ladder?.curve.points.at(-1)
      expect(point?.interval?.high).toBeLessThan(0)
      expect(view?.ladder?.adjustedP.at(-1)).toBeGreaterThan(0.05)
      expect(view && gainVerdict(view)).toBe(
        'Workbench: cannot tell, instance memory \u22126.5 pp at 250 entries against no memory.',
      )
      expect(view && intervalWords(view)).toMatch(/^95 % CI \S+ to \S+ pp; not planned, Holm p \.\d{3}$/)
    })

    it('draws random entries as a line of their own, and a size that was not run as a gap', () => {
      const view = of('subtask', 'vanilla')
      if (!view?.ladder) throw new Error('the ladder is shipped')
      const { series } = ladderFigure(view.ladder, view)
      expect(series.map(({ name, role }) => [name, role])).toEqual([
        ['95 % of curves if memory did nothing', 'band'],
        ['random entries', 'other'],
        ['subtask memory', 'main'],
      ])
      const { curve } = view.ladder
      const less = { ...curve, points: curve.points.filter(({ x }) => x !== 10) }
      const { x, series: some } = ladderFigure({ ...view.ladder, curve: less }, view)
      expect(x.places?.[3]).toBe('10')
      expect(some.at(-1)?.points[3]?.y).toBeNull()
    })

    it('says beside the rungs that an interval is not adjusted where p is: here rungs leave 0 out that p does not tell apart', () => {
      const { ladder } = of('subtask', 'vanilla') ?? {}
      if (!ladder) throw new Error('the ladder is shipped')
      const apart = ladder.curve.points.filter(
        ({ interval }, i) => interval && interval.high < 0 && (ladder.adjustedP[i] ?? 0) > 0.05,
      )
      expect(apart.length).toBeGreaterThan(0)
      expect(rungWords(ladder)).toContain('the intervals are not adjusted')
    })

    it('holds no memory against a memory at the same size, and never an arm against itself', () => {
      const view = of('vanilla', 'subtask')
      expect(view && gainVerdict(view)).toMatch(
        /^Workbench: cannot tell, no memory \+2\.5 pp at 0 entries against/,
      )
      expect(of('subtask', 'subtask')).toMatchObject({ arm: 'subtask', against: 'vanilla' })
      expect(of('vanilla', 'vanilla')?.against).not.toBe('vanilla')
    })
  })

  it('says where a gain is gone when categories are wrong', () => {
    const { sweep } = viewOf('helps-later')
    expect(sweep ? sweepWords(sweep) : '').toMatch(/The gain is gone at about \d+\u00a0%/)
    const hurts = viewOf('hurts').sweep
    expect(hurts ? sweepWords(hurts) : '').toContain('no gain to lose')
  })

  it('keeps in its tables the numbers that it draws', () => {
    const view = viewOf('helps-later')
    const { ladder, sweep } = view
    const { stream } = viewOf('helps-later', 'stream')
    if (!ladder || !stream || !sweep) throw new Error('an example has all three')
    const rowsOf = (table: unknown[][], name: string) => table.filter((row) => row[0] === name)
    const [primary] = rowsOf(figureTable(ladderFigure(ladder, view)), 'subtask memory').slice(-1)
    const last = ladder.curve.points.at(-1)
    expect(primary?.slice(0, 5)).toEqual([
      ...['subtask memory', '250', last?.value, last?.interval?.low, last?.interval?.high],
    ])
    expect(primary?.at(-1)).toBe('primary')
    const streamed = rowsOf(figureTable(streamFigure(stream, view)), 'subtask memory')
    expect(streamed.at(-1)?.slice(1, 3)).toEqual([160, stream.curve.points.at(-1)?.value])
    expect(figureTable(sweepFigure(sweep))).toHaveLength(7)
  })

  it('writes a true minus and no sign before 0', () => {
    expect([signedPp(3.14), signedPp(-0.42), signedPp(0.01)]).toEqual(['+3.1', '\u22120.4', '0.0'])
  })
})
