import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { categorySchema } from '../memory/entry.ts'
import type { Trajectory } from '../memory/trajectory.ts'
import { extractSubtasks } from './extract.ts'
import { readCorpusRun } from './fixtures/read-corpus-run.ts'
import { scanLeaks } from './leak-scan.ts'
import { segmentEvidence } from './rules/segment.ts'
import { stagesOfSteps } from './rules/stage-of-step.ts'
import { findSecrets, maskSecrets } from './secret-scan.ts'

/* Real runs, outside the repository; skipped without LOUPE_CORPUS_DIR. Prints what it measures. */
const root = process.env.LOUPE_CORPUS_DIR ?? ''
const folders = [
  'mini-swe-agent/gemini-3-pro',
  'mini-swe-agent/deepseek_chat_dev',
  'mini-swe-agent/deepseek_lite_dev_noparallel',
  'swe-agent',
]
const files = folders
  .map((folder) => join(root, folder))
  .filter((folder) => root !== '' && existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((file) => /\.traj(\.json)?$/.test(file))

const report = (line: string) => process.stdout.write(`${line}\n`)

const labelSchema = z.object({
  fileSha256: z.string(),
  from: z.number(),
  to: z.number(),
  category: categorySchema.or(z.literal('OTHER')),
  annotator: z.enum(['w1', 'w2']),
  sure: z.boolean(),
})
const labels = readFileSync(join(import.meta.dirname, 'labels/segments.jsonl'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => labelSchema.parse(JSON.parse(line)))

it('has 150 or more blind labels of each of two annotators on 20 runs, covering their steps without overlap', () => {
  expect(labels.length).toBeGreaterThanOrEqual(150)
  expect(new Set(labels.map((l) => l.fileSha256)).size).toBe(20)
  const byRun = Object.groupBy(labels, (l) => `${l.annotator} ${l.fileSha256}`)
  for (const run of Object.values(byRun)) {
    let next = 1
    for (const label of run ?? []) {
      expect(label.from).toBe(next)
      next = label.to + 1
    }
  }
})

describe.skipIf(files.length === 0)('the runs at LOUPE_CORPUS_DIR', () => {
  const runs = new Map<string, Trajectory>()
  for (const file of files) {
    const bytes = readFileSync(file)
    const run = readCorpusRun(
      JSON.parse(bytes.toString('utf8')),
      basename(file).replace(/\.traj(\.json)?$/, ''),
    )
    if (run !== null && run.steps.length > 0)
      runs.set(createHash('sha256').update(bytes).digest('hex'), maskSecrets(run).trajectory)
  }
  const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

  it('gives a median of 3 to 8 subtasks a run', () => {
    const counts = [...runs.values()].map((run) => segmentEvidence(stagesOfSteps(run)).length)
    report(
      `${counts.length} runs, subtasks a run: median ${median(counts)}, ${Math.min(...counts)} to ${Math.max(...counts)}`,
    )
    expect(median(counts)).toBeGreaterThanOrEqual(3)
    expect(median(counts)).toBeLessThanOrEqual(8)
  })

  it('cuts the runs as labels/rules.json keeps it for docs/evaluation.md: subtasks a run, and the stage of each step that is labelled', () => {
    const path = join(import.meta.dirname, 'labels/rules.json')
    const hashes = [...new Set(labels.map((l) => l.fileSha256))].filter((hash) => runs.has(hash))
    const cut = Object.fromEntries(
      hashes.map((hash) => {
        const { steps = [], ...run } = runs.get(hash) ?? {}
        const segments = segmentEvidence(stagesOfSteps({ ...run, steps } as Trajectory))
        const letter = (n: number) =>
          (segments.find((s) => s.fromStep <= n && n <= s.toStep)?.category ?? 'NONE').charAt(0)
        return [hash, steps.map(({ n }) => letter(n)).join('')]
      }),
    )
    const subtasks = [...runs.values()].map((run) => extractSubtasks(run).length).sort((a, b) => a - b)
    if (process.env.LOUPE_GOLDENS === 'write') writeFileSync(path, `${JSON.stringify({ subtasks, cut })}\n`)
    expect({ subtasks, cut }).toEqual(JSON.parse(readFileSync(path, 'utf8')))
  })

  it('lets no path, secret, address or line number into a description, and under 2 % of them with a local name', () => {
    const found: Record<string, number> = {}
    let count = 0
    for (const run of runs.values()) {
      for (const { description } of extractSubtasks(run)) {
        count += 1
        const text = [description.objective, ...description.keywords].join('\n')
        expect(findSecrets(text)).toEqual([])
        for (const type of new Set(
          scanLeaks(text, run.repo?.split('/').at(-1) ?? null).map((leak) => leak.type),
        ))
          found[type] = (found[type] ?? 0) + 1
      }
    }
    report(`${count} descriptions of ${runs.size} runs, with a leak by type: ${JSON.stringify(found)}`)
    expect(
      (found.path ?? 0) + (found.secret ?? 0) + (found.url ?? 0) + (found.line ?? 0) + (found.instance ?? 0),
    ).toBe(0)
    expect((found.identifier ?? 0) / count).toBeLessThan(0.02)
  })
})
