import { EXPERIENCE_PARTS, experienceWordCount } from '../../memory/experience.ts'
import type { Detector } from '../detector.ts'

/** Longest lesson and longest part, words. Ours: the paper gives no length. */
const WORD_LIMIT = 120
const PART_LIMIT = 60

export const tooLong: Detector = {
  name: 'too-long',
  definition: `The lesson has more than ${WORD_LIMIT} words, or one part more than ${PART_LIMIT}: it costs tokens at every injection and hides its point.`,
  async find({ entries }) {
    return entries.flatMap((entry) => {
      const words = experienceWordCount(entry.experience)
      const parts = EXPERIENCE_PARTS.map((part) => ({ part, words: wordsIn(entry.experience[part]) }))
      const long = parts.filter((part) => part.words > PART_LIMIT)
      if (words <= WORD_LIMIT && long.length === 0) return []
      const sentence =
        words > WORD_LIMIT
          ? `${words} words; the limit is ${WORD_LIMIT}.`
          : `${long.map((part) => `${part.part}: ${part.words} words`).join(', ')}; the limit of a part is ${PART_LIMIT}.`
      const spans = long.map(({ part, words: count }) => ({
        field: part,
        start: 0,
        end: entry.experience[part].length,
        note: `${count} words`,
      }))
      return [{ entryId: entry.id, otherId: null, score: words, detail: { sentence, spans } }]
    })
  },
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter(Boolean).length
}
