export const DEFAULT_STRATEGIES = ['subtask', 'global', 'instance', 'tfidf']
export const LEAST_COLUMNS = 2
export const MOST_COLUMNS = 4

/** The columns an address asks for: each strategy once, 2 to 4, too few filled up; `unknown` are names nobody has. */
export function pickColumns(wanted: string[], known: string[]): { columns: string[]; unknown: string[] } {
  const unique = [...new Set(wanted)]
  const columns = unique.filter((name) => known.includes(name)).slice(0, MOST_COLUMNS)
  const unknown = unique.filter((name) => !known.includes(name))
  return { columns: withCount(columns, Math.max(LEAST_COLUMNS, columns.length), known), unknown }
}

/** As many columns as asked: cut at the right, or filled up with the default ones first. */
export function withCount(columns: string[], count: number, known: string[]): string[] {
  const spare = [...DEFAULT_STRATEGIES, ...known].filter((name) => known.includes(name))
  return [...new Set([...columns.slice(0, count), ...spare])].slice(0, count)
}

/** Another strategy in one column; one that stands in another column changes places with it. */
export function withStrategy(columns: string[], at: number, name: string): string[] {
  const before = columns[at]
  if (before === undefined) return columns
  return columns.map((each, index) => (index === at ? name : each === name ? before : each))
}
