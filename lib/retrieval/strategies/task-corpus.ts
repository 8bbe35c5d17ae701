import type { TaskText } from '../../llm/embedder.ts'
import { dot } from '../../memory/similarity.ts'

/**
 * Likeness of a task text to those of a memory. Words are weighed by idf = ln((1 + n) / (1 + df)) + 1 (as in `tfidf`), counted
 * over the texts that a question may see; words and meaning are unit vectors side by side, half and half where both are there.
 */
interface TaskCorpus {
  /** Cosines in the order of `places`, the places of the texts that are seen. */
  likeness(query: TaskText, places: readonly number[]): number[]
}

/** Reads the memory's texts once; their words get columns, so that a question costs a pass over numbers. */
export function readTaskCorpus(texts: readonly TaskText[]): TaskCorpus {
  const columnOf = new Map<number, number>()
  const columns = texts.map(({ words }) =>
    Int32Array.from(words.features, (feature) => {
      const column = columnOf.get(feature) ?? columnOf.size
      columnOf.set(feature, column)
      return column
    }),
  )

  function idfsOver(places: readonly number[]): { idfs: Float64Array; unseen: number } {
    const counts = new Int32Array(columnOf.size)
    for (const place of places)
      for (const column of columns[place] ?? []) counts[column] = (counts[column] ?? 0) + 1
    const byCount = Array.from({ length: places.length + 1 }, (_, df) =>
      Math.log((1 + places.length) / (1 + df)),
    )
    return {
      idfs: Float64Array.from(counts, (df) => (byCount[df] ?? 0) + 1),
      unseen: (byCount[0] ?? 0) + 1,
    }
  }

  return {
    likeness(query, places) {
      const { idfs, unseen } = idfsOver(places)
      const asked = new Float64Array(columnOf.size)
      let askedSquare = 0
      for (const [i, feature] of query.words.features.entries()) {
        const column = columnOf.get(feature)
        const weight = (query.words.weights[i] ?? 0) * (column === undefined ? unseen : (idfs[column] ?? 0))
        if (column !== undefined) asked[column] = weight
        askedSquare += weight * weight
      }
      const queryHasMeaning = query.meaning.some((value) => value !== 0)
      return places.map((place) => {
        const text = texts[place]
        if (!text) return 0
        const { weights } = text.words
        let [product, square] = [0, 0]
        const own = columns[place] ?? new Int32Array(0)
        for (let i = 0; i < own.length; i++) {
          const column = own[i] ?? 0
          const weight = (weights[i] ?? 0) * (idfs[column] ?? 0)
          product += weight * (asked[column] ?? 0)
          square += weight * weight
        }
        const [hasWords, hasMeaning] = [square > 0, text.meaning.some((value) => value !== 0)]
        const byWords = hasWords && askedSquare > 0 ? product / Math.sqrt(square * askedSquare) : 0
        const byMeaning = hasMeaning && queryHasMeaning ? dot(query.meaning, text.meaning) : 0
        const parts = (+hasWords + +hasMeaning) * (+(askedSquare > 0) + +queryHasMeaning)
        return parts === 0 ? 0 : (byWords + byMeaning) / Math.sqrt(parts)
      })
    },
  }
}
