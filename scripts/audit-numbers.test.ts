import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { usualPair } from '../components/audit/experiments/prepare-experiments.ts'
import { prepareGain } from '../components/audit/gain/prepare-gain.ts'
import { temporaryFolder } from '../lib/db/fixtures/test-store.ts'
import { sampleForAll } from '../lib/fixtures/open-test-loupe.ts'
import { reportAbstraction } from '../lib/memory/studies/abstraction.ts'
import { reportExperiment } from '../lib/memory/studies/experiment/report.ts'
import { analyseCurve } from '../lib/memory/studies/ladder/curve.ts'
import { reportMisprediction } from '../lib/memory/studies/misprediction.ts'
import { compareTwo } from '../lib/memory/studies/outcomes/compare-two.ts'
import { reportExperiments } from '../lib/memory/studies/outcomes/report.ts'
import { waterfallsOf } from '../lib/memory/studies/outcomes/waterfall.ts'
import { ABLATIONS, BUCKETS, NO_EFFECT, TABLE_1, TIERS } from '../lib/memory/studies/paper/figures.ts'
import { measureFilter } from '../lib/studies/designs/category-filter.ts'
import { listExperiments, readExperiment } from '../lib/studies/designs/experiment.ts'
import { readDemonstration } from '../lib/studies/designs/outcomes.ts'
import { recurrenceStream } from '../lib/studies/designs/recurrence.ts'
import { reportReuse } from '../lib/studies/designs/reuse.ts'
import { auditRooms, type ReportRoom } from './report/rooms.ts'

/** What each table of the audit is computed by, or copied from; by the beginning of its name. */
const TABLES: Record<string, unknown> = {
  'gain-': { analyseCurve },
  'recorded-': { reportExperiment },
  recurrence: { recurrenceStream },
  'misprediction-filter': { measureFilter },
  'misprediction-': { reportMisprediction },
  'abstraction-': { reportAbstraction },
  'reuse-': { reportReuse },
  'results-steps-': { waterfallsOf },
  'results-difference': { reportExperiments },
  'results-flips': { compareTwo },
  'results-': { reportExperiments },
  'paper-runs': { TABLE_1 },
  'paper-gain': { TABLE_1 },
  'paper-stream': { BUCKETS },
  'paper-density': { BUCKETS },
  'paper-tiers': { TIERS },
  'paper-ablation': { ABLATIONS },
}

/** What the numbers in the verdict and the sentences of a room are computed by. */
const WORDS: Record<string, unknown> = {
  gain: { prepareGain },
  stream: { prepareGain },
  recorded: { reportExperiment },
  'recorded-stream': { reportExperiment },
  recurrence: { recurrenceStream },
  misprediction: { reportMisprediction, measureFilter },
  'raw-and-abstracted': { reportAbstraction },
  reuse: { reportReuse },
  experiments: { reportExperiments, compareTwo },
  paper: { TABLE_1, BUCKETS, TIERS },
  'paper-stream': { BUCKETS, NO_EFFECT },
}

const NUMBER = /[-−+]?(?:\d{1,3}(?:,\d{3})+|\d+)?\.?\d+(?:\s?%)?/g
const makers = (known: unknown) => Object.keys(Object(known)).join(', ')
const makerOf = (table: string) => Object.keys(TABLES).find((beginning) => table.startsWith(beginning))

const sample = sampleForAll()
let rooms: ReportRoom[]

beforeAll(async () => {
  const { api } = sample()
  const bytes = readFileSync('prisma/workbench/ladder.json')
  const { setId } = await api.readResults({ setId: null, fileName: 'ladder.json', bytes })
  const mappings = (await api.previewRuns({ setId })).map(({ mapping }) => mapping)
  await api.addRuns({ setId, mappings, project: 'sample', by: 'test' })
  const report = await api.experiments({ project: 'sample' })
  const pair = usualPair(report.runs)
  const [runs, asked] = [readDemonstration(process.cwd()), { arm: null, against: null }]
  const gain = {
    ladder: prepareGain(runs, 'measured', asked),
    stream: prepareGain(runs, 'measured', asked, 'stream'),
    recorded: readExperiment(listExperiments(process.cwd())),
  }
  rooms = auditRooms(await api.auditFigures({ project: 'sample' }), gain, {
    ...{ report, pair: pair && { ...pair, two: await api.twoRuns({ ...pair, project: 'sample' }) } },
  })
}, 120_000)

it('every number on the pages of the audit has a function it comes from, or a figure of the paper', () => {
  const lines: string[] = []
  const unknown: string[] = []
  for (const { id, verdict, sentences, figures } of rooms) {
    for (const text of [verdict, ...sentences])
      for (const [number] of text.matchAll(NUMBER)) {
        if (!WORDS[id]) unknown.push(`${id}: ${text}`)
        lines.push([id, 'in words', number, makers(WORDS[id]), text].join('\t'))
      }
    for (const { name, table } of figures) {
      const made = makerOf(name)
      const [heads = [], ...rows] = table
      for (const row of rows)
        for (const [column, cell] of row.entries()) {
          if (typeof cell !== 'number') continue
          if (made === undefined) unknown.push(`${name}, ${heads[column]}`)
          lines.push([id, name, cell, makers(TABLES[made ?? '']), `${row[0]}, ${heads[column]}`].join('\t'))
        }
    }
  }
  writeFileSync(process.env.LOUPE_NUMBERS ?? join(temporaryFolder(), 'audit-numbers.tsv'), lines.join('\n'))
  expect([...new Set(unknown)]).toEqual([])
  expect(lines.length).toBeGreaterThan(1_000)
})

it('no function stands here that no page uses', () => {
  const used = new Set(rooms.flatMap(({ figures }) => figures.map(({ name }) => makerOf(name))))
  expect(Object.keys(TABLES).filter((name) => !used.has(name))).toEqual([])
  expect(Object.keys(WORDS).filter((id) => !rooms.some((room) => room.id === id))).toEqual([])
})

it('a number in a verdict or a sentence about a table is a number of that room', () => {
  const gain = rooms.find(({ id }) => id === 'gain')
  const ladder = gain?.figures.find(({ name }) => name === 'gain-ladder')
  const cells = new Set(
    ladder?.table.flat().flatMap((cell) => (typeof cell === 'number' ? [cell.toFixed(1)] : [])),
  )
  const [told = ''] = /[−-]?\d+\.\d(?= pp)/.exec(gain?.verdict ?? '') ?? []
  expect(cells).toContain(told.replace('−', '-'))
})
