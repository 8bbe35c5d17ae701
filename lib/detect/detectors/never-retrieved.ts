import type { Detector } from '../detector.ts'

/** Retrievals of its category since an entry came, below which nobody can say that it is never chosen. Ours. */
const ENOUGH_CHANCES = 30

export const neverRetrieved: Detector = {
  name: 'never-retrieved',
  definition: `Won none of at least ${ENOUGH_CHANCES} served or saved retrievals of its category since it came.`,
  async find({ entries, retrievals }) {
    if (retrievals.length < ENOUGH_CHANCES)
      return {
        unknownBecause: `The log holds ${retrievals.length} retrievals; it takes ${ENOUGH_CHANCES} of a category to say that an entry is never chosen.`,
      }
    const won = new Set(retrievals.flatMap(({ winnerId }) => winnerId ?? []))
    const served = Map.groupBy(retrievals, ({ category }) => category)
    return entries.flatMap((entry) => {
      if (won.has(entry.id)) return []
      const chances = (served.get(entry.category) ?? []).filter(({ at }) => at > entry.createdAt).length
      if (chances < ENOUGH_CHANCES) return []
      return [
        {
          entryId: entry.id,
          otherId: null,
          score: chances,
          detail: {
            sentence: `Won none of ${chances} retrievals of ${entry.category} since it came.`,
            spans: [],
          },
        },
      ]
    })
  },
}
