import { codeWords } from '../../llm/code-words.ts'
import type { Hit } from '../../memory/retrieval.ts'

/**
 * Ids of the hits that are as good as the winner and speak of another mechanism: at most `near` behind it, above `chance` (the
 * score up to which nothing counts as close in meaning; null = unknown), and no word of their keywords is in the winner's. An
 * entry without keywords names no mechanism, so that nobody can tell whether it is another. `near`: see `Limits`.
 */
export function rivalsOf(hits: readonly Hit[], chance: number | null, near: number): string[] {
  const [best, ...others] = hits
  if (best === undefined) return []
  const mechanism = wordsOf(best)
  const isClose = ({ score }: Hit) => best.score - score <= near && (chance === null || score > chance)
  return others
    .filter((hit) => isClose(hit) && isOther(wordsOf(hit), mechanism))
    .map(({ entryId }) => entryId)
}

function isOther(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size > 0 && b.size > 0 && ![...a].some((word) => b.has(word))
}

/** Words as they are, not their stems: keywords come in one form each, and `registration` is not `registry`. */
function wordsOf({ keywords }: Hit): Set<string> {
  return new Set(keywords.flatMap((keyword) => codeWords(keyword).map(({ word }) => word)))
}
