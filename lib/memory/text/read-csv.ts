import { UserError } from '../errors.ts'

/** Most columns of a table (ours). */
const MOST_COLUMNS = 1_000

/** Rows of separated text (RFC 4180) with the line each begins on; the first row names the columns. */
interface CsvTable {
  columns: string[]
  rows: { line: number; cells: string[] }[]
}

/**
 * Reads CSV, or by its name (`.tsv`) what tabs separate; quoted cells may hold the separator, quotes (doubled) and line breaks.
 * Throws UserError `bad-csv` that names the line.
 */
export function readCsv(text: string, fileName: string): CsvTable {
  const separator = /\.tsv$/i.test(fileName) ? '\t' : ','
  const [head, ...rows] = records(text, fileName, separator)
  const columns = head?.cells.map((cell) => cell.trim()) ?? []
  if (columns.length > MOST_COLUMNS)
    throw badCsv(fileName, 1, `${columns.length} columns`, `At most ${MOST_COLUMNS} are read.`)
  const names = new Set<string>()
  for (const [i, column] of columns.entries()) {
    if (names.has(column))
      throw badCsv(
        fileName,
        1,
        `column ${i + 1} has the name of one before it`,
        'Give each column a name of its own.',
      )
    names.add(column)
  }
  for (const { line, cells } of rows)
    if (cells.length !== columns.length)
      throw badCsv(
        fileName,
        line,
        `${cells.length} cells where the head has ${columns.length}`,
        `Put cells that hold a ${separator === ',' ? 'comma' : 'tab'} in quotes.`,
      )
  return { columns, rows }
}

function records(text: string, fileName: string, separator: string): CsvTable['rows'] {
  const rows: CsvTable['rows'] = []
  let [cells, cell, line, start]: [string[], string, number, number] = [[], '', 1, 1]
  let isQuoted = false
  const endRow = () => {
    if (cells.length > 0 || cell.trim() !== '') rows.push({ line: start, cells: [...cells, cell] })
    cells = []
    cell = ''
  }
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i)
    if (c === '\n') line++
    if (isQuoted) {
      if (c !== '"') cell += c
      else if (text.charAt(i + 1) === '"') {
        cell += '"'
        i++
      } else isQuoted = false
    } else if (c === '"' && cell === '') isQuoted = true
    else if (c === separator) {
      cells.push(cell)
      cell = ''
    } else if (c === '\n') {
      endRow()
      start = line
    } else if (c !== '\r') cell += c
  }
  if (isQuoted)
    throw badCsv(fileName, start, 'a quote is never closed', 'Close it, or double a quote that is meant.')
  endRow()
  return rows
}

function badCsv(fileName: string, line: number, what: string, hint: string): UserError {
  return new UserError('bad-csv', `line ${line}: ${what}.`, { hint, place: `${fileName}:${line}` })
}
