import type { BatchRunView } from '../memory/batch.ts'

/** One line a query and strategy: winner, score, and the query's metrics where it has labels. */
export function batchCsv({ report }: Pick<BatchRunView, 'report'>): string {
  const lines = [
    ['id', 'text', 'category', 'strategy', 'winner', 'instance', 'score', 'hit_at_1', 'rr', 'ndcg_at_10'],
  ]
  for (const { query, winners } of report.rows)
    for (const strategy of report.strategies) {
      const { entryIds, instanceId, score, values } = winners[strategy] ?? {}
      lines.push(
        [
          query.id,
          query.text,
          query.category,
          strategy,
          entryIds?.[0],
          instanceId,
          score,
          values?.hitAt1,
          values?.mrr,
          values?.ndcgAt10,
        ].map((cell) => (cell === undefined || cell === null ? '' : String(cell))),
      )
    }
  return `${lines.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`
}

/** A cell that no spreadsheet takes for a formula. */
function csvCell(cell: string): string {
  const safe = /^[=+\-@\t\r]/.test(cell) && !/^-?\d+(?:\.\d+)?(?:e-?\d+)?$/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
