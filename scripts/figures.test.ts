import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Question } from '../lib/memory/studies/question.ts'
import type { PairRow } from '../lib/memory/studies/retrieval.ts'
import { type Loupe, openLoupe } from '../lib/runtime.ts'
import { readLessonGrades } from '../lib/studies/retrieval/lesson-grades.ts'
import { readQuestions } from '../lib/studies/retrieval/read-questions.ts'

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
  await loupe.api.loadSample()
}, 300_000)

afterAll(async () => {
  await loupe.stop()
  rmSync(dataPath, { recursive: true, force: true })
})

const number = (value: unknown): number => {
  const figure = value === '' ? Number.NaN : Number(value)
  if (!Number.isFinite(figure)) throw new Error(`${value} is no figure`)
  return figure
}
const fixed = (value: unknown) => number(value).toFixed(3).replace('-', '−')
const signed = (value: unknown, digits = 3) =>
  `${number(value) < 0 ? '' : '+'}${number(value).toFixed(digits)}`.replace('-', '−')
const percent = (value: unknown) => `${Math.round(100 * number(value))} %`

/** A kept figure (scripts/goldens.test.ts holds it against the build): the row whose first cells are these, by column. */
function rowOf(figure: string, ...named: string[]): Record<string, string> {
  const text = readFileSync(`scripts/fixtures/goldens/figures/${figure}.csv`, 'utf8')
  const [head = [], ...rows] = text
    .split(/\r?\n/)
    .map((line) => line.replace(/"[^"]*"/g, (cell) => cell.slice(1, -1).replaceAll(',', ';')).split(','))
  const row = rows.find((cells) => named.every((cell, i) => cells[i] === cell))
  if (!row) throw new Error(`${figure} has no row ${named.join(', ')}`)
  return Object.fromEntries(head.map((column, i) => [column, row[i] ?? '']))
}

it('docs/evaluation.md says of the sample what the kept figures say', () => {
  const doc = readFileSync('docs/evaluation.md', 'utf8').replace(/\s+/g, ' ')
  const { strategies } = JSON.parse(readFileSync('scripts/fixtures/goldens/replay.json', 'utf8'))
  for (const { strategy, hitAt1, mrr, crossPhaseRate, ci } of strategies)
    if (mrr > 0)
      expect(doc).toContain(
        `| \`${strategy}\` | ${fixed(hitAt1)} | ${fixed(mrr)} | ${fixed(ci.mrr[0])} to ${fixed(ci.mrr[1])} | ${crossPhaseRate === null ? '' : fixed(crossPhaseRate)} |`,
      )

  for (const maker of ['lesson by model-v3', 'lesson by model-v1']) {
    const key = rowOf('abstraction-key', maker, 'own')
    expect(doc).toContain(
      `| ${maker} | ${key.stretches} | ${fixed(key.MRR)} | ${fixed(key['MRR of raw steps'])} | ${signed(key.difference)} (${fixed(key['95 % low'])} to ${fixed(key['95 % high'])}) |`,
    )
  }
  const raw = rowOf('abstraction-payload', 'raw steps')
  const made = rowOf('abstraction-payload', 'lesson by model-v3')
  expect(doc).toContain(
    `raw steps cost ${Math.round(Number(raw['median tokens']))} tokens at the median and name ${Math.round(Number(raw.identifier))} identifiers and ${Math.round(Number(raw.path))} paths a span; an experience costs ${made['median tokens']} and names none`,
  )
  const [within, without, whole] = ['subtask', 'global', 'instance'].map((way) =>
    rowOf('misprediction-filter', way),
  )
  expect(doc).toContain(
    `the first lesson helps in ${percent(within?.helps)} of ${within?.questions} questions with the filter, in ${percent(without?.helps)} without it, and of whole episodes in ${percent(whole?.helps)}`,
  )
})

it('docs/evaluation.md says of the questions that a model read what `npm run replay -- --only-read` says of them', async () => {
  const doc = readFileSync('docs/evaluation.md', 'utf8')
  const all = readQuestions(readFileSync('prisma/sample/queries.jsonl', 'utf8'), 'queries.jsonl')
  for (const [kind, isOf, others] of [
    [
      'stage descriptions',
      (query: Question) => query.category !== undefined,
      ['subtask-predicted', 'subtask'],
    ],
    ['whole tasks', (query: Question) => query.category === undefined, ['subtask', 'instance']],
  ] as const) {
    const { strategies, paired, queries } = await loupe.api.replay({
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

it('docs/lessons.md says of first lessons and of chosen ones what the graded lessons say', async () => {
  const doc = readFileSync('docs/lessons.md', 'utf8').replace(/\s+/g, ' ')
  const all = readQuestions(readFileSync('prisma/sample/queries.jsonl', 'utf8'), 'queries.jsonl')
  const grades = readLessonGrades(
    readFileSync('prisma/sample/lesson-grades.jsonl', 'utf8'),
    'lesson-grades.jsonl',
  )
  const { lessons } = await loupe.api.replay({
    project: 'sample',
    queries: all.filter(({ category }) => category),
    strategies: ['subtask-chosen', 'subtask'],
    grades,
    seed: 1,
  })
  const [chosen, first] = lessons?.rows ?? []
  const share = (row: typeof first) =>
    `${fixed(row?.helps)} (${fixed(row?.ci?.[0])} to ${fixed(row?.ci?.[1])})`
  expect(doc).toContain(`what is given helps | ${chosen?.n} | | ${share(chosen)} |`)
  expect(doc).toContain(`first lesson helps, by graded lessons | ${first?.n} | `)
  expect(doc).toContain(`| ${share(first)} |`)
  const [pair] = lessons?.paired ?? []
  expect(doc).toContain(
    `${signed(pair?.difference)} (${fixed(pair?.low)} to ${fixed(pair?.high)}) over \`subtask\``,
  )
})
