import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/**
 * The figures of every report, kept: on the sample as it ships (recorded experience, default embedder), on the shipped
 * experiments, and on real runs where LOUPE_CORPUS_DIR names them. A figure that changes on purpose is written again with
 * LOUPE_GOLDENS=write, and fixtures/goldens/README.md says why.
 */
const kept = resolve('scripts/fixtures/goldens')
const isWriting = process.env.LOUPE_GOLDENS === 'write'
const corpusPath = process.env.LOUPE_CORPUS_DIR
const scratch = mkdtempSync(join(tmpdir(), 'loupe-test-'))
const dataPath = join(scratch, 'data')

const STRATEGIES =
  'subtask,subtask-predicted,global,soft,hybrid,instance,raw,bm25,tfidf,random,none,dual-layer,stream-of-memory'
const REPLAY = ['--project', 'sample', '--queries', 'prisma/sample/queries.jsonl', '--json', '--strategies']
const ASKED = 'construct test case for cursor-based pagination bug'
const RETRIEVE = ['--project', 'sample', '--limit', '5', '--json', '--text', ASKED]

const REPORTS: Record<string, [script: string, ...args: string[]]> = {
  'replay.json': ['replay', ...REPLAY, STRATEGIES],
  'replay-by-model.json': ['replay', '--only-read', ...REPLAY, 'subtask,subtask-by-model,instance'],
  'quality.json': ['quality', '--project', 'sample', '--json'],
  'retrieve-task.json': ['retrieve', ...RETRIEVE],
  'retrieve-stage.json': ['retrieve', '--category', 'REPRODUCE', ...RETRIEVE],
  // Brought in here, after what is asked of the sample alone: what came with the product is no result of anybody.
  'experiments.json': ['experiments', '--project', 'sample', 'prisma/workbench/ladder.json', '--json'],
}

beforeAll(() => {
  run('sample', 'load')
}, 120_000)

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

it.each(Object.entries(REPORTS))(
  '%s has the digits that were kept',
  (name, [script, ...args]) => {
    held(name, `${JSON.stringify(figuresOf(JSON.parse(run(script, ...args))), null, 1)}\n`)
  },
  120_000,
)

it('every table of the report has the digits that were kept', () => {
  const out = join(scratch, 'report')
  run('report', '--project', 'sample', '--out', out)
  const names = readdirSync(join(out, 'figures')).filter((name) => name.endsWith('.csv'))
  const before = isWriting ? names : readdirSync(join(kept, 'figures'))
  expect(names.sort()).toEqual(before.sort())
  for (const name of names) held(join('figures', name), readFileSync(join(out, 'figures', name), 'utf8'))
}, 120_000)

describe.skipIf(!corpusPath)('on real runs', () => {
  it('each file is read as it was', () => {
    const lines = run('import', '--dry-run', '--json', corpusPath ?? '')
      .trim()
      .split('\n')
    const read = lines.map((line) => {
      const { file, format, steps, outcome, status } = JSON.parse(line)
      return JSON.stringify([basename(file), format, steps, outcome, status])
    })
    held('corpus.jsonl', `${read.sort().join('\n')}\n`)
  }, 300_000)
})

/** What a script prints, over the sample's data folder. */
function run(script: string, ...args: string[]): string {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', resolve('scripts', `${script}.ts`), ...args],
    {
      encoding: 'utf8',
      maxBuffer: 1e9,
      // The shipped sample and embedder, whatever the other tests are given.
      env: { ...process.env, LOUPE_DATA_DIR: dataPath, LOUPE_EMBEDDER: '' },
    },
  )
  expect(status, stderr).toBe(0)
  return stdout
}

/** Without times, and without ids that are drawn anew for each data folder. */
function figuresOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(figuresOf)
  if (typeof value === 'string') return value.replace(/\bm_[0-9A-Z]{26}\b/g, 'm_ID')
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/Ms$|^(ids|entryId|episodeId|projectId|id|runs|at|createdAt|latency)$/.test(name))
      .map(([name, one]) => [name, figuresOf(one)]),
  )
}

function held(name: string, text: string): void {
  const path = join(kept, name)
  if (isWriting) {
    mkdirSync(join(path, '..'), { recursive: true })
    if (existsSync(path)) rmSync(path)
    writeFileSync(path, text)
  }
  const before = readFileSync(path, 'utf8')
  expect(text.replace(UNROUNDED, '#'), name).toBe(before.replace(UNROUNDED, '#'))
  for (const [i, [score]] of [...text.matchAll(UNROUNDED)].entries())
    expect(Math.abs(Number(score) - Number([...before.matchAll(UNROUNDED)][i]?.[0])), name).toBeLessThan(1e-6)
}

/** A score as it was computed: its last digits are the processor's, by some 1e-7 (docs/embedders.md). */
const UNROUNDED = /-?\b\d\.\d{9,}\b/g
