import type { Category } from '../memory/category.ts'
import type { Verdict } from '../memory/retrieval.ts'
import { type Background, ENOUGH_PAIRS, shareBelow } from './unrelated-pairs.ts'

const NBSP = '\u00a0'
export interface VerdictInput {
  category: Category
  /** The best candidate; null when the pool is empty. */
  best: { score: number; title: string } | null
  /** Best minus second best; null with fewer than two. */
  margin: number | null
  /** Size of the pool. */
  kept: number
  background: Background
  /** Lowest score that may be injected; null = off. */
  floor: number | null
  /** Two candidates closer than this are a toss-up, see `Limits`. */
  tossUp: number
}

/** How the best score stands against chance, as a word and a sentence (words and limits of look/LOOK.md §4 and §6). */
export function judge(input: VerdictInput): Verdict {
  const { best, background } = input
  const { p95, p999, pairCount } = background.pairs
  const basis = { weakFrom: p95, fitsFrom: p999, pairCount }
  if (best === null)
    return { ...basis, word: 'cold', sentence: coldSentence(input.category), aboveUnrelated: null }
  const above = shareBelow(background, best.score)
  if (above === null || p95 === null || p999 === null) {
    const sentence = `Cannot judge yet: ${grouped(pairCount)} unrelated pairs, ${grouped(ENOUGH_PAIRS)} are needed. The best of ${grouped(input.kept)} scores ${sixDigits(best.score)}.`
    return { ...basis, word: 'unknown', sentence, aboveUnrelated: null }
  }
  const word = best.score <= p95 ? 'nothing-fits' : best.score <= p999 ? 'weak' : 'fits'
  return { ...basis, word, sentence: sentenceFor(word, { ...input, best, above }), aboveUnrelated: above }
}

/** The verdict where scores are not cosines of descriptions, so that the scale of unrelated pairs does not apply. */
export function unjudged(strategy: string, kept: number): Verdict {
  const basis = { aboveUnrelated: null, weakFrom: null, fitsFrom: null, pairCount: 0 }
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

type Judged = VerdictInput & { best: { score: number; title: string }; above: number }

function sentenceFor(
  word: 'fits' | 'weak' | 'nothing-fits',
  { best, margin, kept, floor, above, background, tossUp }: Judged,
): string {
  const underFloor = floor !== null && best.score < floor
  const blocked = underFloor
    ? ` It lies under the floor of ${signed(String(floor))}, so nothing is injected.`
    : ''
  if (word === 'fits') {
    const ahead =
      margin === null ? 'the only one in its category' : `ahead of the next by ${sixDigits(margin)}`
    return `It fits: “${best.title}”, ${ahead}.${blocked}`
  }
  if (word === 'weak') {
    const close = margin !== null && margin < tossUp
    const apart =
      margin === null
        ? ''
        : `, ${close ? 'and the two best are' : 'with the next'} ${sixDigits(margin)} ${close ? 'apart' : 'behind'}`
    return `Weak: above ${shareInWords(above, background.pairs.pairCount)}${apart}.${blocked}`
  }
  // Likely, not sure: in a store that repeats its mechanisms some winners below the line are right all the same.
  const anyway = floor === null ? ' With the floor off it would be injected all the same.' : blocked
  return `Likely nothing here fits: the best of ${grouped(kept)} is better than ${shareInWords(above, background.pairs.pairCount)}.${anyway}`
}

/** `61 % of unrelated pairs`; one decimal where a whole number would hide the tail. */
function shareInWords(share: number, pairCount: number): string {
  if (share === 1) return `all ${grouped(pairCount)} unrelated pairs`
  const percent = share * 100
  const rounded = percent >= 99 ? Math.floor(percent * 10) / 10 : Math.floor(percent)
  return `${rounded}${NBSP}% of unrelated pairs`
}

/** Thousands in groups: 20,000. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Six digits, where scores are compared. */
function sixDigits(score: number): string {
  return signed(score.toFixed(6))
}

function signed(number: string): string {
  return number.replace('-', '−')
}
