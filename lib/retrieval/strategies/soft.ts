import { CATEGORIES } from '../../memory/category.ts'
import type { Prediction } from '../../memory/retrieval.ts'
import type { Scored } from '../cosine-index.ts'
import { intentOf, isIntent } from '../plan.ts'
import { predictCategory } from '../predict-category.ts'
import { type EntryQuery, type EntryStrategy, entryRanking, laterFirst, nearestEntries } from './strategy.ts'

/**
 * Cosine that makes up for a factor e of probability. At 0.1 the surest prediction of rules-v1 (40 to 1) gives way to a
 * lead of 0.1 · ln 40 = 0.37, which chance seldom gives. Set on local-v1 before looking at labels, and the same in every space.
 */
const TAU = 0.1

/** A prior instead of a wall: log P(z) + cos / τ. A category with P = 0 stays shut, so a one-hot prior is `subtask`. */
export const soft: EntryStrategy = createSoft(TAU)

/** `soft` with another τ, above 0: the smaller, the more the cosine decides. */
export function createSoft(tau: number): EntryStrategy {
  return {
    name: 'soft',
    source:
      'Ours, against mispredicted categories: log P(z) + cos(d, m.d) / τ. P is 1 for a named category, else by rules-v1 for the d that is searched by. Ties go to the higher cosine.',
    unit: 'entry',
    cosineOfDescriptions: false,
    parameters: { tau },
    async prepare(corpus) {
      return async (query) => {
        const { description } = intentOf(query.text, query.category)
        const prior = priorOf(query)
        const open = CATEGORIES.filter((category) => prior[category] > 0)
        const hits = await nearestEntries(open, description, query, corpus)
        return entryRanking(byPrior(hits, prior, tau), open, query, corpus)
      }
    },
  }
}

/** Scores as log P(z) + cos / τ, best first; a category with P = 0 is left out. */
export function byPrior<Hit extends Pick<Scored, 'id' | 'category' | 'score'>>(
  hits: readonly Hit[],
  prior: Prediction['probabilities'],
  tau = TAU,
): Hit[] {
  return hits
    .filter(({ category }) => prior[category] > 0)
    .map((hit) => ({ hit, score: Math.log(prior[hit.category]) + hit.score / tau }))
    .sort((a, b) => b.score - a.score || b.hit.score - a.hit.score || laterFirst(a.hit, b.hit))
    .map(({ hit, score }) => ({ ...hit, score }))
}

/** P(z): as predicted, 1 for a named category, by the rules for a whole task. */
function priorOf({ text, category }: EntryQuery): Prediction['probabilities'] {
  if (category === null || isIntent(category))
    return predictCategory(intentOf(text, category).description.objective).probabilities
  if (typeof category === 'string') return { ANALYZE: 0, REPRODUCE: 0, EDIT: 0, VERIFY: 0, [category]: 1 }
  return category
}
