import type { Stage } from '../../memory/category.ts'
import { speaks } from '../../memory/rule.ts'
import type { Step, Trajectory } from '../../memory/trajectory.ts'
import { readAction } from './read-tool.ts'
import { type Found, newRunState, type RunState } from './run-files.ts'
import { type RunResult, resultOfStep, startUpNoiseOf } from './run-result.ts'
import { type CommandKind, REFUSED } from './tables/command-rules.ts'

/** What the rules saw in one step, and the stage that follows from it alone (before any smoothing). */
export interface StepEvidence {
  step: number
  stage: Stage
  /** In the order of the command line; empty = no evidence. */
  kinds: CommandKind[]
  result: RunResult
}

/** Evidence for each step, in order; it depends on the step itself and those before it, and for a refused step on its retry. */
export function stagesOfSteps(trajectory: Pick<Trajectory, 'steps'>): StepEvidence[] {
  const state = newRunState()
  const noise = startUpNoiseOf(trajectory.steps)
  const evidence = trajectory.steps.map((step) => stageOfStep(step, state, noise))
  return evidence.map((e, i) => {
    const retry = evidence[i + 1]
    return retry && wasRejected(trajectory.steps[i]) ? { ...e, stage: retry.stage } : e
  })
}

/** The scaffold refused the answer's format and ran nothing: the next step is the same work, tried again. */
function wasRejected(step: Step | undefined): boolean {
  if (step === undefined || step.actions.some((a) => a.text.trim() !== '')) return false
  return step.observations.some((o) => speaks([REFUSED], o.text.slice(0, 600)))
}

/** Evidence of one step after those that `state` has seen; `state` is carried on. */
export function stageOfStep(step: Step, state: RunState, noise: ReadonlySet<string>): StepEvidence {
  const kinds: Found = []
  for (const action of step.actions) readAction(action.tool, action.text, state, kinds)
  const stage = strongest(kinds, state.sourceEdited)
  const evidence: StepEvidence = {
    step: step.n,
    stage,
    kinds,
    result: hasResult(kinds) ? resultOfStep(step, kinds.includes('run-tests'), noise) : null,
  }
  if (kinds.includes('source-write')) state.sourceEdited = true
  return evidence
}

const RUN_KINDS: readonly CommandKind[] = ['run-scratch', 'run-tests', 'run-snippet']

/** A run with the change taken back on purpose says nothing about the change. */
function hasResult(kinds: readonly CommandKind[]): boolean {
  return kinds.some((kind) => RUN_KINDS.includes(kind)) && !kinds.includes('revert')
}

/** Stage of a chain: EDIT over VERIFY or REPRODUCE over ANALYZE (research/trajectories.md §4). */
function strongest(kinds: readonly CommandKind[], edited: boolean): Stage {
  const has = (...wanted: CommandKind[]) => wanted.some((kind) => kinds.includes(kind))
  const isRestored =
    kinds.lastIndexOf('revert') > kinds.lastIndexOf('source-write') && has('source-write', 'revert')
  if (edited && isRestored && has('run-tests', 'run-scratch', 'run-snippet')) return 'VERIFY'
  if (has('source-write', 'backup') || (edited && has('test-edit'))) return 'EDIT'
  if (has('run-scratch', 'run-tests', 'run-snippet', 'scratch-write', 'test-write', 'test-edit')) {
    return edited ? 'VERIFY' : 'REPRODUCE'
  }
  if (edited && has('diff', 'revert', 'cleanup', 'submit')) return 'VERIFY'
  if (has('read', 'inspect', 'diff')) return 'ANALYZE'
  return 'OTHER'
}
