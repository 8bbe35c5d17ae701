import type { EmbedderView } from '@/lib/memory/embedders.ts'
import type { LabColumn } from '@/lib/memory/lab/lab.ts'
import { formatColumn, PLAIN_COLUMN, parseColumn } from './column-url.ts'

export const DEFAULT_STRATEGIES = ['subtask', 'global', 'instance', 'tfidf']
export const LEAST_COLUMNS = 2
export const MOST_COLUMNS = 4

/** True when a column can be asked in this space: its embedder runs here, and every stored entry has its vector. */
export function isUsable({ available, complete, current }: EmbedderView): boolean {
  return current || (available && complete)
}

/** Columns whose embedder can be asked; those of another are asked in the current space, and `left` names it. */
export function inUsableSpaces(
  columns: LabColumn[],
  embedders: EmbedderView[],
): { columns: LabColumn[]; left: string[] } {
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
export function pickColumns(wanted: string[], known: string[]): { columns: LabColumn[]; unknown: string[] } {
  const unique = [...new Set(wanted.map((word) => formatColumn(parseColumn(word))))].map(parseColumn)
  const columns = unique.filter(({ strategy }) => known.includes(strategy)).slice(0, MOST_COLUMNS)
  const unknown = unique.flatMap(({ strategy }) => (known.includes(strategy) ? [] : strategy))
  return { columns: withCount(columns, Math.max(LEAST_COLUMNS, columns.length), known), unknown }
}

/** As many columns as asked: cut at the right, or filled up with the default strategies first. */
export function withCount(columns: LabColumn[], count: number, known: string[]): LabColumn[] {
  const taken = new Set(columns.map(({ strategy }) => strategy))
  const spare = [...new Set([...DEFAULT_STRATEGIES, ...known])]
    .filter((name) => known.includes(name) && !taken.has(name))
    .map((strategy) => ({ strategy, ...PLAIN_COLUMN }))
  return [...columns.slice(0, count), ...spare].slice(0, count)
}

/** Another column in one place; one that is the same as another column changes places with it. */
export function withColumn(columns: LabColumn[], at: number, column: LabColumn): LabColumn[] {
  const before = columns[at]
  if (before === undefined) return columns
  const key = formatColumn(column)
  return columns.map((each, index) => (index === at ? column : formatColumn(each) === key ? before : each))
}
