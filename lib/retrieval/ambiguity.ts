import { codeWords } from '../llm/code-words.ts'
import type { Ambiguity, Hit } from '../memory/retrieval.ts'
import { quantile } from '../memory/statistics.ts'

/** Scores this far below the best or less count as near (ours: the words of one keyword in a description of usual length). */
const NEAR = 0.05

/**
 * How clear the best of a pool is: its lead against the pool's own spread, and who is near it with another mechanism.
 * `scores` are the whole pool's, best first; `hits` its first places. An entry without keywords names no mechanism, so
 * that nobody can tell whether it is another.
 */
export function ambiguityOf(hits: readonly Hit[], scores: readonly number[]): Ambiguity {
  const [best, ...others] = hits
  if (best === undefined) return { near: NEAR, nearCount: 0, spread: null, rivals: [] }
  const isNear = (score: number) => best.score - score <= NEAR
  const ascending = scores.toReversed()
  const [low, high] = [quantile(ascending, 0.25), quantile(ascending, 0.75)]
  const mechanism = stemsOf(best)
  return {
    near: NEAR,
    nearCount: Math.max(0, scores.filter(isNear).length - 1),
    spread: scores.length < 4 || low === null || high === null ? null : high - low,
    rivals: others.filter((hit) => isNear(hit.score) && isOther(stemsOf(hit), mechanism)),
  }
}

function isOther(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size > 0 && b.size > 0 && ![...a].some((stem) => b.has(stem))
}

function stemsOf({ keywords }: Hit): Set<string> {
  return new Set(keywords.flatMap((keyword) => codeWords(keyword).map(({ stem }) => stem)))
}
