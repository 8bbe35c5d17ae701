import type { DetectorName } from '../memory/findings/finding.ts'
import { DETECTORS } from './all-detectors.ts'
import type { Fault, Memory } from './detector.ts'

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
