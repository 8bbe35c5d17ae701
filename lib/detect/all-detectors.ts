import { DETECTOR_NAMES } from '../memory/findings/finding.ts'
import type { Detector } from './detector.ts'
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
import { tooLong } from './detectors/too-long.ts'
import { vague } from './detectors/vague.ts'

const ALL = [
  secret, risky, hiddenText, leak, contradiction, nearDuplicate, echo, notALesson, vague, doubtfulCategory, tooLong, harmful, neverRetrieved,
] // biome-ignore format: one list, read as one

/** Every detector, in the order of the worklists. */
export const DETECTORS: readonly Detector[] = DETECTOR_NAMES.flatMap(
  (name) => ALL.find((detector) => detector.name === name) ?? [],
)
