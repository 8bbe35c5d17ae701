import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CATEGORIES } from '../../memory/category.ts'
import { UserError } from '../../memory/errors.ts'
import { type Question, questionSchema } from '../../memory/studies/question.ts'
import { MOST_QUERIES } from '../../memory/studies/retrieval-terms.ts'
import { jsonOf } from '../../memory/text/json-lines.ts'
import { readCsv } from '../../memory/text/read-csv.ts'

const HINT =
  'One question a line; or JSON Lines {"id", "text", "category"?, "before"?, "relevant"?: [instance id], "grades"?}; or CSV with a header that names text, and where there are any id, category, relevant (parted by spaces).'

/** Says where a line stands: by the name of its file where it is of one. */
type Place = (line: number) => string

/**
 * Reads questions: plain lines (`EDIT: …` names a category), JSON Lines, or CSV with a header. Throws UserError that names the line at
 * fault, `no-queries` and `too-many-queries`.
 */
export function readQuestions(text: string, fileName: string | null = null): Question[] {
  const clean = text.replace(/^\uFEFF/, '')
  const place: Place = (line) => (fileName === null ? `Line ${line}` : `${fileName}:${line}`)
  const questions = clean.trimStart().startsWith('{')
    ? fromJsonLines(clean, place)
    : isCsv(clean)
      ? fromCsv(clean, place, fileName ?? 'questions')
      : fromLines(clean, place)
  if (questions.length === 0) throw new UserError('no-queries', 'There is no question in it.', { hint: HINT })
  if (questions.length > MOST_QUERIES)
    throw new UserError(
      'too-many-queries',
      `${questions.length} questions are more than are taken (${MOST_QUERIES}).`,
      { hint: 'Send them in parts.' },
    )
  return questions
}

/** The sample's labelled questions; `rootPath` is the project's folder. */
export function readSampleQueries(rootPath: string): Question[] {
  return readQuestions(readFileSync(join(rootPath, 'prisma/sample/queries.jsonl'), 'utf8'), 'queries.jsonl')
}

/** The sample's labelled questions as lines to paste. */
export function exampleQuestions(rootPath: string): string {
  return readSampleQueries(rootPath)
    .map(({ id, text, category, relevant, grades }) =>
      JSON.stringify({ id, text, category, relevant, grades }),
    )
    .join('\n')
}

function linesOf(text: string): { line: string; n: number }[] {
  return text.split(/\r?\n/).flatMap((line, i) => (line.trim() === '' ? [] : [{ line, n: i + 1 }]))
}

function fromLines(text: string, place: Place): Question[] {
  return linesOf(text).map(({ line, n }) => {
    const named = new RegExp(`^\\s*(${CATEGORIES.join('|')})\\s*[:\\t]\\s*(.+)$`).exec(line)
    return parse(named ? { category: named[1], text: named[2] } : { text: line }, n, place)
  })
}

function fromJsonLines(text: string, place: Place): Question[] {
  return linesOf(text).map(({ line, n }) => {
    const value = jsonOf(line) as Record<string, unknown> | undefined
    if (value !== undefined) return parse(value, n, place)
    throw new UserError('bad-query', `${place(n)} is not JSON.`, { hint: HINT, place: place(n) })
  })
}

function isCsv(text: string): boolean {
  const header = text.split(/\r?\n/).find((line) => line.trim() !== '') ?? ''
  return header.split(',').map(columnName).includes('text')
}

function fromCsv(text: string, place: Place, fileName: string): Question[] {
  const { columns, rows } = readCsv(text, fileName)
  const names = columns.map(columnName)
  return rows.flatMap(({ cells, line }) => {
    if (cells.every((cell) => cell.trim() === '')) return []
    const cell = (name: string) => cells[names.indexOf(name)]?.trim() || undefined
    const before = cell('before')
    const relevant = cell('relevant')
      ?.split(/[\s;]+/)
      .filter(Boolean)
    const question = {
      ...{ text: cell('text'), category: cell('category')?.toUpperCase(), relevant },
      before: before !== undefined && /^\d+$/.test(before) ? Number(before) : before,
    }
    return [parse(cell('id') ? { ...question, id: cell('id') } : question, line, place)]
  })
}

function columnName(cell: string): string {
  return cell.trim().replace(/^"|"$/g, '').toLowerCase()
}

function parse(value: Record<string, unknown>, line: number, place: Place): Question {
  const parsed = questionSchema.safeParse({ id: `line-${line}`, ...value })
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.') || 'question'
  throw new UserError('bad-query', `${place(line)}, ${field}: ${issue?.message ?? 'not a question'}.`, {
    hint: HINT,
    place: place(line),
  })
}
