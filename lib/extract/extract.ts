import { isCategory } from '../memory/category.ts'
import type { Citation, Description, Experience, RemovedSpan, Segment } from '../memory/subtask.ts'
import type { Trajectory } from '../memory/trajectory.ts'
import { localNamesOf } from './local-names.ts'
import { candidatesOf } from './rules/candidates.ts'
import { describeAtStart, describeSubtask } from './rules/describe.ts'
import { distilSubtask, isBorneOut, lintExperience } from './rules/distil.ts'
import { type Judgement, judgeSubtask } from './rules/judge.ts'
import { reportedIn } from './rules/passage.ts'
import { segmentEvidence } from './rules/segment.ts'
import { stagesOfSteps } from './rules/stage-of-step.ts'

/** Version of the whole rule set; recorded as the extractor of every entry it makes. */
export const EXTRACTOR = 'rules-v3'

export interface ExtractedSubtask {
  segment: Segment
  /** d, written after the fact. */
  description: Description
  /** What could be asked when it began: from the task and earlier steps only. */
  descriptionAtStart: Description
  /** Null for OTHER, which holds no memory. */
  judged: Judgement | null
  /** Null when nothing is to be learnt by these rules; `skippedBecause` says why. */
  experience: Experience | null
  skippedBecause: string | null
  citations: Citation[]
  /** What abstraction took out of the cited texts. */
  removed: RemovedSpan[]
  /** Quality findings: `vague`, `empty-check`, `leak: identifier`, ... Sorted. */
  flags: string[]
}

/**
 * Trajectory -> subtasks with description, judgement and experience, by the rules `rules-v3`: no model, no clock, the same
 * answer on every machine. Give it a trajectory that `maskSecrets` has been over.
 */
export function extractSubtasks(recorded: Trajectory): ExtractedSubtask[] {
  const trajectory = withinReach(recorded)
  const evidence = stagesOfSteps(trajectory)
  const names = localNamesOf(trajectory)
  const wasShown = isBorneOut(evidence)
  const reported = reportedIn(trajectory.task)
  return segmentEvidence(evidence).map((segment): ExtractedSubtask => {
    const inside = (n: number) => n >= segment.fromStep && n <= segment.toStep
    const steps = trajectory.steps.filter((step) => inside(step.n))
    const seen = evidence.filter((e) => inside(e.step))
    const descriptionAtStart = describeAtStart(trajectory, segment.fromStep, names)
    if (!isCategory(segment.category)) {
      return {
        segment,
        description: { objective: 'steps without evidence of a stage', keywords: [] },
        descriptionAtStart,
        judged: null,
        experience: null,
        skippedBecause: 'no evidence of a stage',
        citations: [],
        removed: [],
        flags: [],
      }
    }
    const candidates = candidatesOf(steps, names)
    const judged = judgeSubtask(segment.category, steps, seen)
    const distilled = distilSubtask({
      category: segment.category,
      judgement: judged,
      candidates,
      reported,
      isBorneOut: wasShown,
    })
    const { description, isVague } = describeSubtask(
      segment.category,
      steps,
      distilled.experience,
      candidates,
      names,
    )
    const flags = distilled.experience === null ? [] : lintExperience(distilled.experience, names.own)
    if (isVague && distilled.experience !== null && !flags.includes('vague')) flags.push('vague')
    return { segment, description, descriptionAtStart, judged, ...distilled, flags: flags.sort() }
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
