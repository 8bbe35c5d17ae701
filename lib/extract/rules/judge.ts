import type { Category } from '../../memory/category.ts'
import { speaks } from '../../memory/rule.ts'
import type { Step } from '../../memory/trajectory.ts'
import { changesOf } from './changes.ts'
import { exitCodeOfStep } from './run-result.ts'
import type { StepEvidence } from './stage-of-step.ts'
import {
  CONCLUSION,
  EDIT_APPLIED,
  EDIT_REFUSED,
  LOOKS_BROKEN,
  NOT_WORKING,
  SHOWN,
  WORKS,
} from './tables/judge-rules.ts'

/** Whether a subtask went right, by its own evidence only: never by the outcome of the episode. */
export type Judgement = 'correct' | 'incorrect' | 'undetermined'

/** Judges one subtask from exit codes, summaries, tracebacks and what its own thoughts say after the fact. */
export function judgeSubtask(
  category: Category,
  steps: readonly Step[],
  evidence: readonly StepEvidence[],
): Judgement {
  if (category === 'EDIT') return judgeEdit(steps, evidence)
  if (category === 'ANALYZE') return judgeAnalyze(steps)
  return judgeRun(category, steps, evidence)
}

/** REPRODUCE and VERIFY: the last run decides; for REPRODUCE a run that shows the fault is the success. */
function judgeRun(
  category: 'REPRODUCE' | 'VERIFY',
  steps: readonly Step[],
  evidence: readonly StepEvidence[],
): Judgement {
  // A run with the change taken back on purpose says nothing about the change.
  const at = evidence.findLastIndex(
    (e) => e.kinds.some((kind) => kind.startsWith('run-')) && !e.kinds.includes('revert'),
  )
  if (steps[at] === undefined) return 'undetermined'
  const result = evidence[at]?.result ?? null
  const saidAfter = steps[at + 1]?.thought ?? ''
  // It failed before it reached the question.
  if (result === 'harness') return 'incorrect'
  if (category === 'REPRODUCE') {
    const isShown = steps.some((_, i) => evidence[i]?.result === 'failed')
    if (isShown || speaks([SHOWN], saidAfter)) return 'correct'
    return result === 'passed' ? 'incorrect' : 'undetermined'
  }
  if (result !== null) return result === 'passed' ? 'correct' : 'incorrect'
  return speaks([WORKS], saidAfter) && !speaks([NOT_WORKING], saidAfter) ? 'correct' : 'undetermined'
}

/** EDIT: whether the change was taken, not whether it was the right one. */
function judgeEdit(steps: readonly Step[], evidence: readonly StepEvidence[]): Judgement {
  const at = evidence.findLastIndex((e) => e.kinds.includes('source-write') || e.kinds.includes('test-edit'))
  const step = steps[at]
  if (step === undefined) return 'undetermined'
  const text = step.observations
    .map((o) => o.text)
    .join('\n')
    .slice(0, 8000)
  const exitCode = exitCodeOfStep(step)
  const isApplied = speaks([EDIT_APPLIED], text)
  const isRefused = speaks([EDIT_REFUSED], text) || (exitCode === null && speaks([LOOKS_BROKEN], text))
  if ((isRefused && !isApplied) || (exitCode !== null && exitCode !== 0)) return 'incorrect'
  const result = evidence[at]?.result
  if (result === 'failed' || result === 'harness') return 'incorrect'
  if (isApplied || result === 'passed') return 'correct'
  // The new text in an output of the edit or after it: a bare exit status 0 shows less.
  const lines = newLines(steps, evidence)
  const isShown = (one: Step) => one.observations.some((o) => lines.some((line) => o.text.includes(line)))
  if (steps.slice(at).some(isShown)) return 'correct'
  const wasLookedAt = steps
    .slice(at + 1)
    .some(
      (later, i) =>
        evidence[at + 1 + i]?.kinds.some((kind) => kind === 'read' || kind === 'diff') &&
        later.observations.some((o) => o.text.trim() !== ''),
    )
  const isBare = step.actions.every((a) => !/<<|python|cat |tee /.test(a.text))
  const isTaken = (wasLookedAt && lines.length === 0) || !isBare
  return exitCode === 0 && isTaken ? 'correct' : 'undetermined'
}

/** Shortest line of new text that is not found in outputs by chance. Ours. */
const LEAST_SHOWN = 10

/** The telling lines of what the edits write. */
function newLines(steps: readonly Step[], evidence: readonly StepEvidence[]): string[] {
  return changesOf(steps, evidence).flatMap((change) =>
    change.new
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length >= LEAST_SHOWN && !(change.old ?? '').includes(line)),
  )
}

/** ANALYZE: right when it ends in a stated cause or plan; nobody ran anything, so nothing shows it wrong. */
function judgeAnalyze(steps: readonly Step[]): Judgement {
  return steps.slice(-3).some(({ thought }) => speaks([CONCLUSION], thought ?? ''))
    ? 'correct'
    : 'undetermined'
}
