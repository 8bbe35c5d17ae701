/**
 * Writes lib/jobs/stage-fit.ts: which stage begins, learned from runs of one layout of a corpus and from the sample, and prints how
 * it does on other layouts, against hand labels and on moatless' own states. A maintainer's command:
 * node scripts/make/stages.ts CORPUS [--measure]
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { extractSubtasks } from '../../lib/extract/extract.ts'
import { type DoneStep, doneSteps } from '../../lib/extract/rules/stages-so-far.ts'
import { maskSecrets } from '../../lib/extract/secret-scan.ts'
import { readTrajectories } from '../../lib/ingest/ingest-file.ts'
import { stageEvidence } from '../../lib/jobs/predict-stage.ts'
import { CATEGORIES, type Category, isCategory, type Stage } from '../../lib/memory/category.ts'
import { clusteredWilson } from '../../lib/memory/statistics/proportion.ts'
import { fitSoftmax, type Softmax, softmaxOf } from '../../lib/memory/statistics/softmax.ts'
import { calibration } from '../../lib/memory/studies/ranking-metrics.ts'
import { descriptionText } from '../../lib/memory/text/description-text.ts'
import type { Trajectory } from '../../lib/memory/trajectory.ts'

/** The layout that is learned from, beside the sample; all others are tested on. */
const LEARNED = 'mini-swe-agent-1'
const L2 = 30

/** A stage that began: what was known, and which one it was. */
type Start = { run: string; before: Category | null; evidence: number[]; category: Category }

const rootPath = fileURLToPath(new URL('../..', import.meta.url))
const corpus = process.argv[2]
if (corpus === undefined || corpus.startsWith('-'))
  throw new Error('usage: node scripts/make/stages.ts CORPUS [--measure]')

const labels = readFileSync(join(rootPath, 'lib/extract/labels/segments.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line): { fileSha256: string; from: number; category: Stage; annotator: string } => JSON.parse(line))
const labelled = new Set(labels.map(({ fileSha256 }) => fileSha256))

const runs = [...readRuns(corpus)]
const instances = new Set(runs.filter(({ hash }) => labelled.has(hash)).map(({ run }) => run.instanceId))
const isApart = ({ hash, run }: Run) => labelled.has(hash) || instances.has(run.instanceId)
const learned = [
  ...runs.filter((one) => one.run.format === LEARNED && !isApart(one)),
  ...readRuns(join(rootPath, 'prisma/sample/episodes')),
].flatMap((one) => startsOf(one))
const model = fitSoftmax(
  learned.map(({ evidence }) => evidence),
  learned.map(({ category }) => CATEGORIES.indexOf(category)),
  { classes: CATEGORIES.length, l2: L2 },
)
const learnedInstances = new Set(
  runs.filter((one) => one.run.format === LEARNED && !isApart(one)).map(({ run }) => run.instanceId),
)
const others = runs.filter(
  (one) => one.run.format !== LEARNED && !isApart(one) && !learnedInstances.has(one.run.instanceId),
)
console.log(`learned from ${learned.length} starts of ${LEARNED} and the sample`)
tell(
  'the stage seen afterwards, other layouts',
  others.flatMap((one) => startsOf(one)),
)
for (const format of new Set(others.map(({ run }) => run.format)))
  tell(
    `  of them ${format}`,
    others.filter(({ run }) => run.format === format).flatMap((one) => startsOf(one)),
  )
for (const annotator of ['w1', 'w2'])
  tell(
    `hand labels of ${annotator}`,
    runs.flatMap((one) => labelledStarts(one, annotator)),
  )
tell('states of moatless', moatlessStarts(join(corpus, 'moatless')))
tellDescriptions(runs)
if (!process.argv.includes('--measure'))
  writeFileSync(
    join(rootPath, 'lib/jobs/stage-fit.ts'),
    `import type { Softmax } from '../memory/statistics/softmax.ts'

/** Written by scripts/make/stages.ts from ${learned.length} stage starts of ${LEARNED} and the sample; the first class is ANALYZE. */
export const STAGE_FIT: Softmax = ${JSON.stringify(rounded(model), null, 2)}
`,
  )

type Run = { hash: string; run: Trajectory }

function* readRuns(folder: string): Generator<Run> {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) {
      yield* readRuns(path)
      continue
    }
    const bytes = readFileSync(path)
    const hash = createHash('sha256').update(bytes).digest('hex')
    for (const trajectory of readOrNone(bytes, name))
      if (trajectory.steps.length > 0) yield { hash, run: maskSecrets(trajectory).trajectory }
  }
}

/** A corpus holds files that are no runs. */
function readOrNone(bytes: Uint8Array, name: string): Trajectory[] {
  try {
    return readTrajectories(bytes, name).trajectories
  } catch {
    return []
  }
}

function startsOf({ run }: Run): Start[] {
  const done = doneSteps(run.steps)
  let before: Category | null = null
  return extractSubtasks(run).flatMap(({ segment: { category, fromStep }, descriptionAtStart }) => {
    if (!isCategory(category)) return []
    const start = startAt(run, done, { fromStep, category, before }, descriptionText(descriptionAtStart))
    before = category
    return [start]
  })
}

function startAt(
  { instanceId, steps }: Trajectory,
  done: readonly DoneStep[],
  { fromStep, ...known }: { fromStep: number; category: Category; before: Category | null },
  text: string,
): Start {
  const count = steps.filter(({ n }) => n < fromStep).length
  return { run: instanceId, ...known, evidence: stageEvidence(done.slice(0, count), text) }
}

/** Where an annotator begins another stage; the text is what our own rules say is known there. */
function labelledStarts({ hash, run }: Run, annotator: string): Start[] {
  const own = labels.filter((one) => one.fileSha256 === hash && one.annotator === annotator)
  const done = doneSteps(run.steps)
  let before: Category | null = null
  return own.flatMap(({ from, category }) => {
    if (!isCategory(category) || category === before) return []
    const stages = extractSubtasks({ ...run, steps: run.steps.filter(({ n }) => n <= from) })
    const known = stages.find(({ segment }) => segment.fromStep === from)?.descriptionAtStart
    const text = known ? descriptionText(known) : run.task.title
    const start = startAt(run, done, { fromStep: from, category, before }, text)
    before = category
    return [start]
  })
}

/** moatless names its state itself: looking for code and planning is ANALYZE, changing it EDIT. */
function moatlessStarts(folder: string): Start[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const {
        transitions,
        steps,
        initial_message: task = '',
      } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
        transitions?: { name: string }[]
        steps?: { name: string }[]
        initial_message?: string
      }
      const done: DoneStep[] = []
      let before: Category | null = null
      return (transitions ?? steps ?? []).flatMap(({ name: state }): Start[] => {
        const category = /Edit|CodeChange/.test(state)
          ? 'EDIT'
          : /Search|Identify|Relevance|Plan|Clarify|Pending/.test(state)
            ? 'ANALYZE'
            : null
        if (category === null) return []
        const begins =
          category === before
            ? []
            : [
                {
                  run: name,
                  before,
                  category,
                  evidence: stageEvidence(done, task.split('\n')[0] ?? ''),
                } as const,
              ]
        before = category
        done.push({
          stage: category,
          kinds: [category === 'EDIT' ? 'source-write' : 'read'],
          result: null,
        })
        return begins
      })
    })
}

function tell(what: string, starts: readonly Start[]): void {
  if (starts.length === 0) return
  const said = starts.map(({ evidence, category }) => {
    const shares = softmaxOf(model, evidence)
    const confidence = Math.max(...shares)
    return { confidence, correct: CATEGORIES[shares.indexOf(confidence)] === category }
  })
  const clusters = starts.map(({ run }) => run)
  const { ece } = calibration(said)
  const share = (marks: readonly boolean[], names: readonly string[]) => {
    const interval = clusteredWilson(marks, names)
    return `${(marks.filter(Boolean).length / marks.length).toFixed(3)} (${interval?.low.toFixed(3)} to ${interval?.high.toFixed(3)})`
  }
  const byWords = starts.map(({ evidence, category }) => {
    const words = evidence.slice(-CATEGORIES.length)
    return CATEGORIES[words.indexOf(Math.max(...words))] === category
  })
  console.log(`  by the words alone ${share(byWords, clusters)}`)
  const later = starts.flatMap((one, i) => (one.before === null ? [] : [i]))
  console.log(
    `${what}: n ${starts.length} of ${new Set(clusters).size} runs, right ${share(
      said.map(({ correct }) => correct),
      clusters,
    )}, calibration error ${ece?.toFixed(3)}`,
  )
  if (later.length > 0)
    console.log(
      `  without the first of each run: n ${later.length}, right ${share(
        later.map((i) => said[i]?.correct ?? false),
        later.map((i) => clusters[i] ?? ''),
      )}`,
    )
}

/** How many stages are asked for by words that no stage of another task, and no other of the same run, is asked for by. */
function tellDescriptions(all: readonly Run[]): void {
  const stages = all.flatMap(({ run }, at) =>
    extractSubtasks(run).map(({ descriptionAtStart }) => ({
      ...{ at, instance: run.instanceId, text: descriptionText(descriptionAtStart) },
    })),
  )
  const byText = Map.groupBy(stages, ({ text }) => text)
  const isOwn = stages.map(
    (one) =>
      !(byText.get(one.text) ?? []).some(
        (other) => other !== one && (other.instance !== one.instance || other.at === one.at),
      ),
  )
  const interval = clusteredWilson(
    isOwn,
    stages.map(({ instance }) => instance),
  )
  console.log(
    `described by words of its own: ${isOwn.filter(Boolean).length} of ${stages.length} stages, ${(isOwn.filter(Boolean).length / stages.length).toFixed(3)} (${interval?.low.toFixed(3)} to ${interval?.high.toFixed(3)})`,
  )
}

function rounded(value: Softmax): Softmax {
  const short = (list: readonly number[]) => list.map((one) => Number(one.toPrecision(6)))
  return { means: short(value.means), scales: short(value.scales), weights: value.weights.map(short) }
}
