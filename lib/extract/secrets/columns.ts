import { matchesOf } from '../../memory/text/matches-of.ts'
import { type Certainty, meaningOf } from './names.ts'
import { isDense, isRandom, isSayable, isSecretValue } from './values.ts'

type Found = { kind: string; start: number; end: number }
type Cell = { text: string; start: number }

const WIDEST = 40
const LONGEST = 2_000
const ROWS = 200

/** Secrets of tables: their name stands over them, in the head of a CSV or Markdown table, or among the columns of an INSERT. Linear. */
export function* columnSecrets(text: string): Generator<Found> {
  if (!/pass|pwd|secret|token|key/i.test(text)) return
  yield* inserted(text)
  let heads: (Certainty | null)[] = []
  let rows = 0
  let start = 0
  for (const line of text.split('\n')) {
    const cells = cellsOf(line, start)
    start += line.length + 1
    // Under the head of a table as databases print it.
    if (/^-[-+]{4,}$/.test(line)) continue
    const isRow = cells.length === heads.length && rows++ < ROWS
    if (isRow && heads.some(Boolean)) yield* secretCells(heads, cells)
    else if (!isRow) {
      heads = cells.every((cell) => /^[A-Za-z_][\w -]{0,40}$/.test(cell.text))
        ? cells.map((cell) => meaningOf(cell.text))
        : []
      rows = 0
    }
  }
}

function* secretCells(heads: readonly (Certainty | null)[], cells: readonly Cell[]): Generator<Found> {
  for (const [i, { text, start }] of cells.entries()) {
    const certainty = heads[i] ?? null
    if (certainty === null || certainty === 'faint') continue
    const isMade = certainty === 'password' && /^[A-Z][\w-]{3,}\d\d$/.test(text)
    if (!isMade && !isSecretValue(text, certainty, true)) continue
    if (/::|\[|\.[a-z]\w{0,3}$|\d\.\d/i.test(text)) continue
    if (isRandom(text) || isDense(text) || isSayable(text) || /[A-Za-z].*\d\d/.test(text))
      yield { kind: certainty, start, end: start + text.length }
  }
}

/** The cells of a line `| a | b |` or `a,b` or `a<tab>b` or `a   b`; none where a line is no such row. */
function cellsOf(line: string, start: number): Cell[] {
  if (line.length > LONGEST) return []
  const isMarkdown = /^\s{0,8}\|.{1,1900}\|\s*$/.test(line)
  if (!/[\t,|]/.test(line) && /\S {2,}\S/.test(line))
    return matchesOf(line, /\S+(?: \S+)*/g).map(({ 0: text, index }) => ({ text, start: start + index }))
  const isPrinted = !isMarkdown && /^ [^|\t]{1,200} \| /.test(line)
  const sign = isMarkdown || isPrinted ? '|' : line.includes('\t') ? '\t' : ','
  if (!isMarkdown && !isPrinted && (!line.includes(sign) || /, |[(){}=]|,\s*$/.test(line))) return []
  const cells: Cell[] = []
  let at = start
  for (const piece of line.split(sign)) {
    const own = piece.trim().replace(/^(["'`])(.*)\1$/, '$2')
    cells.push({ text: own, start: at + Math.max(0, piece.indexOf(own)) })
    at += piece.length + 1
  }
  return cells.length > WIDEST ? [] : isMarkdown ? cells.slice(1, -1) : cells
}

const INSERT = /\binsert\s{1,4}into\s{1,4}[^\s(]{1,80}\s{0,4}\(([^()]{1,600})\)\s{0,20}values\s{0,20}/gi
const TUPLE = /\(((?:[^()'"]|'[^'\n]{0,400}'|"[^"\n]{0,400}"){1,2000})\)\s{0,10},?\s{0,10}/y

function* inserted(text: string): Generator<Found> {
  for (const { 0: head, 1: columns = '', index } of matchesOf(text, INSERT)) {
    const heads = columns.split(',').map((name) => meaningOf(name.trim().replace(/[`"[\]]/g, '')))
    if (!heads.some(Boolean)) continue
    TUPLE.lastIndex = index + head.length
    for (let row = 0; row < ROWS; row++) {
      const from = TUPLE.lastIndex + 1
      const tuple = TUPLE.exec(text)?.[1]
      if (tuple === undefined) break
      const values = matchesOf(tuple, /'([^'\n]*)'|"([^"\n]*)"|[^,'"]+/g).filter(({ 0: all }) => all.trim())
      const cells = values.map(({ 0: all, 1: single, 2: double, index: at }) => {
        const own = single ?? double ?? all.trim()
        return { text: own, start: from + at + all.indexOf(own) }
      })
      if (cells.length === heads.length) yield* secretCells(heads, cells)
    }
  }
}
