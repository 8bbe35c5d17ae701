import { formatPercent, formatScore } from '@/components/ui/format.ts'
import type { BatchReport, BatchRow, BatchRunView, PairRow } from '@/lib/memory/batch.ts'
import type { Category } from '@/lib/memory/category.ts'

/** The answer in one sentence: the declared comparison where there are labels, else how often the ways agree. */
export function batchVerdict({ paired, agreement, rows, metrics }: BatchReport): string {
  const primary = paired.find((pair) => pair.primary)
  if (primary) return primaryVerdict(primary)
  if (metrics !== null) return 'One strategy alone: its numbers stand below, against nothing.'
  const least = agreement.toSorted((a, b) => a.share - b.share)[0]
  if (!least) return `${rows.length} questions, one strategy: nothing to compare it with.`
  if (least.share === 1) return 'All of them find the same for every question.'
  return `Without labels nobody is right: ${least.a} and ${least.b} agree least, on ${formatPercent(least.share)} of ${rows.length}.`
}

function primaryVerdict({ a, b, difference, low, high }: PairRow): string {
  const by = `MRR ${signed(difference)}, ${signed(low)} to ${signed(high)}`
  if (low <= 0 && high >= 0) return `Cannot tell ${a} from ${b}: ${by}, and the interval holds 0.`
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

/** True when not all strategies have the same winner. */
export function isDisputed({ winners }: BatchRow): boolean {
  return new Set(Object.values(winners).map(({ entryIds }) => entryIds[0] ?? null)).size > 1
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
  { objectives, report }: Pick<BatchRunView, 'objectives' | 'report'>,
): WinnerCell[] {
  const idOf = (strategy: string | undefined) => winners[strategy ?? '']?.entryIds[0] ?? null
  const first = idOf(report.strategies[0])
  return report.strategies.map((strategy) => {
    const id = idOf(strategy)
    const found = id === null ? null : objectives[id]
    const { score = null, values = null } = winners[strategy] ?? {}
    return {
      strategy,
      words: id === null ? 'nothing' : (found?.objective ?? 'an entry that is gone'),
      category: found?.category ?? null,
      score: id === null ? null : score,
      isHit: values?.hitAt1 === undefined ? null : values.hitAt1 === 1,
      differs: id !== first,
    }
  })
}

/** Search parameters of the lab for one row: its text, its category, up to four of the strategies. */
export function labParams(
  { query }: BatchRow,
  strategies: string[],
): Record<string, string | string[] | null> {
  return {
    text: query.text,
    mode: query.category ? 'subtask' : 'task',
    category: query.category ?? null,
    columns: strategies.slice(0, 4),
  }
}
