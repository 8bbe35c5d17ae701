import type { AskedFilter } from '@/lib/memory/filter/entry-filter.ts'
import { parseExpression } from '@/lib/memory/filter/filter-expression.ts'

/** One source of entries: a run, an import, a file by its name, or an extractor. */
export type NamedSource =
  | { episodeId: string }
  | { jobId: string }
  | { fileName: string }
  | { extractor: string }

/**
 * The one source that a filter names, and nothing besides: a run, an import, a file, or an extractor. Null for every other
 * filter: narrowed further it would not mean everything from there.
 */
export function sourceOf(asked: AskedFilter): NamedSource | null {
  const { text, facets, expression = '', ids, created, like, area } = asked
  if (text !== '' || ids || created || like || area) return null
  const chosen = Object.entries(facets).filter(([, values]) => values.length > 0)
  if (expression.trim() === '') {
    const [[facet, [value, ...others]] = ['', []], ...more] = chosen
    return facet === 'extractor' && value !== undefined && others.length + more.length === 0
      ? { extractor: value }
      : null
  }
  const parsed = parseExpression(expression)
  if (chosen.length > 0 || parsed?.kind !== 'field' || parsed.operator !== '=') return null
  const [value, ...others] = parsed.values
  if (value === undefined || others.length > 0 || value.includes('*')) return null
  if (parsed.field === 'episode') return { episodeId: value }
  if (parsed.field === 'job') return { jobId: value }
  if (parsed.field === 'file') return { fileName: value }
  return parsed.field === 'extractor' ? { extractor: value } : null
}

/** The filter that names a source and nothing besides: what `sourceOf` reads back. */
export function sourceFilter(source: NamedSource): string {
  if ('episodeId' in source) return `episode:${source.episodeId}`
  if ('jobId' in source) return `job:${source.jobId}`
  return 'fileName' in source ? `file:"${source.fileName}"` : `extractor:"${source.extractor}"`
}

/** `this run`, `this import`, `the file run.json`, `rules-v1`. */
export function sourceWords(source: NamedSource): string {
  if ('episodeId' in source) return 'this run'
  if ('jobId' in source) return 'this import'
  return 'fileName' in source ? `the file ${source.fileName}` : source.extractor
}
