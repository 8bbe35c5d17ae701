import { z } from './zod.ts'

/** The four functional categories of arXiv 2602.21611 §3.2, in the order every screen shows them. */
export const CATEGORIES = ['ANALYZE', 'REPRODUCE', 'EDIT', 'VERIFY'] as const
export const categorySchema = z.enum(CATEGORIES)
export type Category = z.infer<typeof categorySchema>

/** What a stretch of steps can be labelled: a category, or OTHER when no evidence decides (ours; never stored as an entry, never retrieved). */
export const stageSchema = z.enum([...CATEGORIES, 'OTHER'])
export type Stage = z.infer<typeof stageSchema>

/** True when the stage is one of the paper's four, so that it may hold memory. */
export function isCategory(stage: Stage): stage is Category {
  return stage !== 'OTHER'
}
