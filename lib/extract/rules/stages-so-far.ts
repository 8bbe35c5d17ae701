import { CATEGORIES, type Category, isCategory } from '../../memory/category.ts'
import type { Step } from '../../memory/trajectory.ts'
import { newRunState } from './run-files.ts'
import { type StepEvidence, stageOfStep } from './stage-of-step.ts'
import type { CommandKind } from './tables/command-rules.ts'

/** What is carried of a step that was done: its own stage, what it ran, how that came out. */
export type DoneStep = Pick<StepEvidence, 'stage' | 'kinds' | 'result'>

/** Looking around for at most this many steps inside other work is part of that work, as where runs are imported. */
const SHORT_LOOK = 2

/** The stage at work, and steps in a row that only looked while it was another. */
type AtWork = { stage: Category | null; looks: number }

/** The stage after one more step, without looking ahead. An unclear step changes nothing; a short look belongs to the work around it. */
export function nextStage({ stage, looks }: AtWork, shown: DoneStep['stage']): AtWork {
  if (!isCategory(shown)) return { stage, looks }
  if (shown === stage) return { stage, looks: 0 }
  const isLook = shown === 'ANALYZE' && stage !== null
  return isLook && looks < SHORT_LOOK ? { stage, looks: looks + 1 } : { stage: shown, looks: 0 }
}

/** Steps as they were done, each read by itself and those before it: what is known of a run while it goes on. */
export function doneSteps(steps: readonly Step[]): DoneStep[] {
  const state = newRunState()
  return steps.map((step) => {
    const { stage, kinds, result } = stageOfStep(step, state, new Set())
    return { stage, kinds, result }
  })
}

const KINDS: readonly CommandKind[] = [
  ...(['read', 'inspect', 'source-write', 'scratch-write', 'test-write', 'test-edit'] as const),
  ...(['run-scratch', 'run-tests', 'run-snippet', 'diff', 'revert', 'cleanup', 'submit'] as const),
]

/**
 * What the steps so far say of the stage that begins now, as numbers: which stages there were and how long, the last two, what the
 * last steps ran and how that came out.
 */
export function featuresOf(done: readonly DoneStep[]): number[] {
  const stretches: { stage: Category; length: number }[] = []
  let work: AtWork = { stage: null, looks: 0 }
  for (const { stage } of done) {
    work = nextStage(work, stage)
    const last = stretches.at(-1)
    if (work.stage === null) continue
    if (last?.stage === work.stage) last.length++
    else stretches.push({ stage: work.stage, length: 1 })
  }
  const is = (stage: Category | undefined) => CATEGORIES.map((one) => (one === stage ? 1 : 0))
  const recent = done.slice(-3)
  const newest = done.at(-1)
  const lastEdit = done.findLastIndex(({ kinds }) => kinds.includes('source-write'))
  const since = done.slice(lastEdit + 1)
  const came = (some: readonly DoneStep[], result: DoneStep['result']) =>
    some.some((one) => one.result === result) ? 1 : 0
  return [
    ...CATEGORIES.map((one) => Math.log1p(stretches.filter(({ stage }) => stage === one).length)),
    ...is(stretches.at(-1)?.stage),
    ...is(stretches.at(-2)?.stage),
    Math.log1p(stretches.at(-1)?.length ?? 0),
    Math.log1p(done.length),
    ...KINDS.map((kind) => (newest?.kinds.includes(kind) ? 1 : 0)),
    ...KINDS.map((kind) => (recent.some(({ kinds }) => kinds.includes(kind)) ? 1 : 0)),
    came(recent, 'passed'),
    came(recent, 'failed'),
    lastEdit >= 0 ? 1 : 0,
    lastEdit >= 0 ? came(since, 'passed') : 0,
    lastEdit >= 0 ? came(since, 'failed') : 0,
    work.looks,
    newest?.stage === 'ANALYZE' ? 1 : 0,
  ]
}
