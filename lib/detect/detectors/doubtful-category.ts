import { CATEGORIES } from '../../memory/category.ts'
import { predictCategory } from '../../retrieval/predict-category.ts'
import type { Detector } from '../detector.ts'

/** How much likelier another category must be than the stored one. Ours. */
const ODDS = 4

/** Own and other category whose words are the same: "check whether" opens a look as well as a check, and a check may write a test. */
const ALIKE = new Set(['ANALYZE VERIFY', 'VERIFY REPRODUCE'])

export const doubtfulCategory: Detector = {
  name: 'doubtful-category',
  title: 'Doubtful category',
  definition: `By the rules that predict a category, the objective reads as another one at least ${ODDS} times likelier than its own, and the advice does not speak for its own either: behind the hard filter it may never be found.`,
  async find({ entries }) {
    return entries.flatMap((entry) => {
      const objective = predictCategory(entry.description.objective).probabilities
      const advice = predictCategory(`${entry.experience.title}. ${entry.experience.do}`).probabilities
      const category = CATEGORIES.reduce((best, one) => (objective[one] > objective[best] ? one : best))
      const [own, other] = [objective[entry.category], objective[category]]
      if (category === entry.category || other < ODDS * own) return []
      if (advice[entry.category] > advice[category]) return []
      if (ALIKE.has(`${entry.category} ${category}`)) return []
      const sentence = `Filed under ${entry.category}; the objective reads as ${category} (${other.toFixed(2)} against ${own.toFixed(2)}, by rules).`
      return [{ entryId: entry.id, otherId: null, score: other - own, detail: { sentence, spans: [] } }]
    })
  },
}
