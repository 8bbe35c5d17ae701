import type { Category } from '../category.ts'
import type { UnrelatedPairs } from '../retrieval.ts'

/** The winner of one labelled question: its score and whether it came from a run labelled relevant. */
export type JudgedWinner = { category: Category; score: number; isRelevant: boolean; text: string }

export type WinnerScores = {
  category: Category
  /** Winners of labelled questions from a run labelled relevant, and the others; ascending scores. */
  relevant: number[]
  irrelevant: number[]
  /** The minimum score that they speak for; null where labels are too few, or where none does better than no minimum. */
  suggested: number | null
}

export type MinimumScoreReport = {
  categories: WinnerScores[]
  unrelated: UnrelatedPairs
  /** Where the labels come from, with how many questions each. */
  labels: { source: 'written' | 'measured'; from: string; count: number }[]
  embedder: string
  /** What a verdict is read from in this space; null where nothing was judged. */
  verdict: VerdictReport | null
  /** Of the draws of folds and of unrelated pairs; null where none was made. */
  seed: number | null
}

/** How often the lessons of each level helped, and what is given up by giving fewer; each by a fit that had not seen them. */
export type VerdictReport = {
  source: 'sample' | 'project'
  /** Lessons that were judged, and of those how many helped. */
  n: number
  helped: number
  levels: Record<'fits' | 'weak' | 'nothing-fits', { n: number; helped: number }>
  /** Share of first lessons given, the surest first, and how many of them help. */
  curve: { from: number; share: number; precision: number }[]
}

/** Fewer labelled winners than this cannot carry a minimum score (ours). */
export const ENOUGH_WINNERS = 8

/**
 * The minimum score that keeps the most helpful winners less the useless ones, among the scores seen (ours; the lowest of equals),
 * and only when it lets more of use through than of none. It was chosen on these questions, so they flatter it.
 */
export function suggestMinimum(category: Category, winners: readonly JudgedWinner[]): WinnerScores {
  const own = winners.filter((winner) => winner.category === category)
  const scoresOf = (isRelevant: boolean) =>
    own
      .filter((winner) => winner.isRelevant === isRelevant)
      .map(({ score }) => score)
      .sort((a, b) => a - b)
  const [relevant, irrelevant] = [scoresOf(true), scoresOf(false)]
  const passing = (scores: number[], least: number) => scores.filter((score) => score >= least).length
  const best = [...relevant, ...irrelevant]
    .sort((a, b) => a - b)
    .map((least) => ({ least, net: passing(relevant, least) - passing(irrelevant, least) }))
    .reduce((most, one) => (one.net > most.net ? one : most), { least: 0, net: Number.NEGATIVE_INFINITY })
  const helps = own.length >= ENOUGH_WINNERS && best.net > Math.max(0, relevant.length - irrelevant.length)
  return { category, relevant, irrelevant, suggested: helps ? best.least : null }
}
