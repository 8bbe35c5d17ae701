import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PairRow } from '../lib/memory/studies/retrieval.ts'
import { type Loupe, openLoupe } from '../lib/runtime.ts'
import { type ReplayQuery, readReplayQueries } from '../lib/studies/retrieval/replay-query.ts'
import { memoryRooms } from './report/memory-rooms.ts'

const dataPath = mkdtempSync(join(tmpdir(), 'loupe-test-'))
let loupe: Loupe

/** A Loupe as a first start makes it: the built-in embedder, the recorded experience in service. */
beforeAll(async () => {
  const opened = await openLoupe({
    rootPath: process.cwd(),
    dataPath,
    now: () => new Date(),
    log: () => undefined,
    env: {},
  })
  if (!opened) throw new Error('the folder is owned by another process')
  loupe = opened
  await loupe.start()
  await loupe.commands.loadSample()
}, 300_000)

afterAll(async () => {
  await loupe.stop()
  rmSync(dataPath, { recursive: true, force: true })
})

const number = (value: unknown): number => {
  if (typeof value !== 'number') throw new Error(`${value} is no figure`)
  return value
}
const fixed = (value: unknown) => number(value).toFixed(3).replace('-', '−')
const signed = (value: unknown, digits = 3) =>
  `${number(value) < 0 ? '' : '+'}${number(value).toFixed(digits)}`.replace('-', '−')
const percent = (value: unknown) => `${Math.round(100 * number(value))} %`

it('docs/audit.md says of the sample what `npm run report` says of it', async () => {
  const rooms = memoryRooms(await loupe.audit.figures('sample'))
  const doc = readFileSync('docs/audit.md', 'utf8').replace(/\s+/g, ' ')
  /** The rows of a figure's table, by the first cells that name them. */
  const rowOf = (name: string, ...named: string[]) => {
    const [head = [], ...rows] =
      rooms.flatMap(({ figures }) => figures).find((one) => one.name === name)?.table ?? []
    const row = rows.find((cells) => named.every((cell, i) => cells[i] === cell))
    if (!row) throw new Error(`${name} has no row ${named.join(', ')}`)
    return Object.fromEntries(head.map((column, i) => [String(column), row[i]]))
  }

  const { spans, mrr, raw_mrr, less_raw, low, high } = rowOf('abstraction-key', 'own', 'model-v1')
  expect(doc).toContain(
    `| recorded experience | ${spans} | ${fixed(mrr)} | ${fixed(raw_mrr)} | ${signed(less_raw)} (${fixed(low)} to ${fixed(high)}) |`,
  )
  // What today's rules keep of the sample is too little to compare.
  expect(rowOf('abstraction-key', 'own', 'rules-v3').spans).toBe(2)
  const raw = rowOf('abstraction-payload', 'raw')
  const made = rowOf('abstraction-payload', 'model-v1')
  expect(doc).toContain(
    `raw steps cost ${Math.round(number(raw.median_tokens))} tokens at the median and name ${Math.round(number(raw.identifier))} identifiers and ${Math.round(number(raw.path))} paths a span; an experience costs ${made.median_tokens} and names none`,
  )
  expect(made.without_leaks).toBe(1)

  const categories = rooms.find(({ id }) => id === 'categories')
  const [, wrong, asked] = /In (\d+) of (\d+) questions/.exec(categories?.verdict ?? '') ?? []
  expect(doc).toContain(`another drawer than the label in ${wrong} of ${asked} questions`)
  const ways = (way: string) => {
    const row = rowOf('categories-ways', way)
    const { 'less predicted': less, '95 % low': low, '95 % high': high } = row
    return `${number(less).toFixed(3)} (${fixed(low)} to ${fixed(high)})`
  }
  const given = ways('hard, category given').replace(
    ' (',
    ' above the predicted one in mean reciprocal rank (',
  )
  expect(doc).toContain(
    `The given category ranks ${given}, the soft prior ${ways('soft prior of the predictor')}, no filter ${ways('no filter')}`,
  )
  const [behind, without, whole] = ['subtask', 'global', 'instance'].map((way) =>
    rowOf('categories-wall', way),
  )
  expect(doc).toContain(
    `the first lesson helps in ${percent(behind?.helps)} of ${behind?.questions} questions behind the wall, in ${percent(without?.helps)} without it (${signed(without?.['subtask less: helps'], 2)}, ${number(without?.low).toFixed(2)} to ${number(without?.high).toFixed(2)}), and of whole runs in ${percent(whole?.helps)}`,
  )
  // One measure, one n, wherever the page shows it.
  expect(behind?.answerable).toBe(rowOf('categories-ways', 'hard, category given').answerable)
  expect(doc).toContain(`mean reciprocal rank over runs, ${behind?.answerable} answerable questions, sees`)
  expect(doc).toContain(
    `the predictor in use, which names another category in ${percent(Number(wrong) / Number(asked))} of them`,
  )
  const recurrence = rooms.find(({ id }) => id === 'recurrence')
  const [, share, chance] =
    /(\d+)\s%\shad an earlier neighbour.*chance alone would give (\d+)\s%/.exec(recurrence?.verdict ?? '') ??
    []
  expect(doc).toContain(
    `${share} % of arriving entries have an earlier neighbour of another instance that fits; chance alone would give ${chance} %`,
  )
})

it('docs/evaluation.md says of the questions that a model read what `npm run replay -- --only-read` says of them', async () => {
  const doc = readFileSync('docs/evaluation.md', 'utf8')
  const all = readReplayQueries(readFileSync('prisma/sample/queries.jsonl', 'utf8'), 'queries.jsonl')
  for (const [kind, isOf, others] of [
    [
      'stage descriptions',
      (query: ReplayQuery) => query.category !== undefined,
      ['subtask-predicted', 'subtask'],
    ],
    ['whole tasks', (query: ReplayQuery) => query.category === undefined, ['subtask', 'instance']],
  ] as const) {
    const { strategies, paired, queries } = await loupe.commands.replay({
      project: 'sample',
      queries: all.filter(isOf),
      strategies: ['subtask-by-model', ...others],
      onlyRead: true,
    })
    for (const { strategy, mrr, crossPhaseRate } of strategies)
      expect(doc).toContain(
        `| ${kind}, ${queries} | \`${strategy}\` | ${fixed(mrr)} | ${crossPhaseRate === null ? '' : percent(crossPhaseRate)} | ${lessOf(paired, strategy)} |`,
      )
  }
})

/** The model's reading less a strategy, with its interval; empty for itself. */
function lessOf(paired: readonly PairRow[], strategy: string): string {
  const row = paired.find(
    ({ a, b, metric }) => a === 'subtask-by-model' && b === strategy && metric === 'mrr',
  )
  return row ? `${signed(row.difference)} (${fixed(row.low)} to ${fixed(row.high)})` : ''
}
