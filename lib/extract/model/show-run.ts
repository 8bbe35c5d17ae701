import type { Segment } from '../../memory/subtask.ts'
import type { Step, Trajectory } from '../../memory/trajectory.ts'
import { maskedForModel } from '../mask-texts.ts'

/** What a model is shown of a stage, secrets masked as strictly as anywhere, and how much had to be left out for it. */
export interface ShownRun {
  text: string
  /** Characters of the stage itself that are not shown; each cut stands in the text as well. */
  leftOut: number
}

/** Longest texts shown, in characters. Ours: what a stage of a long run needs at most, at some 12,000 tokens a request. */
const LONGEST = { task: 3_000, thought: 3_000, action: 4_000, output: 4_000, stage: 40_000 } as const
/** Outputs of a stage that is longer than that in all. */
const TIGHT_OUTPUT = 600
/** Earlier steps are context: each text is cut to this, and of long runs only the last ones are shown. */
const EARLIER = { thought: 500, action: 300, output: 300, all: 8_000 } as const
/** Of a text that is cut this share of what remains is its beginning; the rest is its end, where summaries stand. */
const HEAD_SHARE = 0.65

/**
 * The task, the stages so far, the earlier steps in short and the steps of one stage: what the paper's extractor has in its
 * context when the stage ends. Nothing after `toStep` is shown. Give it a trajectory that `maskSecrets` has been over.
 */
export function showStage(trajectory: Trajectory, segments: readonly Segment[], segment: Segment): ShownRun {
  const stages = segments.filter(({ fromStep }) => fromStep <= segment.fromStep)
  const before = trajectory.steps.filter(({ n }) => n < segment.fromStep)
  const own = trajectory.steps.filter(({ n }) => n >= segment.fromStep && n <= segment.toStep)
  const stage = showOwn(own)
  return {
    text: maskedForModel(
      [
        '=== RUN ===',
        '## Task given to the agent',
        cut(trajectory.task.text.trim(), LONGEST.task),
        '## Stages so far',
        ...stages.map(
          (one) =>
            `${one.category}, ${stepsInWords(one)}${one.fromStep === segment.fromStep ? ' (the stage to read)' : ''}`,
        ),
        ...(before.length > 0 ? ['## Earlier steps, shortened', showEarlier(before)] : []),
        `## The stage to read: ${segment.category}, ${stepsInWords(segment)}`,
        stage.text,
        '=== END OF RUN ===',
      ].join('\n\n'),
    ),
    leftOut: stage.leftOut,
  }
}

/** The task and all steps of a run, for prompts that ask about the whole of it. Of a long run the outputs are cut first, then its middle. */
export function showWhole({ task, steps }: Trajectory): ShownRun {
  const all = showOwn(steps)
  return {
    text: maskedForModel(
      [
        '=== RUN ===',
        '## Task given to the agent',
        cut(task.text.trim(), LONGEST.task),
        '## Steps',
        all.text,
        '=== END OF RUN ===',
      ].join('\n\n'),
    ),
    leftOut: all.leftOut,
  }
}

/** "step 7", or "steps 7 to 9". */
export function stepsInWords({ fromStep, toStep }: Pick<Segment, 'fromStep' | 'toStep'>): string {
  return fromStep === toStep ? `step ${fromStep}` : `steps ${fromStep} to ${toStep}`
}

function showOwn(steps: readonly Step[]): ShownRun {
  const whole = steps.map((step) => showStep(step, LONGEST))
  const isTooLong = whole.join('').length > LONGEST.stage
  const tight = isTooLong ? steps.map((step) => showStep(step, { ...LONGEST, output: TIGHT_OUTPUT })) : whole
  const text = cut(tight.join('\n\n'), LONGEST.stage)
  const full = steps.map((step) => showStep(step, null)).join('\n\n')
  return { text, leftOut: Math.max(0, full.length - text.length) }
}

function showEarlier(steps: readonly Step[]): string {
  const shown: string[] = []
  let length = 0
  for (const step of steps.toReversed()) {
    const text = showStep(step, EARLIER)
    if (length + text.length > EARLIER.all) break
    shown.unshift(text)
    length += text.length
  }
  const missing = steps.length - shown.length
  return [...(missing > 0 ? [`[the first ${missing} steps are not shown]`] : []), ...shown].join('\n\n')
}

type Limits = { thought: number; action: number; output: number } | null

function showStep(step: Step, limits: Limits): string {
  const shorten = (text: string, longest: number | undefined) =>
    longest === undefined ? text : cut(text, longest)
  const parts = [`[step ${step.n}]`]
  if (step.thought?.trim()) parts.push(`thought: ${shorten(step.thought.trim(), limits?.thought)}`)
  for (const { tool, text } of step.actions)
    parts.push(`${tool && tool !== 'bash' ? tool : 'command'}: ${shorten(text.trim(), limits?.action)}`)
  for (const { text, exitCode, truncated } of step.observations)
    parts.push(
      `output${exitCode === null ? '' : ` (exit status ${exitCode})`}: ${shorten(text.trim(), limits?.output)}${truncated ? '\n[the record itself was cut here]' : ''}`,
    )
  return parts.join('\n')
}

/** A text within `longest` characters, the middle left out with a note that counts what is missing. */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  const head = Math.floor(longest * HEAD_SHARE)
  const tail = longest - head
  // Half of a pair is no text: what is cut through goes whole.
  const [begin, end] = [text.slice(0, head), text.slice(-tail)].map((part) =>
    part.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, ''),
  )
  return `${begin}\n[… ${text.length - longest} characters left out …]\n${end}`
}
