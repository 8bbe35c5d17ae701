import type { Category } from '../memory/category.ts'
import type { Verdict } from '../memory/retrieval.ts'
import { asHighCount, basisOf, type Chance, ENOUGH_QUESTIONS } from './chance.ts'

export interface VerdictInput {
  category: Category
  /** The best candidate; null when the pool is empty. `doubts`: what stands open against it, e.g. `vague`. */
  best: { score: number; title: string; doubts: readonly string[] } | null
  /** Best minus second best; null with fewer than two. */
  margin: number | null
  /** Size of the pool. */
  kept: number
  chance: Chance
  /** Two candidates closer than this are a toss-up, see `Limits`. */
  tossUp: number
  /** The space compares words and their spelling, no meaning. */
  readsWords: boolean
}

/**
 * How the best score stands against chance, as a word and a sentence: how many unrelated questions find something as high in
 * this very pool. Never `fits` beside an entry that something open speaks against.
 */
export function judge(input: VerdictInput): Verdict {
  const { best, chance, category, kept } = input
  const basis = basisOf(chance)
  if (best === null) return { ...basis, word: 'cold', sentence: coldSentence(category), asHighCount: null }
  const asHigh = asHighCount(chance, best.score)
  const { weakFrom, fitsFrom } = basis
  if (asHigh === null || weakFrom === null || fitsFrom === null) {
    const sentence = `Cannot judge yet: ${basis.questionCount} unrelated questions, ${ENOUGH_QUESTIONS} are needed. The best of ${grouped(kept)} scores ${sixDigits(best.score)}.`
    return { ...basis, word: 'unknown', sentence, asHighCount: null }
  }
  const word =
    best.score <= weakFrom
      ? 'nothing-fits'
      : best.score <= fitsFrom || best.doubts.length > 0
        ? 'weak'
        : 'fits'
  const chanceWords = `as high as this in ${asHigh} of ${basis.questionCount} unrelated questions to this pool`
  const byWords = input.readsWords ? ' Read by words, not by meaning.' : ''
  const sentence = sentenceFor(word, { ...input, best }, chanceWords, best.score > fitsFrom) + byWords
  return { ...basis, word, sentence, asHighCount: asHigh }
}

/** The verdict where scores are not cosines of descriptions, so that no chance was measured for them. */
export function unjudged(strategy: string, kept: number): Verdict {
  const basis = { asHighCount: null, weakFrom: null, fitsFrom: null, questionCount: 0 }
  if (kept === 0) {
    return {
      ...basis,
      word: 'cold',
      sentence: `Cold: ${strategy} ranks nothing for this text, so the agent works without memory.`,
    }
  }
  const sentence = `Cannot judge: the scores of ${strategy} are not cosines of descriptions. It ranked ${grouped(kept)}.`
  return { ...basis, word: 'unknown', sentence }
}

function coldSentence(category: Category): string {
  return `Cold: ${category} is empty in this scope, so the agent works without memory.`
}

function sentenceFor(
  word: 'fits' | 'weak' | 'nothing-fits',
  { best, margin, kept, tossUp }: VerdictInput & { best: NonNullable<VerdictInput['best']> },
  chance: string,
  isHigh: boolean,
): string {
  if (word === 'fits') {
    const ahead =
      margin === null ? 'the only one in its category' : `ahead of the next by ${sixDigits(margin)}`
    return `It fits: “${best.title}”, ${ahead}; ${chance}.`
  }
  if (word === 'weak') {
    if (isHigh && best.doubts.length > 0)
      return `It would fit, but something open speaks against the lesson (${best.doubts.join(', ')}); ${chance}.`
    const close = margin !== null && margin < tossUp
    const apart =
      margin === null
        ? ''
        : `, ${close ? 'and the two best are' : 'with the next'} ${sixDigits(margin)} ${close ? 'apart' : 'behind'}`
    return `Weak: ${chance}${apart}.`
  }
  // No sign is not a no: on the sample's labelled questions half of these winners were right all the same (npm run replay).
  return `No sign that anything here fits: the best of ${grouped(kept)} is ${chance}.`
}

/** Thousands in groups: 20,000. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Six digits, where scores are compared. */
function sixDigits(score: number): string {
  return score.toFixed(6).replace('-', '−')
}
