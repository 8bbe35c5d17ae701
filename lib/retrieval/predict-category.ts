import { CATEGORIES, type Category } from '../memory/category.ts'
import type { Prediction } from '../memory/retrieval.ts'
import { CUES } from './category-cues.ts'

export const PREDICTOR_ID = 'rules-v1'

/** Where in the text a cue counts in full; later it counts as its square root: the first verb says what is done. */
const LEADING_CHARACTERS = 24
/** Rules are never surer than this many to one. */
const MOST_ODDS = 40

/** In the order in which equal cues are told. */
const ALL_CUES = (['REPRODUCE', 'ANALYZE', 'EDIT', 'VERIFY'] as const).flatMap((category) =>
  CUES[category].map((cue) => ({ ...cue, category })),
)

/**
 * P(z) for what the agent is about to do, by cue words; not for a whole task, which has no category.
 * The four sum to 1; without any cue they are equal. Odds only multiply, so the numbers are the same on every machine.
 */
export function predictCategory(text: string): Prediction {
  const line = text.slice(0, 2_000).replace(/\s+/g, ' ').trim()
  const found = ALL_CUES.flatMap(({ category, weight: odds, pattern, name }) => {
    const match = pattern.exec(line)
    if (!match) return []
    const weight = match.index < LEADING_CHARACTERS ? odds : Math.sqrt(odds)
    return [{ category, weight, words: name ?? match[0].replace(/^\W+/, '').toLowerCase() }]
  }).sort((a, b) => b.weight - a.weight)
  const odds = CATEGORIES.map((category) => oddsOf(found.filter((one) => one.category === category)))
  const total = odds.reduce((sum, value) => sum + value, 0)
  const entries = CATEGORIES.map((category, i) => [category, (odds[i] ?? 0) / total] as const)
  return {
    predictor: PREDICTOR_ID,
    probabilities: Object.fromEntries(entries) as Prediction['probabilities'],
    cues: [...new Set(found.map((one) => one.words.slice(0, 60)))].slice(0, 5),
  }
}

function oddsOf(found: readonly { weight: number }[]): number {
  const odds = found.reduce(
    (product, { weight }, i) => product * (i === 0 ? weight : Math.sqrt(Math.sqrt(weight))),
    1,
  )
  return Math.min(odds, MOST_ODDS)
}

/** The likeliest category; of equal ones the earlier in the method's order. */
export function likeliestCategory({ probabilities }: Prediction): Category {
  return likeliest(probabilities)
}

/** The category of the highest P(z); of equals the first in their fixed order. */
export function likeliest(probabilities: Prediction['probabilities']): Category {
  return CATEGORIES.reduce((best, category) =>
    probabilities[category] > probabilities[best] ? category : best,
  )
}
