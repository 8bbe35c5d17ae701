import type { HrefParams } from '@/components/frame/project-href.ts'
import { formatCount, formatDuration, formatPercent, formatScore } from '@/components/ui/format.ts'
import type { Category } from '@/lib/memory/category.ts'
import type {
  BatchProgress,
  BatchReport,
  BatchRow,
  BatchRows,
  PairRow,
  QuestionKind,
  Shown,
} from '@/lib/memory/studies/retrieval.ts'
import type { BatchMetric } from '@/lib/memory/studies/retrieval-terms.ts'

/** What a kind of question is called at the head. */
export const KIND_WORDS: Record<QuestionKind, string> = {
  stage: 'Stage questions',
  task: 'Whole tasks',
}

/** The answer in one sentence: the declared comparison where there are labels, else how often the ways agree. */
export function batchVerdict({ paired, agreement, queryCount, metrics, kinds }: BatchReport): string {
  // By kind first: pooled, one may hide the other.
  const byKind = (kinds ?? []).flatMap(({ kind, labelledCount, paired: ofKind }) => {
    const declared = ofKind.find((pair) => pair.primary)
    return declared
      ? [`${KIND_WORDS[kind]} (${formatCount(labelledCount)}): ${primaryVerdict(declared)}`]
      : []
  })
  if (byKind.length > 1) return byKind.join(' ')
  const primary = paired.find((pair) => pair.primary)
  if (primary) return primaryVerdict(primary)
  if (metrics !== null) return 'One strategy alone: its numbers stand below, against nothing.'
  const least = agreement.toSorted((a, b) => a.share - b.share)[0]
  if (!least) return `${formatCount(queryCount)} questions, one strategy: nothing to compare it with.`
  if (least.share === 1) return 'All of them find the same for every question.'
  return `Without labels nobody is right: ${least.a} and ${least.b} agree least, on ${formatPercent(least.share)} of ${formatCount(queryCount)}.`
}

function primaryVerdict({ a, b, difference, low, high, pHolm }: PairRow): string {
  const by = `MRR ${signed(difference)}, ${signed(low)} to ${signed(high)}`
  if (low <= 0 && high >= 0) return `Cannot tell ${a} from ${b}: ${by}, and the interval holds 0.`
  if (pHolm !== null && pHolm > 0.05)
    return `Cannot tell ${a} from ${b}: ${by}, but adjusted over both kinds p is ${formatScore(pHolm, 3)}.`
  return difference > 0 ? `${a} finds more than ${b}: ${by}.` : `${a} finds less than ${b}: ${by}.`
}

/** A difference with its sign: `+0.124`, `−0.035`. */
export function signed(value: number): string {
  return value > 0 ? `+${formatScore(value, 3)}` : formatScore(value, 3)
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

/** What a metric is called on the page. */
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

/** Search parameters of a page of questions; what is usual is left out. */
export function shownParams({ show, a, b, metric, kind }: Partial<Shown>, from = 0): HrefParams {
  return {
    show: show === 'all' ? null : show,
    a,
    b,
    metric: metric === 'mrr' ? null : metric,
    kind,
    from: from === 0 ? null : from,
  }
}

/** How far a batch is, in one sentence. */
export function progressWords(progress: BatchProgress | null): string {
  if (!progress) return 'The work on this batch is gone; run its questions again.'
  const { state, askedCount, queryCount, remainingMs, waitsFor } = progress
  const part = `${formatCount(askedCount)} of ${formatCount(queryCount)} questions`
  if (state === 'failed') return `Stopped at a fault: ${part} were asked.`
  if (state === 'cancelled') return `Cancelled: ${part} were asked, and are kept.`
  if (waitsFor !== null) return `${part} asked; “${waitsFor}” goes first.`
  if (state === 'waiting')
    return askedCount > 0 ? `${part} asked; it goes on soon.` : 'It begins in a moment.'
  const left = remainingMs === null ? '' : `, ${formatDuration(Math.max(1_000, remainingMs))} left`
  if (askedCount === queryCount)
    return `All ${formatCount(queryCount)} asked; the intervals are drawn${left}.`
  return `${part} asked${left}.`
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

/** Search parameters of the lab for one row: its text, its category, up to four of the strategies, those that are compared first. */
export function labParams(
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
