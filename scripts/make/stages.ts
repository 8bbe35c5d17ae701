/**
 * Writes lib/jobs/stage-fit.ts: which stage begins, learned from runs of one layout of a corpus and from the sample, and prints how
 * it does on other layouts, against hand labels and on moatless' own states. A maintainer's command:
 * node scripts/make/stages.ts CORPUS [--measure]
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { extractSubtasks } from '../../lib/extract/extract.ts'
import { type DoneStep, doneSteps } from '../../lib/extract/rules/stages-so-far.ts'
import { maskSecrets } from '../../lib/extract/secret-scan.ts'
import { readTrajectories } from '../../lib/ingest/ingest-file.ts'
import { predictStage, STAGE_PREDICTOR_ID, stageEvidence } from '../../lib/jobs/predict-stage.ts'
import { CATEGORIES, type Category, isCategory, type Stage } from '../../lib/memory/category.ts'
import { clusteredWilson } from '../../lib/memory/statistics/proportion.ts'
import { fitSoftmax, foldsOf, type Softmax, softmaxOf } from '../../lib/memory/statistics/softmax.ts'
import { calibration } from '../../lib/memory/studies/ranking-metrics.ts'
import { descriptionText } from '../../lib/memory/text/words.ts'
import type { Trajectory } from '../../lib/memory/trajectory.ts'

/** The layout that is learned from, beside the sample; all others are tested on. */
const LEARNED = 'mini-swe-agent-1'
const L2 = 30

/** A stage that began: what was known, whether the steps so far are asked there, and which one it was. */
type Start = { run: string; layout: string; isByHistory: boolean; evidence: number[]; category: Category }

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
const model = fitTo(learned, L2)
const learnedInstances = new Set(
  runs.filter((one) => one.run.format === LEARNED && !isApart(one)).map(({ run }) => run.instanceId),
)
const others = runs.filter(
  (one) => one.run.format !== LEARNED && !isApart(one) && !learnedInstances.has(one.run.instanceId),
)
const tested = others.flatMap((one) => startsOf(one))
const byHand = ['w1', 'w2'].flatMap((annotator) => runs.flatMap((one) => labelledStarts(one, annotator)))
const states = moatlessStarts(join(corpus, 'moatless'))
console.log(`learned from ${learned.length} starts of ${LEARNED} and the sample`)
console.log(
  'layout | n | runs | as it serves | calibration error | by the steps so far | calibration error | by words',
)
tell('all other layouts', tested, model)
tellEach([...tested, ...byHand, ...states], model)
tellHalves(
  [...runs.filter((one) => !isApart(one)), ...readRuns(join(rootPath, 'prisma/sample/episodes'))].flatMap(
    (one) => startsOf(one),
  ),
)
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
  return extractSubtasks(run).flatMap(({ segment: { category, fromStep }, descriptionAtStart }) =>
    isCategory(category)
      ? [startAt(run, done, { fromStep, category }, descriptionText(descriptionAtStart))]
      : [],
  )
}

function startAt(
  { instanceId, format, steps }: Trajectory,
  done: readonly DoneStep[],
  { fromStep, category }: { fromStep: number; category: Category },
  text: string,
): Start {
  const count = steps.filter(({ n }) => n < fromStep).length
  return startOf({ run: instanceId, layout: format, category }, done.slice(0, count), text)
}

function startOf(
  known: Pick<Start, 'run' | 'layout' | 'category'>,
  done: readonly DoneStep[],
  text: string,
): Start {
  const { predictor } = predictStage({ format: known.layout, done, text })
  return { ...known, isByHistory: predictor === STAGE_PREDICTOR_ID, evidence: stageEvidence(done, text) }
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
    before = category
    return [
      { ...startAt(run, done, { fromStep: from, category }, text), layout: `hand labels of ${annotator}` },
    ]
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
        const known = { run: name, layout: 'moatless, its own states', category } as const
        const begins = category === before ? [] : [startOf(known, done, task.split('\n')[0] ?? '')]
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

function fitTo(starts: readonly Start[], l2: number): Softmax {
  return fitSoftmax(
    starts.map(({ evidence }) => evidence),
    starts.map(({ category }) => CATEGORIES.indexOf(category)),
    { classes: CATEGORIES.length, l2 },
  )
}

function tellEach(starts: readonly Start[], by: Softmax): void {
  for (const [layout, own] of Map.groupBy(starts, (one) => one.layout)) tell(layout, own, by)
}

/** A line of the table: the predictor as it serves, and both that it chooses from. */
function tell(what: string, starts: readonly Start[], by: Softmax): void {
  const runs = starts.map(({ run }) => run)
  const words = ({ evidence }: Start) => evidence.slice(-CATEGORIES.length).map(Math.exp)
  const history = ({ evidence }: Start) => softmaxOf(by, evidence)
  const figures = [(one: Start) => (one.isByHistory ? history(one) : words(one)), history, words].map(
    (of) => {
      const said = starts.map((one) => {
        const shares = of(one)
        const confidence = Math.max(...shares)
        return { confidence, correct: CATEGORIES[shares.indexOf(confidence)] === one.category }
      })
      const right = said.map(({ correct }) => correct)
      const interval = clusteredWilson(right, runs)
      const share = (right.filter(Boolean).length / right.length).toFixed(3)
      return `${share} (${interval?.low.toFixed(3)} to ${interval?.high.toFixed(3)}) | ${calibration(said).ece?.toFixed(3)}`
    },
  )
  console.log([what, starts.length, new Set(runs).size, ...figures].join(' | '))
}

/** What learning from half of the instances of all layouts and of moatless' states would do on the other half: to compare. */
function tellHalves(starts: readonly Start[]): void {
  const all = [...starts, ...states].map((one) => ({ ...one, group: basename(one.run, '.json') }))
  const halves = foldsOf(all, 2, 1)
  const own = all.filter((_, i) => halves[i] === 0)
  const folds = foldsOf(own, 5, 1)
  const lossOf = (l2: number) =>
    [0, 1, 2, 3, 4].reduce((sum, fold) => {
      const fit = fitTo(
        own.filter((_, i) => folds[i] !== fold),
        l2,
      )
      const rest = own.filter((_, i) => folds[i] === fold)
      return rest.reduce((all, { evidence, category }) => {
        const share = softmaxOf(fit, evidence)[CATEGORIES.indexOf(category)] ?? 0
        return all - Math.log(Math.max(share, 1e-9))
      }, sum)
    }, 0)
  const [best = { l2: L2 }] = [1, 3, 10, 30, 100]
    .map((l2) => ({ l2, loss: lossOf(l2) }))
    .sort((a, b) => a.loss - b.loss)
  console.log(
    `\nlearned from ${own.length} starts of half of the instances of all layouts, penalty ${best.l2} by five folds`,
  )
  const fit = fitTo(own, best.l2)
  const rest = all.filter((_, i) => halves[i] === 1)
  tell('the other half', rest, fit)
  tellEach([...rest, ...byHand], fit)
}

/** How many stages are asked for by words that no stage of another task, and no other of the same run, is asked for by. */
function tellDescriptions(all: readonly Run[]): void {
  const stages = all.flatMap(({ run }, at) =>
    extractSubtasks(run).map(({ descriptionAtStart }) => ({
      ...{ at, layout: run.format, instance: run.instanceId, text: descriptionText(descriptionAtStart) },
    })),
  )
  const byText = Map.groupBy(stages, ({ text }) => text)
  const marked = stages.map((one) => ({
    ...one,
    isOwn: !(byText.get(one.text) ?? []).some(
      (other) => other !== one && (other.instance !== one.instance || other.at === one.at),
    ),
  }))
  console.log('\nstages with a description of their own')
  for (const [layout, some] of [['all', marked] as const, ...Map.groupBy(marked, (one) => one.layout)]) {
    const own = some.filter((one) => one.isOwn).length
    const interval = clusteredWilson(
      some.map(({ isOwn }) => isOwn),
      some.map(({ instance }) => instance),
    )
    console.log(
      `${layout}: ${own} of ${some.length}, ${(own / some.length).toFixed(3)} (${interval?.low.toFixed(3)} to ${interval?.high.toFixed(3)})`,
    )
  }
}

function rounded(value: Softmax): Softmax {
  const short = (list: readonly number[]) => list.map((one) => Number(one.toPrecision(6)))
  return { means: short(value.means), scales: short(value.scales), weights: value.weights.map(short) }
}
