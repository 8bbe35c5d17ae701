import type { Stage } from '../../memory/category.ts'
import type { Segment } from '../../memory/entry.ts'
import type { StepEvidence } from './stage-of-step.ts'

/** A run of steps of one stage while merging. */
interface Stretch {
  stage: Stage
  steps: StepEvidence[]
}

/** Looking around for at most this many steps inside other work is part of that work. Ours. */
const SHORT_LOOK = 2
/** The same between two runs of checks, where reading the tests and the change is part of checking. Ours. */
const SHORT_LOOK_IN_VERIFY = 4

/**
 * Cuts a trajectory into subtasks by the evidence of each step: consecutive steps of one category, all steps covered, in order.
 * Merging never swallows an EDIT and keeps failed VERIFY -> ANALYZE -> EDIT.
 */
export function segmentEvidence(evidence: StepEvidence[]): Segment[] {
  const filled = fillSandwiched(evidence.map((e) => ({ stage: e.stage, steps: [e] })))
  return lookBack(closeTheEnd(mergeShort(filled))).flatMap(({ stage, steps }) => {
    const first = steps[0]
    const last = steps.at(-1)
    return first && last ? [{ category: stage, fromStep: first.step, toStep: last.step }] : []
  })
}

/** Joins equal neighbours; a stretch without evidence between two of one stage becomes that stage. */
function fillSandwiched(stretches: Stretch[]): Stretch[] {
  const joined = joinEqual(stretches)
  return joinEqual(
    joined.map((stretch, i) => {
      const before = joined[i - 1]?.stage
      const sandwiched = stretch.stage === 'OTHER' && before !== undefined && before === joined[i + 1]?.stage
      return sandwiched ? { ...stretch, stage: before } : stretch
    }),
  )
}

/** Cleaning up and handing in belong to the last VERIFY; handing in alone makes no subtask. */
function closeTheEnd(stretches: Stretch[]): Stretch[] {
  const last = stretches.at(-1)
  const before = stretches.at(-2)
  if (!last || !before || last.stage === before.stage) return stretches
  const onlySubmits = last.steps.every(
    (e) => e.kinds.length === 0 || e.kinds.every((kind) => kind === 'submit' || kind === 'setup'),
  )
  return onlySubmits
    ? [...stretches.slice(0, -2), { stage: before.stage, steps: [...before.steps, ...last.steps] }]
    : stretches
}

/** In a run that changes something and never runs it, a short look at the end is its only check: "All done! Let me see the files". */
function lookBack(stretches: Stretch[]): Stretch[] {
  const last = stretches.at(-1)
  const isLook =
    last?.stage === 'ANALYZE' &&
    last.steps.length <= SHORT_LOOK &&
    stretches.some(({ stage }) => stage === 'EDIT') &&
    !stretches.some(ran)
  return isLook ? joinEqual([...stretches.slice(0, -1), { ...last, stage: 'VERIFY' }]) : stretches
}

/** Merges until nothing changes; each round takes the first stretch that a rule speaks about. */
function mergeShort(stretches: Stretch[]): Stretch[] {
  let current = joinEqual(stretches)
  for (;;) {
    let reproduced = false
    let changed = false
    const next = current.map((stretch, i): Stretch => {
      const target = changed ? null : targetOf(stretch, current[i - 1], current[i + 1], reproduced)
      if (stretch.stage === 'REPRODUCE') reproduced = true
      if (target === null) return stretch
      changed = true
      return { stage: target, steps: stretch.steps }
    })
    if (!changed) return current
    current = joinEqual(next)
  }
}

/** The stage a short stretch should join, or null when it stands. */
function targetOf(
  stretch: Stretch,
  before: Stretch | undefined,
  after: Stretch | undefined,
  reproduced: boolean,
): Stage | null {
  if (!before || !after) return null
  const length = stretch.steps.length
  if (stretch.stage === 'ANALYZE') {
    if (before.stage === after.stage && before.stage !== 'OTHER') {
      return length <= (before.stage === 'VERIFY' ? SHORT_LOOK_IN_VERIFY : SHORT_LOOK) ? before.stage : null
    }
    if (length > SHORT_LOOK) return null
    if (before.stage === 'EDIT' && after.stage === 'VERIFY') return 'VERIFY'
    if (before.stage === 'VERIFY' && after.stage === 'EDIT' && !failed(before)) return 'EDIT'
  }
  const isProbe =
    stretch.stage === 'REPRODUCE' && length === 1 && before.stage === 'ANALYZE' && after.stage === 'ANALYZE'
  if (isProbe && (reproduced || isPeek(stretch))) return 'ANALYZE'
  if (
    stretch.stage === 'VERIFY' &&
    before.stage === 'EDIT' &&
    after.stage === 'EDIT' &&
    length === 1 &&
    !ran(stretch)
  )
    return 'EDIT'
  return null
}

/** One snippet run to learn something, not to show the fault. */
function isPeek(stretch: Stretch): boolean {
  return stretch.steps.every((e) => e.kinds.includes('run-snippet') && e.result !== 'failed')
}

function failed(stretch: Stretch): boolean {
  return stretch.steps.some((e) => e.result === 'failed')
}

function ran(stretch: Stretch): boolean {
  return stretch.steps.some((e) => e.kinds.some((kind) => kind.startsWith('run-')))
}

function joinEqual(stretches: Stretch[]): Stretch[] {
  const out: Stretch[] = []
  for (const stretch of stretches) {
    const last = out.at(-1)
    if (last && last.stage === stretch.stage) last.steps.push(...stretch.steps)
    else out.push({ stage: stretch.stage, steps: [...stretch.steps] })
  }
  return out
}
