import type { RemovedSpan } from '../../memory/subtask.ts'
import type { Span } from '../../memory/trajectory.ts'
import type { Candidate } from './candidates.ts'

/** One filled part of an experience with the raw text it rests on. */
export interface Part {
  text: string
  spans: Span[]
  removed: RemovedSpan[]
  from: Candidate | null
}
