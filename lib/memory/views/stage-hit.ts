import type { Category } from '../category.ts'

/** A stage of a run that has no lesson yet, found by its description: raw steps, never served to an agent. */
export type StageHit = {
  subtaskId: string
  episodeId: string
  instanceId: string
  category: Category
  fromStep: number
  toStep: number
  objective: string
  keywords: string[]
  /** BM25 of the question against its description, above 0; no cosine. */
  score: number
}

/** The nearest stages without a lesson, best first, of how many there are. */
export type StageHits = { hits: StageHit[]; stageCount: number }
