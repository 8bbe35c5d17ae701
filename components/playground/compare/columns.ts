import type { HrefParams } from '@/components/frame/project-href.ts'
import { formatInstant } from '@/components/ui/format.ts'
import type { Category } from '@/lib/memory/category.ts'
import type { CompareColumn } from '@/lib/memory/compare.ts'
import type { EmbedderView } from '@/lib/memory/embedders.ts'
import type { RetrievalAnswer, RetrieveRequest } from '@/lib/memory/retrieval.ts'
import { formatColumn, PLAIN_COLUMN, parseColumn } from '@/lib/memory/text/compare-column.ts'
import { descriptionText } from '@/lib/memory/text/words.ts'

/** Which memory a column looks at where it is not the one of now, and its minimum score: `as of 1 Nov 2026, 14:00 UTC`. */
export function settingWords({ embedder, asOf, position, without, floor }: CompareColumn): string[] {
  const words = [
    embedder,
    asOf !== null && `as of ${formatInstant(asOf)}`,
    position !== null && `before episode ${position}`,
    without !== '' && 'after a planned deletion',
    floor !== null && `minimum score ${floor}`,
  ]
  return words.filter((word) => typeof word === 'string')
}

export const DEFAULT_STRATEGIES = ['subtask', 'global', 'instance', 'tfidf']
export const LEAST_COLUMNS = 2
export const MOST_COLUMNS = 4

/** True when a column can be asked in this space: its embedder runs here, and every stored entry has its vector. */
export function isUsable({ available, complete, current }: EmbedderView): boolean {
  return current || (available && complete)
}

/** Columns whose embedder can be asked; those of another are asked in the current space, and `left` names it. */
export function inUsableSpaces(
  columns: CompareColumn[],
  embedders: EmbedderView[],
): { columns: CompareColumn[]; left: string[] } {
  const usable = new Set(embedders.filter(isUsable).map(({ id }) => id))
  const left = new Set<string>()
  const kept = columns.map((column) => {
    const { embedder, ...rest } = column
    if (embedder === undefined || usable.has(embedder)) return column
    left.add(embedder)
    return rest
  })
  return { columns: kept, left: [...left] }
}

/** The columns an address asks for: each once, 2 to 4, too few filled up; `unknown` are strategies nobody has. */
export function pickColumns(
  wanted: string[],
  known: string[],
): { columns: CompareColumn[]; unknown: string[] } {
  const unique = [...new Set(wanted.map((word) => formatColumn(parseColumn(word))))].map(parseColumn)
  const columns = unique.filter(({ strategy }) => known.includes(strategy)).slice(0, MOST_COLUMNS)
  const unknown = unique.flatMap(({ strategy }) => (known.includes(strategy) ? [] : strategy))
  return { columns: withCount(columns, Math.max(LEAST_COLUMNS, columns.length), known), unknown }
}

/** As many columns as asked: cut at the right, or filled up with the default strategies first. */
export function withCount(columns: CompareColumn[], count: number, known: string[]): CompareColumn[] {
  const taken = new Set(columns.map(({ strategy }) => strategy))
  const spare = [...new Set([...DEFAULT_STRATEGIES, ...known])]
    .filter((name) => known.includes(name) && !taken.has(name))
    .map((strategy) => ({ strategy, ...PLAIN_COLUMN }))
  return [...columns.slice(0, count), ...spare].slice(0, count)
}

/** Another column in one place; one that is the same as another column changes places with it. */
export function withColumn(columns: CompareColumn[], at: number, column: CompareColumn): CompareColumn[] {
  const before = columns[at]
  if (before === undefined) return columns
  const key = formatColumn(column)
  return columns.map((each, index) => (index === at ? column : formatColumn(each) === key ? before : each))
}

/**
 * The address that compares strategies on the question of an answer; a minimum score goes to the paper's column, the others stay
 * as they are. `chosen` is the category a person chose: where it is also the predicted one the request does not name it.
 */
export function compareParams(
  { asked, answer }: { asked: RetrieveRequest; answer: Pick<RetrievalAnswer, 'intent'> },
  chosen: Category | null,
): HrefParams {
  // Compared by its intent: there the rules plan.
  const isByModel = asked.plan === 'model'
  const { category, mode, floor = null } = asked
  return {
    text: isByModel ? descriptionText(answer.intent.description) : asked.text,
    // A named category is what the agent is about to do, whatever it was planned from.
    mode: category || isByModel ? 'subtask' : mode,
    category: isByModel ? answer.intent.category : (category ?? (mode === 'subtask' ? chosen : null)),
    columns:
      floor === null
        ? null
        : DEFAULT_STRATEGIES.map((strategy) =>
            formatColumn({ ...PLAIN_COLUMN, strategy, floor: strategy === 'subtask' ? floor : null }),
          ),
  }
}
