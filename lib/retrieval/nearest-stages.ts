import { descriptionText } from '../memory/text/words.ts'
import type { StageHit, StageHits } from '../memory/views/stage-hit.ts'
import { bm25Scores } from './strategies/bm25.ts'
import { wordCounts } from './strategies/plain-words.ts'

/**
 * The stages whose descriptions share most with a question, by BM25; those that share no word are left out. Of equal ones the first
 * in the list comes first.
 */
export function nearestStages(
  text: string,
  stages: readonly Omit<StageHit, 'score'>[],
  limit: number,
): StageHits {
  const scores = bm25Scores(
    text,
    stages.map((stage) => wordCounts(descriptionText(stage))),
  )
  const hits = stages
    .map((stage, i) => ({ ...stage, score: scores[i] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  return { hits: hits.slice(0, limit), stageCount: stages.length }
}
