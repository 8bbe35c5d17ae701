import { CATEGORIES } from '../../memory/category.ts'
import { UserError } from '../../memory/errors.ts'
import { type BatchQuery, batchQuerySchema } from '../../memory/studies/retrieval.ts'
import { MOST_QUERIES } from '../../memory/studies/retrieval-terms.ts'
import { jsonOf } from '../../memory/text/json-lines.ts'

const HINT =
  'One query a line; or JSON Lines {"id", "text", "category"?, "relevant"?: [instance id]}; or CSV with a header that names text, and where there are any id, category, relevant (parted by spaces).'

/** Reads pasted queries: plain lines (`EDIT: …` names a category), JSON Lines, or CSV with a header. Names the line at fault. */
export function readBatchQueries(text: string): BatchQuery[] {
  const clean = text.replace(/^\uFEFF/, '')
  const queries = clean.trimStart().startsWith('{')
    ? fromJsonLines(clean)
    : isCsv(clean)
      ? fromCsv(clean)
      : fromLines(clean)
  if (queries.length === 0) throw new UserError('no-queries', 'There is no query in it.', { hint: HINT })
  if (queries.length > MOST_QUERIES)
    throw new UserError(
      'too-many-queries',
      `${queries.length} queries are more than a batch takes (${MOST_QUERIES}).`,
      { hint: 'Send them in parts.' },
    )
  return queries
}

function fromLines(text: string): BatchQuery[] {
  return text.split(/\r?\n/).flatMap((line, i) => {
    if (line.trim() === '') return []
    const named = new RegExp(`^\\s*(${CATEGORIES.join('|')})\\s*[:\\t]\\s*(.+)$`).exec(line)
    const value = named ? { category: named[1], text: named[2] } : { text: line }
    return [parse({ id: `line-${i + 1}`, ...value }, i + 1)]
  })
}

function fromJsonLines(text: string): BatchQuery[] {
  return text.split(/\r?\n/).flatMap((line, i) => {
    if (line.trim() === '') return []
    const value = jsonOf(line) as Record<string, unknown> | undefined
    if (value !== undefined) return [parse({ id: `line-${i + 1}`, ...value }, i + 1)]
    throw new UserError('bad-query', `Line ${i + 1} is not JSON.`, { hint: HINT, place: `line ${i + 1}` })
  })
}

function isCsv(text: string): boolean {
  const header = text.split(/\r?\n/).find((line) => line.trim() !== '') ?? ''
  const names = header.split(',').map(cellName)
  return names.includes('text') && (names.length > 1 || names[0] === 'text')
}

function fromCsv(text: string): BatchQuery[] {
  const [header, ...rows] = csvRows(text).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const names = (header?.cells ?? []).map(cellName)
  return rows.map(({ cells, line }) => {
    const cell = (name: string) => cells[names.indexOf(name)]?.trim() || undefined
    const before = cell('before')
    return parse(
      {
        id: cell('id') ?? `line-${line}`,
        text: cell('text'),
        category: cell('category')?.toUpperCase(),
        relevant: cell('relevant')
          ?.split(/[\s;]+/)
          .filter(Boolean),
        before: before !== undefined && /^\d+$/.test(before) ? Number(before) : before,
      },
      line,
    )
  })
}

function cellName(cell: string): string {
  return cell.trim().replace(/^"|"$/g, '').toLowerCase()
}

/** A quoted cell (commas, doubled quotes and line ends in it) or a plain one, and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|((?!")[^,\r\n]*))(,|\r?\n|$)/gy

/** Rows of RFC 4180 text with the line each begins at. Throws UserError `bad-query` for a quote that nothing closes, or text behind one. */
function csvRows(text: string): { cells: string[]; line: number }[] {
  const rows: { cells: string[]; line: number }[] = []
  let row = { cells: [] as string[], line: 1 }
  let line = 1
  for (const [, quoted, plain = '', end] of text.matchAll(CELL)) {
    row.cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    line += (quoted?.match(/\n/g)?.length ?? 0) + (end === ',' || end === '' ? 0 : 1)
    if (end === ',') continue
    if (row.cells.length > 1 || row.cells[0] !== '') rows.push(row)
    row = { cells: [], line }
    if (end === '') return rows
  }
  throw new UserError('bad-query', `Line ${line}: a cell in quotes does not end with its quote.`, {
    hint: 'Close the quote; double one that is meant, and put the whole cell in quotes then.',
    place: `line ${line}`,
  })
}

function parse(value: Record<string, unknown>, line: number): BatchQuery {
  const parsed = batchQuerySchema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new UserError(
    'bad-query',
    `Line ${line}, ${issue?.path.join('.') || 'query'}: ${issue?.message ?? 'not a query'}.`,
    { hint: HINT, place: `line ${line}` },
  )
}
