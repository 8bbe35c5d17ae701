import { formatCount, formatPercent, formatScore } from '@/components/ui/format.ts'
import type { RetrievalAnswer, Verdict } from '@/lib/memory/retrieval.ts'

/** The sentence at the head of the playground; `score` is set in mono between the two texts. */
export type Headline = { before: string; score: string | null; after: string }

type HeadlineInput = Pick<RetrievalAnswer, 'verdict' | 'hits' | 'margin' | 'kept' | 'abstained' | 'intent'>

/** Says what would be told and how sure that is, from the numbers of one answer. */
export function prepareHeadline({ verdict, hits, margin, kept, abstained, intent }: HeadlineInput): Headline {
  const best = hits[0]
  if (best === undefined || verdict.word === 'cold') {
    return plain(`${intent.category} has no approved entry in this scope, so nothing would be injected.`)
  }
  if (abstained === 'floor')
    return {
      before: 'Nothing is injected: the best scores ',
      score: formatScore(best.score),
      after: ', under the floor.',
    }
  if (verdict.word === 'nothing-fits') {
    return plain(`Nothing here fits: the best of ${formatCount(kept)} is ${betterThan(verdict)}.`)
  }
  const opening = { fits: 'It fits: ', weak: 'Weak: ', unknown: 'Cannot judge yet: the best is ' }[
    verdict.word
  ]
  // In quotes: many objectives are commands, and would otherwise read as ours.
  const objective = `“${unstopped(best.objective)}”`
  if (margin === null) return plain(`${opening}${objective}, the only ${intent.category} entry there is.`)
  if (margin === 0) return plain(`${opening}${objective}, tied with the next; the newest wins.`)
  return { before: `${opening}${objective}, ahead of the next by `, score: formatScore(margin), after: '.' }
}

/** How the best score stands among unrelated pairs, e.g. `above 99.1 % of unrelated pairs`; null when nobody can tell. */
export function aboveUnrelated(verdict: Verdict): string | null {
  if (verdict.aboveUnrelated === null) return null
  if (verdict.aboveUnrelated >= 1) return `above all ${formatCount(verdict.pairCount)} unrelated pairs`
  return `above ${shareWords(verdict.aboveUnrelated)} of unrelated pairs`
}

function betterThan(verdict: Verdict): string {
  return verdict.aboveUnrelated === null
    ? 'not above chance'
    : `better than ${shareWords(verdict.aboveUnrelated)} of unrelated pairs`
}

/** Cut, not rounded, so that 99.97 % never reads as 100 %. */
function shareWords(share: number): string {
  const digits = share >= 0.999 ? 2 : share >= 0.99 ? 1 : 0
  const unit = 10 ** (digits + 2)
  return formatPercent(Math.floor(share * unit + 1e-9) / unit, digits)
}

const plain = (before: string): Headline => ({ before, score: null, after: '' })

function unstopped(sentence: string): string {
  return sentence.trim().replace(/[.;,]+$/, '')
}
