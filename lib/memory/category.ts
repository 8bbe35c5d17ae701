/** The four functional categories of arXiv 2602.21611 §3.2, in the order every screen shows them. */
export const CATEGORIES = ['ANALYZE', 'REPRODUCE', 'EDIT', 'VERIFY'] as const
export type Category = (typeof CATEGORIES)[number]

/** What a stretch of steps can be labelled: a category, or OTHER when no evidence decides (ours; never stored as an entry, never retrieved). */
export const STAGES = [...CATEGORIES, 'OTHER'] as const
export type Stage = (typeof STAGES)[number]

/** True when the stage is one of the paper's four, so that it may hold memory. */
export function isCategory(stage: Stage): stage is Category {
  return stage !== 'OTHER'
}

export function asCategory(name: string | null | undefined): Category | null {
  return CATEGORIES.find((category) => category === name) ?? null
}

export function asStage(name: string | null | undefined): Stage | null {
  return STAGES.find((stage) => stage === name) ?? null
}
