import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { extractSubtasks } from './extract.ts'
import { boundaryAgreement, cohenKappa } from './fixtures/agreement.ts'
import { readCorpusRun } from './fixtures/read-corpus-run.ts'
import { maskSecrets } from './secret-scan.ts'

const folder = join(process.cwd(), 'prisma', 'sample')
type Line = { instanceId: string; from: number; to: number; category: string; mechanism: string }
const read = <T>(name: string): T[] =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

const stream = JSON.parse(readFileSync(join(folder, 'stream.json'), 'utf8')) as string[]
const author = read<Line>('labels-author.jsonl')
const second = read<Line>('labels.jsonl')
const noise = new Map(
  read<{ instanceId: string; noise: { text: string; type: string }[] }>('noise.jsonl').map((line) => [
    line.instanceId,
    line.noise,
  ]),
)
const documented = readFileSync('docs/sample.md', 'utf8')
const runs = stream.map((name) => {
  const json = JSON.parse(readFileSync(join(folder, 'episodes', `${name}.traj.json`), 'utf8'))
  const run = readCorpusRun(json, name)
  if (!run) throw new Error(`${name} is not a run`)
  return { name, run: maskSecrets(run).trajectory }
})
const extracted = runs.map(({ name, run }) => ({ name, run, subtasks: extractSubtasks(run) }))

/** Category of every step of a run by one writer's lines. */
function steps(lines: Line[], name: string, count: number): string[] {
  const mine = lines.filter((line) => line.instanceId === name)
  return Array.from(
    { length: count },
    (_, i) => mine.find(({ from, to }) => from <= i + 1 && i + 1 <= to)?.category ?? 'NONE',
  )
}

/** The documentation must show what the files give. */
function shows(words: string): void {
  expect(documented.includes(words), `docs/sample.md should show “${words}”`).toBe(true)
}

it('has the shape the documentation tells of', () => {
  const mechanisms = new Set(
    second.map(({ mechanism }) => mechanism).filter((name) => name !== 'none' && !name.startsWith('one-off')),
  )
  shows(`| episodes | ${stream.length} |`)
  shows(`| steps | ${runs.reduce((sum, { run }) => sum + run.steps.length, 0)} |`)
  shows(`| mechanisms that come back | ${mechanisms.size} |`)
  shows(`| stages, second writer | ${second.length} |`)
  shows(`| stages, author | ${author.length} |`)
  shows(`| questions | ${read('queries.jsonl').length} |`)
  expect(mechanisms.size).toBe(14)
  expect(stream.length).toBeGreaterThanOrEqual(64)
  expect(second.length).toBeGreaterThanOrEqual(260)
})

it('is labelled step by step by two writers who agree', () => {
  for (const lines of [author, second])
    for (const { name, run } of runs) expect(steps(lines, name, run.steps.length), name).not.toContain('NONE')
  const all = (lines: Line[]) => runs.flatMap(({ name, run }) => steps(lines, name, run.steps.length))
  const kappa = cohenKappa(all(author), all(second)) ?? 0
  shows(`| kappa of the two writers, a step | ${kappa.toFixed(3)} |`)
  expect(kappa).toBeGreaterThan(0.7)
})

it('is cut by the rules much as the second writer cuts it, who never saw them', () => {
  const rules = extracted.flatMap(({ run, subtasks }) =>
    run.steps.map(
      ({ n }) =>
        subtasks.find(({ segment }) => segment.fromStep <= n && n <= segment.toStep)?.segment.category ??
        'NONE',
    ),
  )
  const truth = runs.flatMap(({ name, run }) => steps(second, name, run.steps.length))
  const kappa = cohenKappa(rules, truth) ?? 0
  let matched = 0
  let boundaries = 0
  for (const { name, subtasks } of extracted) {
    const starts = subtasks.slice(1).map(({ segment }) => segment.fromStep)
    const theirs = second
      .filter((line) => line.instanceId === name)
      .slice(1)
      .map(({ from }) => from)
    const agreement = boundaryAgreement(starts, theirs, 1)
    matched += agreement.matched
    boundaries += agreement.a + agreement.b
  }
  shows(`| kappa of the rules and the second writer, a step | ${kappa.toFixed(3)} |`)
  shows(`| boundaries within one step, F1 | ${((2 * matched) / boundaries).toFixed(3)} |`)
  expect(kappa).toBeGreaterThan(0.6)
})

it('has at least five spans that a reader called instance noise in each run', () => {
  for (const { name } of runs) expect(noise.get(name)?.length ?? 0, name).toBeGreaterThanOrEqual(5)
})
