import type { Category } from '../../memory/category.ts'
import type { Kind } from '../../memory/entry.ts'
import { type Pattern, speaks } from '../../memory/rule.ts'
import type { Span, Step } from '../../memory/trajectory.ts'
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
export interface Judgement {
  verdict: 'correct' | 'incorrect' | 'undetermined'
  kind: Kind
  /** One sentence for a person. */
  because: string
  /** What it rests on; empty when nothing decided. */
  evidence: Span[]
}

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
  const step = steps[at]
  if (step === undefined) return undetermined('nothing was run')
  const result = evidence[at]?.result ?? null
  const span = outputSpan(step)
  const comment = steps[at + 1] ? thoughtSpan(steps[at + 1], category === 'REPRODUCE' ? SHOWN : WORKS) : null
  const complaint = steps[at + 1] ? thoughtSpan(steps[at + 1], NOT_WORKING) : null
  if (result === 'harness')
    return judged('incorrect', 'the last run failed before it reached the question', span)
  if (category === 'REPRODUCE') {
    if (result === 'failed') return judged('correct', 'the last run shows the fault', span)
    const shown = steps.find((_, i) => evidence[i]?.result === 'failed')
    if (shown !== undefined) return judged('correct', 'a run shows the fault', outputSpan(shown))
    if (comment !== null) return judged('correct', 'the run showed what was reported', span, comment)
    return result === 'passed'
      ? judged('incorrect', 'the last run passed, so the fault was not shown', span)
      : undetermined('the output does not tell whether the fault was shown')
  }
  if (result === 'failed') return judged('incorrect', 'the last check failed', span)
  if (result === 'passed') return judged('correct', 'the last check passed', span)
  if (comment !== null && complaint === null)
    return judged('correct', 'the output was read as right', span, comment)
  return undetermined('the last check ended without a verdict')
}

/** EDIT: whether the change was taken, not whether it was the right one. */
function judgeEdit(steps: readonly Step[], evidence: readonly StepEvidence[]): Judgement {
  const at = evidence.findLastIndex((e) => e.kinds.includes('source-write') || e.kinds.includes('test-edit'))
  const step = steps[at]
  if (step === undefined) return undetermined('no write was seen')
  const text = step.observations
    .map((o) => o.text)
    .join('\n')
    .slice(0, 8000)
  const span = outputSpan(step)
  const exitCode = exitCodeOfStep(step)
  const isBare = step.actions.every((a) => !/<<|python|cat |tee /.test(a.text))
  const isRefused = speaks([EDIT_REFUSED], text) || (exitCode === null && speaks([LOOKS_BROKEN], text))
  if (isRefused && !speaks([EDIT_APPLIED], text)) return judged('incorrect', 'the edit was refused', span)
  if (exitCode !== null && exitCode !== 0)
    return judged('incorrect', `the edit ended with exit status ${exitCode}`, span)
  if (evidence[at]?.result === 'failed' || evidence[at]?.result === 'harness')
    return judged('incorrect', 'the run in the same step failed', span)
  if (speaks([EDIT_APPLIED], text) || evidence[at]?.result === 'passed')
    return judged('correct', 'the edit was applied', span)
  const shown = whereShown(steps, evidence, at)
  if (shown !== null) return judged('correct', 'the new text is shown after the edit', span, shown.span)
  const wasLookedAt = steps
    .slice(at + 1)
    .some(
      (later, i) =>
        evidence[at + 1 + i]?.kinds.some((kind) => kind === 'read' || kind === 'diff') &&
        later.observations.some((o) => o.text.trim() !== ''),
    )
  if (wasLookedAt && exitCode === 0 && !hasKnownText(steps, evidence))
    return judged('correct', 'the edit was applied and read again', span)
  if (exitCode === 0 && !isBare) return judged('correct', 'the write ended with exit status 0', span)
  return undetermined('nothing shows whether the edit was taken')
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

function hasKnownText(steps: readonly Step[], evidence: readonly StepEvidence[]): boolean {
  return newLines(steps, evidence).length > 0
}

/** Output of the edit or after it that holds a line which the edit wrote: a bare exit status 0 shows less. */
function whereShown(
  steps: readonly Step[],
  evidence: readonly StepEvidence[],
  at: number,
): { span: Span | null } | null {
  const lines = newLines(steps, evidence)
  const step = steps
    .slice(at)
    .find((s) => s.observations.some((o) => lines.some((line) => o.text.includes(line))))
  return step === undefined ? null : { span: outputSpan(step) }
}

/** ANALYZE: right when it ends in a stated cause or plan; nobody ran anything, so nothing shows it wrong. */
function judgeAnalyze(steps: readonly Step[]): Judgement {
  for (const step of steps.toReversed().slice(0, 3)) {
    const span = thoughtSpan(step, CONCLUSION)
    if (span !== null) return judged('correct', 'it ends in a stated cause', span)
  }
  return undetermined('no cause is stated')
}

function judged(verdict: 'correct' | 'incorrect', because: string, ...evidence: (Span | null)[]): Judgement {
  return {
    verdict,
    kind: verdict === 'correct' ? 'pattern' : 'avoid',
    because,
    evidence: evidence.filter((span) => span !== null),
  }
}

function undetermined(because: string): Judgement {
  return { verdict: 'undetermined', kind: 'undetermined', because, evidence: [] }
}

/** The last lines of a step's last output. */
function outputSpan(step: Step): Span | null {
  const index = step.observations.length - 1
  const text = step.observations[index]?.text
  if (text === undefined || text.trim() === '') return null
  const end = text.trimEnd().length
  const start = Math.max(0, text.lastIndexOf('\n', Math.max(0, end - 200)) + 1)
  return { step: step.n, part: { kind: 'observation', index }, start, end }
}

function thoughtSpan(step: Step | undefined, cue: Pattern): Span | null {
  const match = cue.pattern.exec(step?.thought ?? '')
  if (match === null || step === undefined) return null
  return {
    step: step.n,
    part: { kind: 'thought', index: 0 },
    start: match.index,
    end: match.index + match[0].length,
  }
}
