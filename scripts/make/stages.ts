/**
 * Writes lib/jobs/stage-fit.ts: which stage begins, learned from the runs of a corpus and from the sample, and prints how it does on
 * runs that were not learned from: in ten folds by instance, against hand labels and on moatless' own states.
 * A maintainer's command: node scripts/make/stages.ts CORPUS [--measure | --shipped]
 * --measure writes nothing; --shipped asks the weights that ship, for files that they were not learned from.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { extractSubtasks } from '../../lib/extract/extract.ts'
import { doneSteps } from '../../lib/extract/rules/stages-so-far.ts'
import { maskSecrets } from '../../lib/extract/secret-scan.ts'
import { readTrajectories } from '../../lib/ingest/ingest-file.ts'
import { stageEvidence, weightsFor } from '../../lib/jobs/predict-stage.ts'
import { STAGE_FITS } from '../../lib/jobs/stage-fit.ts'
import { CATEGORIES, type Category, isCategory, type Stage } from '../../lib/memory/category.ts'
import { clusteredWilson } from '../../lib/memory/statistics/proportion.ts'
import { fitSoftmax, foldsOf, type Softmax, softmaxOf } from '../../lib/memory/statistics/softmax.ts'
import { calibration } from '../../lib/memory/studies/ranking-metrics.ts'
import { descriptionText } from '../../lib/memory/text/words.ts'
import type { Trajectory } from '../../lib/memory/trajectory.ts'

/** The layout whose runs, with the sample's, the weights of agents alone in a shell are learned from. */
const LEARNED = 'mini-swe-agent-1'
/** The penalty of each set of weights. */
const L2 = { alone: 30, others: 10 }
/** What a start of an agent that is not alone in a shell counts in the other weights, which are learned from all. */
const OTHERS_COUNT = 3
const FOLDS = 10

type Fits = Record<keyof typeof STAGE_FITS, Softmax>
type Run = { path: string; hash: string; run: Trajectory }
type Mark = { from: number; category: Stage }

/** A stage that began: what was known, whose weights are asked there, and which one it was. */
type Start = {
  group: string
  layout: string
  format: string
  weights: keyof Fits | null
  evidence: number[]
  category: Category
  isOfSample?: true
}

const rootPath = fileURLToPath(new URL('../..', import.meta.url))
const corpus = process.argv[2]
if (corpus === undefined || corpus.startsWith('-'))
  throw new Error('usage: node scripts/make/stages.ts CORPUS [--measure | --shipped]')
const isShipped = process.argv.includes('--shipped')

const labels = readFileSync(join(rootPath, 'lib/extract/labels/segments.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line): Mark & { fileSha256: string; annotator: string } => JSON.parse(line))
const labelled = new Set(labels.map(({ fileSha256 }) => fileSha256))

const runs = [...readRuns(corpus)]
const labelledInstances = new Set(
  runs.filter(({ hash }) => labelled.has(hash)).map(({ run }) => run.instanceId),
)
const isApart = ({ hash, run }: Run) => labelled.has(hash) || labelledInstances.has(run.instanceId)
const others = runs.filter((one) => !isApart(one))
const tested = others.flatMap((one) => startsOf(one))
const states = others.flatMap((one) => startsAt(one, ownStates(one), 'moatless, its own states'))
const sample = [...readRuns(join(rootPath, 'prisma/sample/episodes'))]
  .flatMap((one) => startsOf(one))
  .map((start) => ({ ...start, isOfSample: true as const }))
const learned: Start[] = [...tested, ...sample, ...states]
const fits = isShipped ? STAGE_FITS : fitsOf(learned)
const byHand = ['w1', 'w2'].flatMap((annotator) =>
  runs.flatMap((one) => startsAt(one, handLabels(one, annotator), `hand labels of ${annotator}`)),
)
console.log(
  isShipped
    ? 'by the weights that ship'
    : `in ${FOLDS} folds by instance; hand labels by a fit without their instances`,
)
console.log('layout | n | instances | as it serves | calibration error | by words | calibration error')
const foldOf = foldsOf(learned, FOLDS, 1)
const fold = isShipped
  ? []
  : Array.from({ length: FOLDS }, (_, n) => fitsOf(learned.filter((_, i) => foldOf[i] !== n)))
const ofReal = learned
  .map((start, i) => ({ start, by: fold[foldOf[i] ?? 0] ?? fits }))
  .filter(({ start }) => !start.isOfSample)
const asked = [...ofReal, ...byHand.map((start) => ({ start, by: fits }))]
const byRules = ofReal.filter(({ start }) => start.layout === start.format)
tell('all layouts', byRules)
tell(
  'all but moatless',
  byRules.filter(({ start }) => !start.format.startsWith('moatless')),
)
for (const [layout, own] of Map.groupBy(asked, ({ start }) => start.layout)) tell(layout, own)
tellDescriptions(runs)
if (!isShipped && !process.argv.includes('--measure'))
  writeFileSync(
    join(rootPath, 'lib/jobs/stage-fit.ts'),
    `import type { Softmax } from '../memory/statistics/softmax.ts'

/**
 * Written by scripts/make/stages.ts: for agents alone in a shell from ${learned.filter(isOfLearned).length} stage starts of ${LEARNED} and the sample,
 * for others from ${learned.length} of all layouts; the first class is ANALYZE.
 */
export const STAGE_FITS = ${JSON.stringify({ alone: rounded(fits.alone), others: rounded(fits.others) }, null, 2)} satisfies Record<string, Softmax>
`,
  )

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
      if (trajectory.steps.length > 0) yield { path, hash, run: maskSecrets(trajectory).trajectory }
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

/** The stages that the rules find afterwards. */
function startsOf({ run }: Run): Start[] {
  const startOf = starter(run, run.format)
  return extractSubtasks(run).flatMap(({ segment: { category, fromStep }, descriptionAtStart }) =>
    isCategory(category)
      ? [startOf({ from: fromStep, category }, category, descriptionText(descriptionAtStart))]
      : [],
  )
}

function starter({ instanceId, format, steps }: Trajectory, layout: string) {
  const done = doneSteps(steps)
  return ({ from }: Mark, category: Category, text: string): Start => ({
    ...{ group: instanceId.replace(/\.json$/, ''), layout, format, weights: weightsFor(format), category },
    evidence: stageEvidence(done.slice(0, steps.filter(({ n }) => n < from).length), text),
  })
}

/** Where somebody else begins another stage; the text is what our own rules say is known there. */
function startsAt({ run }: Run, marks: readonly Mark[], layout: string): Start[] {
  const startOf = starter(run, layout)
  let before: Category | null = null
  return marks.flatMap((mark) => {
    const { from, category } = mark
    if (!isCategory(category) || category === before) return []
    before = category
    const stages = extractSubtasks({ ...run, steps: run.steps.filter(({ n }) => n <= from) })
    const known = stages.find(({ segment }) => segment.fromStep === from)?.descriptionAtStart
    return [startOf(mark, category, known ? descriptionText(known) : run.task.title)]
  })
}

function handLabels({ hash }: Run, annotator: string): Mark[] {
  return labels.filter((one) => one.fileSha256 === hash && one.annotator === annotator)
}

/** moatless names its state itself: looking for code and planning is ANALYZE, changing it EDIT. */
function ownStates({ path, run }: Run): Mark[] {
  if (!/^moatless-(?:transitions|2024-06-09)$/.test(run.format)) return []
  type State = { name: string; actions?: unknown[] }
  const file: { transitions?: State[]; steps?: State[] } = JSON.parse(readFileSync(path, 'utf8'))
  let at = 0
  return (file.transitions ?? file.steps ?? []).flatMap(({ name, actions }): Mark[] => {
    const from = run.steps[at]?.n
    at += Math.max(1, actions?.length ?? 0)
    if (from === undefined) return []
    if (/Edit|CodeChange/.test(name)) return [{ from, category: 'EDIT' }]
    return /Search|Identify|Relevance|Plan|Clarify|Pending/.test(name) ? [{ from, category: 'ANALYZE' }] : []
  })
}

function isOfLearned({ format }: Start): boolean {
  return format === LEARNED
}

function fitsOf(starts: readonly Start[]): Fits {
  const others = starts.filter(({ weights }) => weights !== 'alone')
  const more = Array.from({ length: OTHERS_COUNT - 1 }, () => others).flat()
  return {
    alone: fitTo(starts.filter(isOfLearned), L2.alone),
    others: fitTo([...starts, ...more], L2.others),
  }
}

function fitTo(starts: readonly Start[], l2: number): Softmax {
  return fitSoftmax(
    starts.map(({ evidence }) => evidence),
    starts.map(({ category }) => CATEGORIES.indexOf(category)),
    { classes: CATEGORIES.length, l2 },
  )
}

/** A line of the table: the predictor as it serves, and the words alone. */
function tell(what: string, asked: readonly { start: Start; by: Fits }[]): void {
  const groups = asked.map(({ start }) => start.group)
  const words = ({ evidence }: Start) => evidence.slice(-CATEGORIES.length).map(Math.exp)
  const figures = [true, false].map((isServed) => {
    const said = asked.map(({ start, by }) => {
      const { weights, evidence, category } = start
      const shares = isServed && weights !== null ? softmaxOf(by[weights], evidence) : words(start)
      const confidence = Math.max(...shares)
      return { confidence, correct: CATEGORIES[shares.indexOf(confidence)] === category }
    })
    const right = said.map(({ correct }) => correct)
    const interval = clusteredWilson(right, groups)
    const share = (right.filter(Boolean).length / right.length).toFixed(3)
    return `${share} (${interval?.low.toFixed(3)} to ${interval?.high.toFixed(3)}) | ${calibration(said).ece?.toFixed(3)}`
  })
  console.log([what, asked.length, new Set(groups).size, ...figures].join(' | '))
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
