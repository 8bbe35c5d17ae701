import type { BatchRow } from '../../memory/studies/retrieval.ts'
import { showControls } from '../../memory/text/shown-controls.ts'

const HEADER = [
  'id',
  'text',
  'category',
  'strategy',
  'winner',
  'instance',
  'score',
  'hit_at_1',
  'rr',
  'ndcg_at_10',
]

/** One line a query and strategy: winner, score, and the query's metrics where it has labels. */
export async function* batchCsv(
  strategies: readonly string[],
  pages: AsyncIterable<readonly BatchRow[]>,
): AsyncGenerator<string> {
  yield lineOf(HEADER)
  for await (const page of pages)
    yield page.flatMap((row) => strategies.map((strategy) => lineOf(cellsOf(row, strategy)))).join('')
}

function cellsOf({ query, winners }: BatchRow, strategy: string): (string | number | null | undefined)[] {
  const { entryIds, instanceId, score, values } = winners[strategy] ?? {}
  const found = [entryIds?.[0], instanceId, score, values?.hitAt1, values?.mrr, values?.ndcgAt10]
  return [query.id, query.text, query.category, strategy, ...found]
}

function lineOf(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map((cell) => csvCell(String(cell ?? ''))).join(',')}\r\n`
}

/** A cell that no spreadsheet takes for a formula. */
function csvCell(text: string): string {
  const cell = text.split('\r').map(showControls).join('\r')
  const safe = /^[=+\-@\t\r]/.test(cell) && !/^-?\d+(?:\.\d+)?(?:e-?\d+)?$/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
