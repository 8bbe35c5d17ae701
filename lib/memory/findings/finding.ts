import { z } from 'zod'

/** Every kind of trouble Loupe looks for in a memory, in the order of its worklists: what can do harm first. */
export const DETECTOR_NAMES = [
  'secret',
  'risky',
  'hidden-text',
  'leak',
  'contradiction',
  'stale',
  'near-duplicate',
  'echo',
  'not-a-lesson',
  'vague',
  'doubtful-category',
  'too-long',
  'harmful',
  'never-retrieved',
] as const
export const detectorNameSchema = z.enum(DETECTOR_NAMES)
export type DetectorName = z.infer<typeof detectorNameSchema>

/** A place in one text of an entry that a finding rests on; offsets into that text. */
const findingSpanSchema = z.object({
  field: z.enum(['objective', 'keywords', 'title', 'when', 'do', 'because', 'check']),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  note: z.string(),
})
export type FindingSpan = z.infer<typeof findingSpanSchema>

/** Why a detector speaks: one sentence, and the places. */
export const findingDetailSchema = z.object({ sentence: z.string(), spans: z.array(findingSpanSchema) })
export type FindingDetail = z.infer<typeof findingDetailSchema>

/**
 * open: nobody decided · dismissed: a person says it is no fault · gone: not found any more. Pairs below what the detector keeps
 * are no findings; a row holds what a person decided about one: loose: claimed · parted: not the same.
 */
export type FindingState = 'open' | 'dismissed' | 'gone' | 'loose' | 'parted'

/** One finding as pages show it. */
export type FindingView = {
  id: string
  detector: DetectorName
  entryId: string
  /** The second entry of a pair; null otherwise. */
  otherId: string | null
  score: number | null
  detail: FindingDetail
  state: FindingState
  claimedBy: string | null
  by: string | null
  reason: string | null
  foundAt: string
  settledAt: string | null
}
