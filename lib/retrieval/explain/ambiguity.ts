import { codeWords } from '../../llm/code-words.ts'
import type { Ambiguity, Hit } from '../../memory/retrieval.ts'
import { quantile } from '../../memory/statistics.ts'

/**
 * How clear the best of a pool is: its lead against the pool's own spread, and who is near it with another mechanism.
 * `scores` are the whole pool's, best first; `hits` its first places. Under `chance`, the score that 95 % of unrelated pairs
 * stay below, nothing counts as close in meaning; null = unknown. An entry without keywords names no mechanism, so that
 * nobody can tell whether it is another. `near`: see `Limits`.
 */
export function ambiguityOf(
  hits: readonly Hit[],
  scores: readonly number[],
  chance: number | null,
  near: number,
): Ambiguity {
  const [best, ...others] = hits
  if (best === undefined) return { near, nearCount: 0, spread: null, rivals: [] }
  const isNear = (score: number) => best.score - score <= near
  const ascending = scores.toReversed()
  const [low, high] = [quantile(ascending, 0.25), quantile(ascending, 0.75)]
  const isClose = (score: number) => isNear(score) && (chance === null || score > chance)
  const mechanism = wordsOf(best)
  return {
    near,
    nearCount: Math.max(0, scores.filter(isNear).length - 1),
    spread: scores.length < 4 || low === null || high === null ? null : high - low,
    rivals: others.filter((hit) => isClose(hit.score) && isOther(wordsOf(hit), mechanism)),
  }
}

function isOther(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size > 0 && b.size > 0 && ![...a].some((word) => b.has(word))
}

/** Words as they are, not their stems: keywords come in one form each, and `registration` is not `registry`. */
function wordsOf({ keywords }: Hit): Set<string> {
  return new Set(keywords.flatMap((keyword) => codeWords(keyword).map(({ word }) => word)))
}
