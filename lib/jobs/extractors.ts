import { EXTRACTOR, type ExtractedSubtask, extractSubtasks } from '../extract/extract.ts'
import type { Trajectory } from '../memory/trajectory.ts'

/** Makes subtasks and experiences of a trajectory, without a model. */
export interface RuleExtractor {
  /** Recorded on every entry it makes. */
  id: string
  /** Who labelled the stages. */
  labelledBy: string
  extract(trajectory: Trajectory): ExtractedSubtask[]
}

/** What a trajectory is imported with. */
export const RULES: RuleExtractor = { id: EXTRACTOR, labelledBy: EXTRACTOR, extract: extractSubtasks }
