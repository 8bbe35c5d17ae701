import type { Category } from '../category.ts'
import type { UnrelatedPairs } from '../retrieval.ts'

/** The winner of one labelled question: its score and whether it would have helped. */
export type JudgedWinner = { category: Category; score: number; isRelevant: boolean; text: string }

export type FloorView = {
  category: Category
  /** Winners of labelled questions that would have helped, and those that would not; ascending scores. */
  relevant: number[]
  irrelevant: number[]
  /** Null where labels are too few, or where no floor does better than none. */
  suggested: { floor: number; precision: number; coverage: number } | null
  /** Share of winners that would have helped with no floor at all; null without labels. */
  precisionWithout: number | null
}

export type FloorsView = {
  floors: FloorView[]
  unrelated: UnrelatedPairs
  /** Where the labels come from, with how many questions each. */
  labels: { source: 'written' | 'measured'; from: string; count: number }[]
  embedder: string
}

/** Fewer labelled winners than this cannot carry a floor (ours). */
export const ENOUGH_WINNERS = 8

/**
 * The floor that keeps the most helpful winners less the useless ones, among the scores seen (ours; the lowest of equals),
 * and only when it lets more of use through than of none.
 * Precision and coverage are of the same questions it was chosen on, so they flatter it.
 */
export function suggestFloor(category: Category, winners: readonly JudgedWinner[]): FloorView {
  const own = winners.filter((winner) => winner.category === category)
  const scoresOf = (isRelevant: boolean) =>
    own
      .filter((winner) => winner.isRelevant === isRelevant)
      .map(({ score }) => score)
      .sort((a, b) => a - b)
  const [relevant, irrelevant] = [scoresOf(true), scoresOf(false)]
  const precisionWithout = own.length === 0 ? null : relevant.length / own.length
  const kept = (floor: number) => {
    const [good, bad] = [relevant, irrelevant].map(
      (scores) => scores.filter((score) => score >= floor).length,
    )
    return { good: good ?? 0, bad: bad ?? 0 }
  }
  const without = relevant.length - irrelevant.length
  const best = [...relevant, ...irrelevant]
    .sort((a, b) => a - b)
    .map((floor) => ({ floor, ...kept(floor) }))
    .reduce<{ floor: number; good: number; bad: number } | null>(
      (most, one) => (most === null || one.good - one.bad > most.good - most.bad ? one : most),
      null,
    )
  const net = best === null ? 0 : best.good - best.bad
  const helps = best !== null && own.length >= ENOUGH_WINNERS && net > Math.max(0, without)
  return {
    category,
    relevant,
    irrelevant,
    precisionWithout,
    suggested: helps
      ? {
          floor: best.floor,
          precision: best.good / (best.good + best.bad),
          coverage: (best.good + best.bad) / own.length,
        }
      : null,
  }
}
