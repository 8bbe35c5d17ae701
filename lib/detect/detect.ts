import { DETECTOR_NAMES, type DetectorName } from '../memory/findings/finding.ts'
import type { Detector, Fault, Memory } from './detector.ts'
import { contradiction } from './detectors/contradiction.ts'
import { doubtfulCategory } from './detectors/doubtful-category.ts'
import { echo } from './detectors/echo.ts'
import { harmful } from './detectors/harmful.ts'
import { hiddenText } from './detectors/hidden-text.ts'
import { leak } from './detectors/leak.ts'
import { nearDuplicate } from './detectors/near-duplicate.ts'
import { neverRetrieved } from './detectors/never-retrieved.ts'
import { notALesson } from './detectors/not-a-lesson.ts'
import { risky } from './detectors/risky.ts'
import { secret } from './detectors/secret.ts'
import { stale } from './detectors/stale.ts'
import { tooLong } from './detectors/too-long.ts'
import { vague } from './detectors/vague.ts'

const ALL = [
  secret, risky, hiddenText, leak, contradiction, stale, nearDuplicate, echo, notALesson, vague, doubtfulCategory, tooLong, harmful, neverRetrieved,
] // biome-ignore format: one list, read as one

/** Every detector, in the order of the worklists. */
export const DETECTORS: readonly Detector[] = DETECTOR_NAMES.flatMap(
  (name) => ALL.find((detector) => detector.name === name) ?? [],
)

/** What one detector said of a memory: its faults, or why it could not look. */
export interface Detection {
  detector: DetectorName
  faults: Fault[]
  unknownBecause: string | null
  /** Why there may be more than it found; null when it saw everything. */
  stoppedBecause: string | null
}

/** Runs every detector over a memory. One entry or pair appears at most once a detector. */
export async function detect(memory: Memory): Promise<Detection[]> {
  const detections: Detection[] = []
  for (const { name, find } of DETECTORS) {
    const found = await find(memory)
    const nothing = { detector: name, faults: [], unknownBecause: null, stoppedBecause: null }
    detections.push({ ...nothing, ...(Array.isArray(found) ? { faults: found } : found) })
  }
  return detections
}
