import type { Rows } from '@/components/figures/figure.ts'
import type { Origin } from '@/components/figures/origin.ts'
import type { HrefParams } from '@/components/frame/project-href.ts'
import { formatCount, formatPercent, plural } from '@/components/ui/format.ts'
import type { Category } from '@/lib/memory/category.ts'
import type {
  BatchReport,
  BatchRow,
  BatchRows,
  PairRow,
  QuestionKind,
  RetrievalPlan,
  Shown,
} from '@/lib/memory/studies/retrieval.ts'
import type { BatchMetric } from '@/lib/memory/studies/retrieval-terms.ts'
import { capital, pWords } from '@/lib/memory/text/words.ts'
import { signed } from '../study-words.ts'

export const KIND_WORDS: Record<QuestionKind, string> = {
  stage: 'Stage questions',
  task: 'Whole tasks',
}

/** The answer in one sentence: the declared comparison where there are labels, else how often the ways agree. */
export function retrievalVerdict({ paired, agreement, metrics, kinds }: BatchReport): string {
  // By kind first: pooled, one may hide the other.
  const byKind = declaredByKind(kinds)
  const [first] = byKind
  if (first && byKind.length > 1) {
    const { a, b } = first.pair
    if (byKind.every(({ pair }) => isOpen(pair)))
      return `${capital(a)} and ${b}: no difference shown on either kind of question.`
    const says = (pair: PairRow) => (isOpen(pair) ? 'no difference shown' : saysOf(pair))
    return byKind.map(({ kind, pair }) => `${KIND_WORDS[kind]}: ${says(pair)}.`).join(' ')
  }
  const primary = paired.find((pair) => pair.primary)
  if (primary) return `${capital(saysOf(primary))}.`
  if (metrics !== null) return 'One strategy alone: nothing to hold it against.'
  const least = agreement.toSorted((a, b) => a.share - b.share)[0]
  if (!least) return 'One strategy alone: nothing to compare it with.'
  if (least.share === 1) return 'All strategies find the same for every question.'
  return `No labels: ${least.a} and ${least.b} agree least, on ${formatPercent(least.share)}.`
}

/** What the verdict rests on: each declared comparison with its interval and n. */
export function retrievalBasis({ paired, kinds, labelledCount }: BatchReport): string[] {
  const byKind = declaredByKind(kinds).map(
    ({ kind, pair, n }) => `${KIND_WORDS[kind]}: ${intervalOf(pair, n)}`,
  )
  if (byKind.length > 1) return byKind
  const primary = paired.find((pair) => pair.primary)
  return primary ? [intervalOf(primary, labelledCount)] : []
}

/** Those that look in the category that a question names. */
const GIVEN = ['subtask', 'subtask-chosen', 'raw', 'soft', 'hybrid', 'random']

/** What the comparison gives to some of the strategies and not to others, and what it cannot tell apart. */
export function retrievalConditions({
  strategies,
  metrics,
}: Pick<BatchReport, 'strategies' | 'metrics'>): string[] {
  const given = strategies.filter((name) => GIVEN.includes(name))
  const hasCategories = (metrics ?? []).some(({ crossPhaseRate }) => crossPhaseRate !== null)
  return [
    ...(hasCategories && given.length > 0 && given.length < strategies.length
      ? [`${given.join(', ')}: true category given where a question names one`]
      : []),
    ...(strategies.includes('raw') && strategies.includes('subtask')
      ? ['raw ranks as subtask by construction: only the injected text differs']
      : []),
  ]
}

export function retrievalOrigin(
  report: BatchReport,
  { seed, resamples }: Pick<RetrievalPlan, 'seed' | 'resamples'>,
): Origin {
  const basis = [
    ...retrievalBasis(report),
    ...retrievalConditions(report),
    plural(report.queryCount, 'question'),
    `intervals by ${plural(resamples, 'draw')}`,
  ]
  return { sources: ['measured'], basis, seed }
}

function declaredByKind(kinds: BatchReport['kinds']) {
  return (kinds ?? []).flatMap(({ kind, labelledCount: n, paired }) => {
    const pair = paired.find(({ primary }) => primary)
    return pair ? [{ kind, pair, n }] : []
  })
}

/** An interval that includes 0, or a p that is large over both kinds, is no difference. */
function isOpen({ low, high, pHolm }: PairRow): boolean {
  return (low <= 0 && high >= 0) || (pHolm !== null && pHolm > 0.05)
}

function saysOf(pair: PairRow): string {
  const { a, b, difference } = pair
  if (isOpen(pair)) return `no difference shown between ${a} and ${b} (MRR ${signed(difference)})`
  return `${a} ${difference > 0 ? 'beats' : 'falls behind'} ${b}, MRR ${signed(difference)}`
}

function intervalOf({ a, b, low, high, pHolm }: PairRow, n: number): string {
  const adjusted = pHolm === null ? '' : `, ${pWords(pHolm)} over both kinds`
  return `${a} − ${b}, 95 % CI ${signed(low)} to ${signed(high)}${adjusted}, n ${formatCount(n)}`
}

/** The share that two strategies agree on; 1 with itself, null where it was not run. */
export function agreementOf(
  { agreement }: Pick<BatchReport, 'agreement'>,
  a: string,
  b: string,
): number | null {
  if (a === b) return 1
  return (
    agreement.find((pair) => (pair.a === a && pair.b === b) || (pair.a === b && pair.b === a))?.share ?? null
  )
}

export const METRIC_WORDS: Record<BatchMetric, string> = {
  hitAt1: 'hit@1',
  hitAt3: 'hit@3',
  hitAt5: 'hit@5',
  hitAt10: 'hit@10',
  mrr: 'MRR',
  ndcgAt10: 'nDCG@10',
}

/** Which questions a table shows, in words; null where the choice above it says so already. */
export function shownWords({ show, a, b, metric, kind }: Shown): string | null {
  const of = kind === null ? '' : `, ${KIND_WORDS[kind].toLowerCase()} only`
  if (show === 'differ') return `${a} and ${b} have another winner${of}`
  if (show === 'miss') return `the first that ${a} finds is not relevant${of}`
  if (show === 'ahead') return `${a} does better than ${b} by ${METRIC_WORDS[metric]}${of}`
  return null
}

/** A strategy's winner in a row of the table. */
export type WinnerCell = {
  strategy: string
  words: string
  category: Category | null
  score: number | null
  /** Null without labels. */
  isHit: boolean | null
  /** Another winner than the first strategy has. */
  differs: boolean
}

/** The winner of each strategy, in their order; those unlike the first one's are marked. */
export function winnerCells(
  { winners }: BatchRow,
  strategies: readonly string[],
  objectives: BatchRows['objectives'],
): WinnerCell[] {
  const idOf = (strategy: string | undefined) => winners[strategy ?? '']?.entryIds[0] ?? null
  const first = idOf(strategies[0])
  return strategies.map((strategy) => {
    const id = idOf(strategy)
    const found = id === null ? null : objectives[id]
    const { score = null, values = null } = winners[strategy] ?? {}
    return {
      strategy,
      words: id === null ? 'nothing' : (found?.objective ?? 'an entry that is gone'),
      category: found?.category ?? null,
      score: id === null ? null : score,
      isHit: values === null ? null : values.hitAt1 === 1,
      differs: id !== first,
    }
  })
}

/** How well each strategy did on MRR, with its interval: the figure of the answer. Null without labels. */
export function mrrFigure({ metrics, labelledCount, primary }: BatchReport): Rows | null {
  if (metrics === null) return null
  return {
    kind: 'rows',
    name: 'retrieval-mrr',
    title: 'MRR by strategy',
    subtitle: `n ${labelledCount} labelled questions; bars: 95 % CI`,
    label: 'strategy',
    x: { name: 'MRR', unit: 'number' },
    rows: metrics.map(({ strategy, mrr, ci, n }) => ({
      ...{ name: strategy, value: mrr, low: ci.mrr?.[0] ?? null, high: ci.mrr?.[1] ?? null },
      role: primary?.includes(strategy) ? 'main' : 'other',
      cells: { n },
    })),
  }
}

/** Search parameters of Compare for one row: its text, its category, up to four of the strategies, those that are compared first. */
export function compareParams(
  { query }: BatchRow,
  strategies: readonly string[],
  { a = null, b = null }: Partial<Pick<Shown, 'a' | 'b'>> = {},
): HrefParams {
  const compared = [a, b].filter((name) => name !== null && strategies.includes(name))
  return {
    text: query.text,
    mode: query.category ? 'subtask' : 'task',
    category: query.category ?? null,
    columns: [...new Set([...compared, ...strategies])].slice(0, 4) as string[],
  }
}
