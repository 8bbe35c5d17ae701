import { signedPp } from '../text/words.ts'

/** How often the first lesson of one way helps, over the questions that have grades. */
export interface LessonRow {
  strategy: string
  /** Questions asked that have any grade. */
  n: number
  /** Of these, questions for which nothing was found: no help, and nothing that anybody could grade. */
  empty: number
  /** Of these, first lessons that nobody graded: they count as no help, so that a gap never looks good. */
  ungraded: number
  helps: number | null
  ci: [number, number] | null
  /** Of the graded ones: what nobody read cannot be said not to mislead. */
  misleads: number | null
  meanGrade: number | null
}

/** Differences in the share that helps, first way minus each other, by question. */
export interface LessonPair {
  a: string
  b: string
  difference: number
  low: number
  high: number
}

/** One way of retrieving: what its first lesson is worth by graded lessons, beside what labels by run see of it. */
export interface FilterRow extends LessonRow {
  /** Mean reciprocal rank over those of the questions that a run can answer, collapsed to runs; null without labels. */
  mrr: number | null
  /** Questions that `mrr` is over; null where it was not measured. */
  answerable: number | null
  mrrCi: [number, number] | null
}

/** The category filter against none, on the sample. */
export interface FilterReport {
  rows: FilterRow[]
  /** Share of first lessons that help, first way less each other. */
  paired: LessonPair[]
  /** The same pairs by mean reciprocal rank over runs. */
  pairedMrr: LessonPair[]
  /** Graded lessons on file, and who graded. */
  gradeCount: number
  readers: string[]
}

/** From this grade on a lesson helps: 3 as it stands, 2 with some translation (1 related, 0 not at all). */
export const HELPS_FROM = 2

/** Share of first lessons without a grade above which nothing is said (ours). */
const MOST_UNGRADED = 0.1

/** What the filter is worth where its category is right, in a sentence, against no filter. */
export function filterSentence({ rows, paired, pairedMrr }: FilterReport): string {
  const [own, other] = ['subtask', 'global'].map((name) => rows.find(({ strategy }) => strategy === name))
  const helps = paired.find(({ a, b }) => a === 'subtask' && b === 'global')
  const mrr = pairedMrr.find(({ a, b }) => a === 'subtask' && b === 'global')
  if (!own || !other || !helps || own.helps === null || other.helps === null)
    return 'Cannot tell: the first lessons of these strategies are not graded.'
  const gaps = [own, other].filter(({ ungraded, n }) => ungraded > MOST_UNGRADED * n)
  if (gaps.length > 0)
    return `Cannot tell: not graded are ${[own, other].map(({ strategy, ungraded, n }) => `${ungraded} of ${n} first lessons of ${strategy}`).join(' and ')}.`
  const share = (value: number) => `${Math.round(100 * value)} %`
  const range = ({ difference, low, high }: LessonPair) =>
    `${signedPp(difference, 2)}, ${signedPp(low, 2)} to ${signedPp(high, 2)}`
  const told =
    helps.low > 0
      ? 'With the true category the filter helps'
      : helps.high < 0
        ? 'Even with the true category the filter hurts'
        : 'Cannot tell what the filter is worth with the true category'
  const seen = mrr
    ? `MRR over ${own.answerable} answerable questions ${mrr.low > 0 || mrr.high < 0 ? 'shows' : 'cannot show'} it (${range(mrr)})`
    : 'MRR: unknown'
  return `${told}: the first lesson helps in ${share(own.helps)} of ${own.n} questions, without the filter in ${share(other.helps)} (${range(helps)}). ${seen}.`
}

/** Why the two measures differ. */
export const FILTER_REASON =
  'MRR counts a lesson of the wrong stage of the right run as found, so it cannot show what the filter is for. Graded lessons were read for the question, blind to maker and strategy; an ungraded one counts as no help.'
