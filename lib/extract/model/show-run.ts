import type { Segment } from '../../memory/entry.ts'
import type { Step, Trajectory } from '../../memory/trajectory.ts'
import { maskedForModel } from '../mask-texts.ts'
import { type StepEvidence, stagesOfSteps } from '../rules/stage-of-step.ts'
import type { CommandKind } from '../rules/tables/command-rules.ts'
import { cut } from './cut.ts'

/** A run as the extractor is given it: secrets masked, with all its stages in order. */
export type RunToRead = { trajectory: Trajectory; segments: readonly Segment[] }

/** Longest text of the steps that one request shows, and of the task, characters. Ours: some 15,000 tokens. */
const LONGEST = { steps: 60_000, task: 4_000 } as const

/** Longest texts of a step, characters: the agent's own words, code that is written, other commands, outputs of a failure, other outputs. */
type Limits = { words: number; code: number; command: number; failure: number; output: number }

/** From generous to tight: what decides keeps more at every level. Ours. */
const LEVELS = [
  { words: 3_000, code: 5_000, command: 2_500, failure: 4_000, output: 2_500 },
  { words: 1_500, code: 2_500, command: 1_000, failure: 1_500, output: 700 },
  { words: 800, code: 1_500, command: 500, failure: 800, output: 250 },
  { words: 400, code: 700, command: 250, failure: 400, output: 100 },
] as const satisfies Limits[]

/** Whole at one of the first three levels, else in two parts; the first that fits is taken. */
const WAYS = [
  { parts: 1, limits: LEVELS[0] },
  { parts: 1, limits: LEVELS[1] },
  { parts: 1, limits: LEVELS[2] },
  { parts: 2, limits: LEVELS[2] },
  { parts: 2, limits: LEVELS[3] },
] as const

/** Steps around the middle that both parts show. */
const OVERLAP = 6

/** Of an output this share of what remains is beginning; of a failure most is the end, where it is told. */
const HEAD_SHARE = { failure: 0.25, output: 0.6 } as const

/** The task and the steps of a run under the headings of its stages, secrets masked as strictly as anywhere: one text, or two that overlap where one would be too long. */
export function showRun({ trajectory, segments }: RunToRead): string[] {
  const { task, steps } = trajectory
  const evidence = new Map(stagesOfSteps(trajectory).map((one) => [one.step, one]))
  const render = (limits: Limits) =>
    steps.map((step) => `${headingAt(step.n, segments)}${showStep(step, evidence.get(step.n), limits)}`)
  for (const [i, { parts, limits }] of WAYS.entries()) {
    const shown = render(limits)
    const spans = parts === 1 ? [{ from: 0, to: shown.length }] : halvesOf(shown)
    const isLast = i === WAYS.length - 1
    if (!isLast && spans.some(({ from, to }) => lengthOf(shown.slice(from, to)) > LONGEST.steps)) continue
    return spans.map(({ from, to }, part) =>
      maskedForModel(
        [
          '=== RUN ===',
          '## Task given to the agent',
          cut(task.text.trim(), LONGEST.task),
          `## Steps${parts === 1 ? '' : `, part ${part + 1} of 2: ${from + 1} to ${to} of ${steps.length}`}`,
          withoutMiddle(shown.slice(from, to)),
          '=== END OF RUN ===',
        ].join('\n\n'),
      ),
    )
  }
  throw new Error('unreachable: the last way is always taken')
}

function headingAt(n: number, segments: readonly Segment[]): string {
  const at = segments.findIndex(({ fromStep }) => fromStep === n)
  const segment = segments[at]
  return segment ? `--- stage ${at + 1}: ${segment.category}, ${stepsInWords(segment)} ---\n` : ''
}

function stepsInWords({ fromStep, toStep }: Segment): string {
  return fromStep === toStep ? `step ${fromStep}` : `steps ${fromStep} to ${toStep}`
}

/** Two spans of about the same length that share some steps. */
function halvesOf(shown: readonly string[]): { from: number; to: number }[] {
  const half = lengthOf(shown) / 2
  let sum = 0
  const middle = shown.findIndex((text) => {
    sum += text.length
    return sum >= half
  })
  const overlap = OVERLAP / 2
  return [
    { from: 0, to: Math.min(shown.length, middle + overlap) },
    { from: Math.max(0, middle - overlap), to: shown.length },
  ]
}

function lengthOf(shown: readonly string[]): number {
  return shown.reduce((sum, text) => sum + text.length + 2, 0)
}

/** As many steps of the beginning and the end as fit; only of the longest runs any are missing. */
function withoutMiddle(shown: readonly string[]): string {
  if (lengthOf(shown) <= LONGEST.steps) return shown.join('\n\n')
  const take = (texts: readonly string[]) => {
    let length = 0
    return texts.findIndex((text) => {
      length += text.length + 2
      return length > LONGEST.steps / 2
    })
  }
  const [head, tail] = [take(shown), take(shown.toReversed())]
  return [
    ...shown.slice(0, head),
    `[… ${shown.length - head - tail} steps left out …]`,
    ...shown.slice(shown.length - tail),
  ].join('\n\n')
}

const WRITES: readonly CommandKind[] = ['source-write', 'scratch-write', 'test-write', 'test-edit']

function showStep(step: Step, evidence: StepEvidence | undefined, limits: Limits): string {
  const writes = evidence?.kinds.some((kind) => WRITES.includes(kind)) ?? false
  const parts = [`[step ${step.n}]`]
  if (step.thought?.trim()) parts.push(`thought: ${cut(step.thought.trim(), limits.words)}`)
  for (const { tool, text } of step.actions)
    parts.push(
      `${tool && tool !== 'bash' ? tool : 'command'}: ${cut(text.trim(), writes ? limits.code : limits.command)}`,
    )
  for (const { text, exitCode, truncated } of step.observations) {
    const failed = (exitCode ?? 0) !== 0 || evidence?.result === 'failed' || evidence?.result === 'harness'
    const kind = failed ? 'failure' : 'output'
    parts.push(
      `output${exitCode === null ? '' : ` (exit status ${exitCode})`}: ${cut(text.trim(), limits[kind], HEAD_SHARE[kind])}${truncated ? '\n[the record itself was cut here]' : ''}`,
    )
  }
  return parts.join('\n')
}
