import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { altText, markWords } from './alt.ts'
import { type Curves, cutName, type Rows } from './figure.ts'
import { figureSvg } from './figure-svg.ts'
import { figureTable } from './figure-table.ts'
import { curvesFrame, rowsFrame } from './frame.ts'
import { written } from './numbers-table.tsx'

const ladder: Curves = {
  kind: 'curves',
  name: 'ladder',
  title: 'Gain by entries',
  subtitle: 'points, 200 tasks, measured',
  x: { name: 'entries', unit: 'count', places: ['5', '20', '80'] },
  y: { name: 'gain', unit: 'points' },
  series: [
    {
      name: 'no effect',
      role: 'band',
      points: [0, 1].map((x) => ({ x, y: null, low: -2, high: 2 })),
    },
    {
      name: 'subtask',
      role: 'main',
      points: [
        { x: 0, y: -1.5, low: -3, high: 0, draws: [-2, -1], isPrimary: true },
        { x: 1, y: 3.25, low: 1, high: 5, draws: [3, null], href: '/tasks?a=1&b=2', cells: { p: 0.03 } },
        { x: 2, y: null, says: 'not run' },
      ],
    },
    { name: 'random', role: 'other', points: [0, 1].map((x) => ({ x, y: x / 10 })) },
  ],
}
const plain: Curves = {
  kind: 'curves',
  name: 'growth',
  title: 'Entries',
  subtitle: '',
  x: { name: 'episode', unit: 'count' },
  y: { name: 'entries', unit: 'count' },
  references: [{ axis: 'y', value: 5, name: 'limit' }],
  series: ['ANALYZE', 'EDIT'].map((name, k) => ({
    ...{ name, role: 'main' as const, line: 'step' as const, dots: false },
    points: [0, 1, 2].map((x) => ({ x, y: x === 1 ? null : x * (k + 1) })),
  })),
}
const rows: Rows = {
  kind: 'rows',
  name: 'arms',
  title: 'Resolved by arm',
  subtitle: '3 runs each',
  label: 'arm',
  x: { name: 'resolved', unit: 'percent', domain: [40, 60] },
  rows: [
    { group: 'Model <one>', name: 'subtask', value: 52, low: 50, high: 54, draws: [51, 53], role: 'main' },
    { group: 'Model <one>', name: 'none', value: null, role: 'other' },
  ],
}
const WIDTHS = [340, 519, 520, 760, 1200]

describe('the numbers of a figure', () => {
  it('are one row a mark, an unknown one empty, with the columns that any mark fills', () => {
    expect(figureTable(ladder)).toEqual([
      ['series', 'entries', 'gain', '95 % low', '95 % high', 'draw 1', 'draw 2', 'p'],
      ['no effect', '5', null, -2, 2, null, null, null],
      ['no effect', '20', null, -2, 2, null, null, null],
      ['subtask', '5', -1.5, -3, 0, -2, -1, null],
      ['subtask', '20', 3.25, 1, 5, 3, null, 0.03],
      ['subtask', '80', null, null, null, null, null, null],
      ['random', '5', 0, null, null, null, null, null],
      ['random', '20', 0.1, null, null, null, null, null],
    ])
    expect(figureTable(rows)).toEqual([
      ['group', 'arm', 'resolved', '95 % low', '95 % high', 'draw 1', 'draw 2'],
      ['Model <one>', 'subtask', 52, 50, 54, 51, 53],
      ['Model <one>', 'none', null, null, null, null, null],
    ])
  })

  it('of plain lines over the same x stand side by side, a level beside them', () => {
    expect(figureTable(plain)).toEqual([
      ['episode', 'ANALYZE', 'EDIT', 'limit'],
      [0, 0, 0, 5],
      [1, null, null, 5],
      [2, 2, 4, 5],
    ])
  })

  it('are said in words to those who do not see the picture', () => {
    expect(altText(ladder)).toBe(
      'Gain by entries. points, 200 tasks, measured. subtask: from \u22121.5 at 5 to +3.3 at 20; random: from 0.0 at 5 to +0.1 at 20',
    )
    expect(altText(rows)).toBe('Resolved by arm. 3 runs each. One row for each arm, 2 in all')
    expect(markWords('subtask', '20', 3, { low: 1, high: null }, String)).toBe('subtask, 20: 3')
  })
})

describe('the picture', () => {
  it('holds every mark and every label inside of it, at every width', () => {
    for (const width of WIDTHS) {
      const { plot, x, y, labels, height } = curvesFrame(ladder, width)
      expect(x(-0.5)).toBeCloseTo(plot.left)
      expect(x(2.5)).toBeCloseTo(plot.right)
      for (const value of [-3, 5]) {
        expect(y(value)).toBeGreaterThanOrEqual(plot.top)
        expect(y(value)).toBeLessThanOrEqual(plot.bottom)
      }
      for (const { text, y: at } of labels) {
        expect(plot.right + 8 + 6 * text.length).toBeLessThanOrEqual(width)
        expect(at).toBeLessThan(height)
      }
    }
  })

  it('names the lines beside the plot and apart from each other; on a phone there is no room, and none is drawn', () => {
    const { labels } = curvesFrame(ladder, 520)
    expect(labels.map(({ text }) => text).sort()).toEqual(['no effect', 'random', 'subtask'])
    const heights = labels.map(({ y }) => y)
    for (const [i, at] of heights.slice(1).entries())
      expect(at - (heights[i] ?? 0)).toBeGreaterThanOrEqual(13)
    expect(curvesFrame(ladder, 519).labels).toEqual([])
    const one = (name: string) => ({ name, role: 'other' as const, points: [{ x: 0, y: 0 }] })
    const crowd = { ...ladder, y: { ...ladder.y, domain: [0, 1] as const }, series: [...'abcdef'].map(one) }
    const { labels: crowded, plot } = curvesFrame(crowd, 700)
    expect(crowded).toHaveLength(6)
    for (const { y } of crowded) expect(y).toBeLessThanOrEqual(plot.bottom + 4)
  })

  it('starts counts at 0, centres differences on request, and keeps the ends that it is given', () => {
    expect(curvesFrame(plain, 700).yDomain[0]).toBe(0)
    const centred = curvesFrame({ ...ladder, y: { ...ladder.y, centred: true } }, 700).yDomain
    expect(centred[0]).toBe(-centred[1])
    expect(rowsFrame(rows, 700).xDomain).toEqual([40, 60])
  })

  it('never lets two ticks touch', () => {
    const many = fc.array(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(many, fc.integer({ min: 320, max: 1400 }), (places, width) => {
        const { xTicks, x } = curvesFrame({ ...ladder, x: { ...ladder.x, places } }, width)
        for (const [i, { value, text }] of xTicks.slice(1).entries()) {
          const before = xTicks[i]
          const apart = x(value) - x(before?.value ?? 0)
          expect(apart).toBeGreaterThan(((text.length + (before?.text.length ?? 0)) / 2) * 6)
        }
      }),
    )
  })

  it('of rows names each group once, above its rows', () => {
    expect(rowsFrame(rows, 700).lines.map(({ name }) => name)).toEqual(['Model <one>', 'subtask', 'none'])
    expect(cutName('django__django-12345', 12)).toBe('django_…2345')
  })
})

describe('the SVG file, written without a browser', () => {
  const inks = (ink: string) => `#${ink}`

  it('draws every known mark, hatches what is unknown, and joins nothing over a gap', () => {
    const svg = figureSvg(ladder, 760, inks)
    expect(svg).toContain('url(#hatch)')
    expect(svg).toContain('>not run<')
    expect(svg).toContain('subtask, 20: +3.3, 95 % +1.0 to +5.0')
    expect(svg.match(/fill="none" stroke="#plot-line"/g)).toHaveLength(2)
    const gap = figureSvg(plain, 760, inks).match(/d="([^"]+)" fill="none"/)?.[1]
    expect(gap?.match(/M/g)).toHaveLength(2)
    expect(gap?.match(/[LHV]/)).toBeNull()
  })

  it('says the same bytes twice, no number that is none, and text as text', () => {
    for (const figure of [ladder, plain, rows])
      for (const width of WIDTHS) {
        const svg = figureSvg(figure, width, inks)
        expect(svg).toBe(figureSvg(figure, width, inks))
        expect(svg).not.toMatch(/NaN|undefined|"null"/)
      }
    expect(figureSvg(rows, 760, inks)).toContain('Model &lt;one&gt;')
  })
})

it('writes nothing as 0 in a table that is not 0', () => {
  expect([0, 0.007, -0.004, 0.26, 3].map((value) => written(value, 1, 'gain pp'))).toEqual([
    '0',
    '0.007',
    '−0.004',
    '0.3',
    '3',
  ])
})

it('writes a p in one form, whatever the digits of its table, and never as 0', () => {
  for (const column of ['p', 'Holm p', 'p over none (derived)', 'Welch p over runs'])
    expect([0, 0.00002, 0.0071, 0.5, 1].map((value) => written(value, 1, column))).toEqual([
      ...['< .001', '< .001', '.007', '.500', '1.000'],
    ])
  expect(written(0.26, 1, 'gain pp')).toBe('0.3')
})
