import { type ExtractedSubtask, extractSubtasks, RULES_ID } from '../extract/extract.ts'
import type { Trajectory } from '../memory/trajectory.ts'
import { extractLessons } from '../workbench/extract-lessons.ts'
import { BACKBONE, WORKBENCH_EXTRACTOR } from '../workbench/names.ts'

/** Finds the stages of a trajectory, without a model. */
export interface RuleExtractor {
  /** Recorded on every change and entry it makes. */
  id: string
  /** Who labelled the stages: the rules, or the agent that declared them. */
  labelledBy: string
  extract(trajectory: Trajectory): ExtractedSubtask[]
}

const RULES: RuleExtractor = { id: RULES_ID, labelledBy: RULES_ID, extract: extractSubtasks }
const WORKBENCH: RuleExtractor = { id: WORKBENCH_EXTRACTOR, labelledBy: 'agent', extract: extractLessons }

/** The extractor a trajectory is imported with: the workbench's own for what its agent did, else the rules. */
export function extractorOf({ backbone }: Pick<Trajectory, 'backbone'>): RuleExtractor {
  return backbone === BACKBONE ? WORKBENCH : RULES
}
