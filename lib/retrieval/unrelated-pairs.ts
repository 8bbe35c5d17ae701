import { CATEGORIES } from '../memory/category.ts'
import { remembered, rememberedLatest } from '../memory/remembered.ts'
import type { UnrelatedPairs } from '../memory/retrieval.ts'
import { cosine, cosineOf, dot, norm } from '../memory/similarity.ts'
import { createRandom, INTERVAL_SEED, seedFrom } from '../memory/statistics.ts'
import type { CosineIndex, IndexRow } from './cosine-index.ts'
import { type Scope, scopeFilter } from './scope.ts'

/** Fewer pairs than this cannot carry a 99.9 % quantile: then there is no verdict (ours). */
export const ENOUGH_PAIRS = 1_000
const MOST_PAIRS = 20_000
const BIN_FROM = -0.2
const BIN_WIDTH = 0.02
const BIN_COUNT = 60

/** What chance looks like: scores of pairs that should have nothing to do with each other. */
export interface Background {
  pairs: UnrelatedPairs
  /** The scores themselves, ascending. */
  scores: Float64Array
  /**
   * Which pairs counted as unrelated: of one category and different repositories; where those are too few, of different
   * instances; where those are too few as well (a small store), of different instances and any category.
   */
  rule: 'other-repo' | 'other-instance' | 'any-category'
  /** Of the draw; null where all pairs were taken. */
  seed: number | null
}

/**
 * Scores of up to 20,000 unrelated pairs of entries in scope: the first of the three rules that gives 1,000 pairs. One
 * category by preference, because stage 2 never compares others.
 * Entries without an instance are left out: nobody knows what they are unrelated to. All pairs when they are few, else
 * a seeded draw. "Unrelated" is a guess by origin: two repositories may share a mechanism.
 */
export function unrelatedPairs(index: CosineIndex, scope: Scope): Background {
  const groups = CATEGORIES.map((category) =>
    index
      .pool(category, scopeFilter(scope))
      .rows()
      .filter((row) => row.instanceId !== null),
  )
  const strict = sampleScores(groups, isOtherRepo)
  if (strict.scores.length >= ENOUGH_PAIRS) return backgroundOf(strict, 'other-repo')
  const looser = sampleScores(groups, isOtherInstance)
  if (looser.scores.length >= ENOUGH_PAIRS) return backgroundOf(looser, 'other-instance')
  const any = sampleScores([groups.flat()], isOtherInstance)
  return any.scores.length >= ENOUGH_PAIRS
    ? backgroundOf(any, 'any-category')
    : backgroundOf(looser, 'other-instance')
}

function isOtherInstance(a: IndexRow, b: IndexRow): boolean {
  return a.instanceId !== b.instanceId
}

function isOtherRepo(a: IndexRow, b: IndexRow): boolean {
  return isOtherInstance(a, b) && a.repo !== null && b.repo !== null && a.repo !== b.repo
}

type Admits = (a: IndexRow, b: IndexRow) => boolean
type Drawn = Pick<Background, 'scores' | 'seed'>

function sampleScores(groups: readonly IndexRow[][], admits: Admits): Drawn {
  const pairCounts = groups.map((rows) => (rows.length * (rows.length - 1)) / 2)
  const total = pairCounts.reduce((sum, count) => sum + count, 0)
  const isEvery = total <= MOST_PAIRS * 2
  const scores = isEvery ? everyScore(groups, admits) : drawnScores(groups, pairCounts, admits)
  return { scores: Float64Array.from(scores).sort(), seed: isEvery ? null : INTERVAL_SEED }
}

function everyScore(groups: readonly IndexRow[][], admits: Admits): number[] {
  const scores: number[] = []
  for (const rows of groups) {
    const norms = rows.map(({ vector }) => norm(vector))
    for (const [i, a] of rows.entries())
      for (let j = 0; j < i; j++) {
        const b = rows[j] as IndexRow
        if (admits(a, b))
          scores.push(cosineOf(dot(a.vector, b.vector), norms[i] as number, norms[j] as number))
      }
  }
  return scores.length <= MOST_PAIRS
    ? scores
    : scores.filter((_, i) => (i * MOST_PAIRS) % scores.length < MOST_PAIRS)
}

/** Draws pairs with replacement, each category as often as it has pairs; ten times as many tries as pairs wanted. */
function drawnScores(groups: readonly IndexRow[][], pairCounts: number[], admits: Admits): number[] {
  const random = createRandom(seedFrom('unrelated-pairs', INTERVAL_SEED))
  const total = pairCounts.reduce((sum, count) => sum + count, 0)
  const scores: number[] = []
  for (let tries = 0; tries < MOST_PAIRS * 10 && scores.length < MOST_PAIRS; tries++) {
    let place = random() * total
    const group = pairCounts.findIndex((count) => {
      place -= count
      return place < 0
    })
    const rows = groups[group] ?? []
    const a = rows[Math.floor(random() * rows.length)]
    const b = rows[Math.floor(random() * rows.length)]
    if (a && b && a !== b && admits(a, b)) scores.push(cosine(a.vector, b.vector))
  }
  return scores
}

function backgroundOf({ scores, seed }: Drawn, rule: Background['rule']): Background {
  const counts = Array.from({ length: BIN_COUNT }, () => 0)
  for (const score of scores) {
    const bin = Math.min(BIN_COUNT - 1, Math.max(0, Math.floor((score - BIN_FROM) / BIN_WIDTH)))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  const enough = scores.length >= ENOUGH_PAIRS
  return {
    pairs: {
      pairCount: scores.length,
      binFrom: BIN_FROM,
      binWidth: BIN_WIDTH,
      counts,
      p95: enough ? observedAt(scores, 0.95) : null,
      p999: enough ? observedAt(scores, 0.999) : null,
    },
    scores,
    rule,
    seed,
  }
}

/** The observed score at or below which a share of all lie: a score above it beats at least that share, exactly. */
function observedAt(ascending: Float64Array, share: number): number | null {
  return ascending[Math.ceil(share * ascending.length) - 1] ?? null
}

/** Backgrounds kept until the index changes in these projects: one for each scope, the oldest forgotten above 32. */
export function createBackgroundCache(): (index: CosineIndex, scope: Scope) => Background {
  const caches = new WeakMap<CosineIndex, Map<string, Background>>()
  return (index, scope) => {
    const kept = remembered(caches, index, () => new Map<string, Background>())
    const key = JSON.stringify([index.changesOf(scope.projectIds), scope])
    return rememberedLatest(kept, key, 32, () => unrelatedPairs(index, scope))
  }
}
