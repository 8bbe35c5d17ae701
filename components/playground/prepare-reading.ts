import { formatCount, formatScore, plural } from '@/components/ui/format.ts'
import type { Ambiguity, RetrievalAnswer } from '@/lib/memory/retrieval.ts'
import { type EarningWord, LEAST_SHARE } from './prepare-words.ts'

/** How clear the winner is, in words: the lead, who else is near, and the lead against the pool's own spread. */
export function clarityWords(
  { margin, kept }: Pick<RetrievalAnswer, 'margin' | 'kept'>,
  { near, nearCount, spread }: Ambiguity,
): { lead: string; spread: string | null } | null {
  if (margin === null) return null
  const apart = margin === 0 ? 'tied' : `${formatScore(margin, margin < 0.0005 ? 6 : 3)} apart`
  const others = nearCount === 0 ? 'no other' : plural(nearCount, 'other')
  return {
    lead: `First and second are ${apart}; ${others} within ${near} of the first.`,
    spread:
      spread === null || spread === 0
        ? null
        : `The middle half of ${formatCount(kept)} scores spans ${formatScore(spread, 3)}: the lead is ${timesWords(margin / spread)} that.`,
  }
}

/** Where a score comes from when question and entry have no telling word in common. */
export function unsharedWords(embedder: string): string {
  return embedder === 'local-v1'
    ? 'by concepts and parts of words, no shared word'
    : 'by meaning, no shared word'
}

function timesWords(ratio: number): string {
  if (ratio < 0.05) return 'under a tenth of'
  return `${ratio.toFixed(1)} times`
}

export type WordPair = { word: string; pinned: number; active: number }

/** The words of the question that tell two candidates apart or together, most telling first; one that earns neither is left out. */
export function wordPairs(pinned: EarningWord[], active: EarningWord[], most = 8): WordPair[] {
  const shareIn = (words: EarningWord[], word: string) => words.find((one) => one.word === word)?.share ?? 0
  return [...new Set([...pinned, ...active].map(({ word }) => word))]
    .map((word) => ({ word, pinned: shareIn(pinned, word), active: shareIn(active, word) }))
    .filter((pair) => Math.max(pair.pinned, pair.active) >= LEAST_SHARE)
    .sort((a, b) => Math.max(b.pinned, b.active) - Math.max(a.pinned, a.active))
    .slice(0, most)
}
