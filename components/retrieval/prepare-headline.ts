import { formatCount, formatScore } from '@/components/ui/format.ts'
import type { RetrievalAnswer, Verdict } from '@/lib/memory/retrieval.ts'

/** A verdict in one or two words, wherever there is no room for its sentence. */
export const VERDICT_WORDS: Record<Verdict['word'], string> = {
  fits: 'fits',
  weak: 'weak',
  'nothing-fits': 'no sign of a fit',
  cold: 'cold',
  unknown: 'cannot judge yet',
}

/** The sentence at the head of the playground; `score` is set in mono between the two texts. */
export type Headline = { before: string; score: string | null; after: string }

type HeadlineInput = Pick<RetrievalAnswer, 'verdict' | 'hits' | 'margin' | 'kept' | 'abstained' | 'intent'>

/** Says what would be told and how sure that is, from the numbers of one answer. */
export function prepareHeadline(
  { verdict, hits, margin, kept, abstained, intent }: HeadlineInput,
  floor: number | null = null,
): Headline {
  const best = hits[0]
  if (best === undefined || verdict.word === 'cold') {
    return plain(`${intent.category} has no entry in service in this scope, so nothing would be injected.`)
  }
  if (abstained === 'unfit')
    return plain(
      `Nothing is injected, for only what fits may be: the best of ${formatCount(kept)} is ${asHighWords(verdict) ?? 'not judged'}.`,
    )
  if (abstained === 'floor')
    return {
      before: 'Nothing is injected: the best, ',
      score: formatScore(best.score),
      after: `, is under the floor${floor === null ? '' : ` of ${formatScore(floor, 2)}`}.`,
    }
  if (verdict.word === 'nothing-fits') {
    return plain(
      `No sign that anything here fits: the best of ${formatCount(kept)} is ${asHighWords(verdict)}.`,
    )
  }
  const weak = isDoubted(verdict, best.score)
    ? 'Weak, for a flag or an open finding stands against it: '
    : 'Weak: '
  const opening = { fits: 'It fits: ', weak, unknown: 'Cannot judge yet: the best is ' }[verdict.word]
  // In quotes: many objectives are commands, and would otherwise read as ours.
  const objective = `“${unstopped(best.objective)}”`
  if (margin === null) return plain(`${opening}${objective}, the only ${intent.category} entry there is.`)
  if (margin === 0) return plain(`${opening}${objective}, tied with the next; the newest wins.`)
  return { before: `${opening}${objective}, ahead of the next by `, score: formatScore(margin), after: '.' }
}

/** How the best score stands against chance, e.g. `as high in 3 of 60 unrelated questions`; null when nobody can tell. */
export function asHighWords({ asHighCount, questionCount }: Verdict): string | null {
  if (asHighCount === null) return null
  return `as high in ${formatCount(asHighCount)} of ${formatCount(questionCount)} unrelated questions`
}

/** Whether it is called weak although its score would fit: something open speaks against the entry. */
export function isDoubted({ word, fitsFrom }: Verdict, score: number): boolean {
  return word === 'weak' && fitsFrom !== null && score > fitsFrom
}

const plain = (before: string): Headline => ({ before, score: null, after: '' })

function unstopped(sentence: string): string {
  return sentence.trim().replace(/[.;,]+$/, '')
}
