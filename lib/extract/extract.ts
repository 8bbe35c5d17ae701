import { isCategory } from '../memory/category.ts'
import { type Description, NO_LESSON_YET, type Segment } from '../memory/entry.ts'
import type { Trajectory } from '../memory/trajectory.ts'
import { localNamesOf } from './local-names.ts'
import { createCandidates } from './rules/candidates.ts'
import { describeAtStart, describeSubtask, titleOf } from './rules/describe.ts'
import { type Judgement, judgeSubtask } from './rules/judge.ts'
import { segmentEvidence } from './rules/segment.ts'
import { stagesOfSteps } from './rules/stage-of-step.ts'

/** Version of the whole rule set; recorded as the labeller of every stage it finds. */
export const RULES_ID = 'rules-v3'

/** One stage of a run. */
export interface ExtractedSubtask {
  segment: Segment
  /** d, written after the fact. */
  description: Description
  /** What could be asked when it began: from the task and earlier steps only. */
  descriptionAtStart: Description
  /** Null for OTHER, which holds no memory. */
  judged: Judgement | null
  /** Why it has no lesson yet. */
  skippedBecause: string
}

/**
 * Trajectory -> stages with category, description and judgement, by the rules `rules-v3`: no model, no clock, the same
 * answer on every machine. Lessons are written by a model or a person. Give it a trajectory that `maskSecrets` has been over.
 */
export function extractSubtasks(recorded: Trajectory): ExtractedSubtask[] {
  const trajectory = withinReach(recorded)
  const evidence = stagesOfSteps(trajectory)
  const names = localNamesOf(trajectory)
  const candidatesOf = createCandidates(names)
  const title = titleOf(trajectory, names)
  return segmentEvidence(evidence).map((segment): ExtractedSubtask => {
    const { category, fromStep, toStep } = segment
    const descriptionAtStart = describeAtStart(trajectory, fromStep, names, candidatesOf, title)
    if (!isCategory(category))
      return {
        ...{ segment, descriptionAtStart, judged: null },
        description: { objective: 'steps without evidence of a stage', keywords: [] },
        skippedBecause: 'no evidence of a stage',
      }
    const inside = (n: number) => n >= fromStep && n <= toStep
    const steps = trajectory.steps.filter(({ n }) => inside(n))
    return {
      ...{ segment, descriptionAtStart, skippedBecause: NO_LESSON_YET },
      description: describeSubtask(category, steps, steps.flatMap(candidatesOf), names),
      judged: judgeSubtask(
        category,
        steps,
        evidence.filter(({ step }) => inside(step)),
      ),
    }
  })
}

/** Longest thought and command that the rules read, in characters. Ours: a tenth of it is long for a run, and a pasted log must not cost seconds. */
const LONGEST_THOUGHT = 20_000
const LONGEST_ACTION = 200_000

/** The run with what lies beyond reach cut off; places in what is left stay what they were. */
function withinReach(trajectory: Trajectory): Trajectory {
  const steps = trajectory.steps.map((step) => ({
    ...step,
    thought: step.thought?.slice(0, LONGEST_THOUGHT) ?? null,
    actions: step.actions.map((action) => ({ ...action, text: action.text.slice(0, LONGEST_ACTION) })),
  }))
  return { ...trajectory, steps }
}
