import { expect, it } from 'vitest'
import { figureTable } from '@/components/figures/figure-table.ts'
import { type ReuseReport, relationCounts, reuseShape, type Use } from '../../../lib/memory/studies/reuse.ts'
import { lorenzFigure, relationTable, reusePage, reuseVerdict, shapeTable } from './reuse.ts'

const use = (entryId: string, relation: Use['relation']): Use => ({ entryId, category: 'EDIT', relation })
const side = (uses: Use[]) => ({
  shape: reuseShape(uses, new Set('abcdefghij')),
  relations: relationCounts(uses),
})
const report: ReuseReport = {
  replay: {
    asked: 5,
    cold: 1,
    isSample: false,
    own: side([use('a', 'same task'), use('a', 'same repository'), use('b', 'other repository')]),
    others: side([use('a', 'same repository'), use('b', 'other repository')]),
  },
  served: { ...side([]), withOutcome: 0, withExpectation: 0, withheld: 0, vanillaSettings: 0 },
  git: { episodes: 0, known: 0, kept: 0, effect: null },
  utilities: [],
  effect: null,
  objectives: {},
}

it('a single used entry says nothing of how uneven use is, and draws no line', () => {
  const once = { ...report.served, ...side([use('a', 'same task')]) }
  const { series } = lorenzFigure({ ...report, served: once })
  expect(series.map(({ name, role }) => [name, role])).toEqual([
    ['replay, other tasks only', 'main'],
    ['replay, own task too', 'other'],
    ['even use', 'reference'],
    ['paper, derived', 'other'],
  ])
})

it('says what is unknown instead of a share of nothing, and prints the paper beside', () => {
  expect(shapeTable(report)).toMatchInlineSnapshot(`
    [
      [
        "source",
        "uses",
        "entries used",
        "entries stored",
        "head",
        "head carries %",
        "used once %",
        "Gini",
      ],
      [
        "paper, Claude 3.7, one run",
        1495,
        797,
        null,
        100,
        33.8,
        50.7,
        null,
      ],
      [
        "replay, other tasks only",
        2,
        2,
        10,
        0,
        null,
        100,
        0,
      ],
      [
        "replay, own task too",
        3,
        2,
        10,
        0,
        null,
        50,
        0.16666666666666666,
      ],
      [
        "served to agents",
        0,
        0,
        10,
        0,
        null,
        null,
        null,
      ],
    ]
  `)
  expect(relationTable(report)).toMatchInlineSnapshot(`
    [
      [
        "from",
        "replay, own task too %",
        "replay, other tasks only %",
        "served to agents %",
        "paper %",
      ],
      [
        "same task",
        33.333333333333336,
        0,
        null,
        null,
      ],
      [
        "same repository",
        33.333333333333336,
        50,
        null,
        null,
      ],
      [
        "other repository",
        33.333333333333336,
        50,
        null,
        null,
      ],
      [
        "unknown",
        0,
        0,
        null,
        null,
      ],
    ]
  `)
  expect(reuseVerdict(report)).toMatchInlineSnapshot(`"In replay 2 of 10 entries are used; harm unknown."`)
})

it('the curve begins at nothing and ends at everything; of the paper only its printed point is drawn', () => {
  const line = (name: string) => lorenzFigure(report).series.find((one) => one.name === name)
  expect(line('replay, own task too')?.points).toEqual([
    { x: 0, y: 0 },
    { x: 0.5, y: 2 / 3 },
    { x: 1, y: 1 },
  ])
  expect(line('served to agents')).toBeUndefined()
  expect(line('replay, other tasks only')?.role).toBe('main')
  expect(line('paper, derived')?.points).toEqual([{ x: 100 / 797, y: expect.closeTo(0.338, 12) }])
})

it('an entry that was served and is gone is none of the stored; what only a part asked for is not called never used', () => {
  const served = {
    ...report.served,
    ...side([use('a', 'unknown'), use('z', 'unknown')]),
    shape: reuseShape([use('a', 'unknown'), use('z', 'unknown')], new Set('a')),
  }
  expect(reuseVerdict({ ...report, served })).toMatch(/^Agents were given 1 of 1 entries;/)
  expect(reusePage({ ...report, served }, 'measured').basis.join()).toMatch(/1\sused entry deleted since/)
  const sampled = { ...report, replay: { ...report.replay, isSample: true } }
  expect(reuseVerdict(sampled)).toMatch(/^In a sampled replay 2 of 10 entries/)
})

it('says of a harmful entry that it stands out: the figure is an association', () => {
  const utilities = [
    {
      entryId: 'a',
      n: 12,
      shrunken: -0.5,
      interval: null,
      p: 0.001,
      q: 0.01,
      verdict: 'harmful' as const,
    },
  ]
  expect(reuseVerdict({ ...report, utilities })).toMatch(/; 1 looks harmful\.$/)
  const section = reusePage({ ...report, utilities }, 'measured').sections.find(({ id }) => id === 'utility')
  const [figure, words] = section?.parts ?? []
  if (figure?.kind !== 'figure') throw new Error('utility is drawn')
  expect(figureTable(figure.figure)).toEqual([
    ['entry', 'utility', 'id', 'exposures', 'q', 'verdict'],
    ['a', -0.5, 'a', 12, 0.01, 'harmful'],
  ])
  expect(words).toMatchObject({ text: expect.stringMatching(/^An association, not a cause/) })
})
