import { UserError } from '../errors.ts'
import { closedValues, entryField, FIELD_NAMES, type FieldName, fieldNamed } from './entry-fields.ts'

/**
 * What people type to filter entries: `category:EDIT -finding:leak served>0 created>2026-01-01 repo:ledger* "exact words"`.
 * A space means *and*, `OR` joins its two neighbours first, `-` or `NOT` takes out, brackets group.
 */
export type Expression =
  | { kind: 'and' | 'or'; parts: Expression[] }
  | { kind: 'not'; part: Expression }
  /** Words of the text: each as a beginning, or as an exact phrase. */
  | { kind: 'words'; text: string; phrase: boolean }
  | { kind: 'field'; field: FieldName; operator: Operator; values: string[] }

export type Operator = '=' | '>' | '>=' | '<' | '<='

/** Ours: nobody types more, and each term costs a search. */
const LIMITS = { characters: 2_000, terms: 60, depth: 20 }

/**
 * Reads a filter expression; null when it is empty. Throws UserError `bad-filter` that names the place (characters count from 1):
 * an unknown field, a value the field does not take, an open quote or bracket, `AND` beside `OR` without brackets.
 */
export function parseExpression(text: string): Expression | null {
  if (text.length > LIMITS.characters)
    throw fault(
      LIMITS.characters,
      `The filter is longer than ${LIMITS.characters} characters.`,
      'Make it shorter.',
    )
  return new Reader(text).read()
}

/** True when the expression says something about a field: then the page's default for it must not. */
export function mentionsField(expression: Expression | null, field: FieldName): boolean {
  if (expression === null || expression.kind === 'words') return false
  if (expression.kind === 'field') return expression.field === field
  if (expression.kind === 'not') return mentionsField(expression.part, field)
  return expression.parts.some((part) => mentionsField(part, field))
}

/** The texts an expression looks for (not those it takes out), to mark them where they were found. */
export function wantedWords(expression: Expression | null): string[] {
  if (expression === null || expression.kind === 'not') return []
  if (expression.kind === 'words') return [expression.text]
  if (expression.kind === 'field')
    return entryField(expression.field).kind === 'words' ? expression.values : []
  return expression.parts.flatMap(wantedWords)
}

function fault(at: number, message: string, hint: string): UserError {
  return new UserError('bad-filter', message, { hint, place: `filter, character ${at}` })
}

const FIELD_AT = /([A-Za-z][A-Za-z]*)(:>=|:<=|:>|:<|>=|<=|:|>|<|=)/y
const CONNECTIVE_AT = /(OR|AND)(?=[\s()]|$)/y
const NOT_AT = /NOT(?=[\s()]|$)/y

class Reader {
  readonly #text: string
  #at = 0
  #terms = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): Expression | null {
    const all = this.#group(0)
    if (this.#at < this.#text.length)
      throw this.#fault('There is a closing bracket without an opening one.', 'Take it out.')
    return all
  }

  /** Items up to a closing bracket or the end; null when there is none. */
  #group(depth: number): Expression | null {
    if (depth > LIMITS.depth) throw this.#fault('There are too many brackets in each other.', 'Use fewer.')
    const parts: Expression[][] = []
    let joining: { word: 'OR' | 'AND'; at: number } | null = null
    let andAt: number | null = null
    for (;;) {
      this.#skipSpace()
      if (this.#at >= this.#text.length || this.#peek() === ')') break
      const at = this.#at
      const word = this.#match(CONNECTIVE_AT)?.[1] as 'OR' | 'AND' | undefined
      if (word) {
        if (parts.length === 0 || joining)
          throw fault(at + 1, `Nothing stands before ${word}.`, `Put a condition on each side of ${word}.`)
        joining = { word, at }
        if (word === 'AND') andAt = at
        continue
      }
      const item = this.#item(depth)
      const last = parts.at(-1)
      if (joining?.word === 'OR' && last) last.push(item)
      else parts.push([item])
      joining = null
    }
    if (joining)
      throw fault(
        joining.at + 1,
        `Nothing stands after ${joining.word}.`,
        `Put a condition on each side of ${joining.word}.`,
      )
    if (andAt !== null && parts.some((choice) => choice.length > 1))
      throw fault(
        andAt + 1,
        'AND and OR stand side by side, which can be read in two ways.',
        'Put brackets around what belongs together, for example (a AND b) OR c.',
      )
    const all = parts.map((choice) => joined('or', choice))
    return all.length === 0 ? null : joined('and', all)
  }

  #item(depth: number): Expression {
    if (!this.#take('-')) {
      if (!this.#match(NOT_AT)) return this.#primary(depth)
      this.#skipSpace()
    }
    if (this.#at >= this.#text.length || /[\s)]/.test(this.#peek()))
      throw this.#fault(
        'Nothing stands after the minus.',
        'Write what is to be left out, for example -finding:leak.',
      )
    const part = this.#item(depth)
    return part.kind === 'not' ? part.part : { kind: 'not', part }
  }

  #primary(depth: number): Expression {
    if (++this.#terms > LIMITS.terms)
      throw this.#fault(`The filter has more than ${LIMITS.terms} conditions.`, 'Use fewer.')
    if (this.#peek() === '(') {
      const open = this.#at++
      const inside = this.#group(depth + 1)
      if (this.#peek() !== ')')
        throw fault(open + 1, 'This bracket is not closed.', 'Add the closing bracket, or take this one out.')
      this.#at++
      if (inside === null) throw fault(open + 1, 'There is nothing in these brackets.', 'Take them out.')
      return inside
    }
    const at = this.#at
    const field = this.#match(FIELD_AT)
    if (field) return this.#field(field[1] ?? '', field[2] ?? '', at)
    const phrase = this.#peek() === '"'
    const text = this.#value()
    if (!/[\p{L}\p{N}_]/u.test(text))
      throw fault(at + 1, `“${text}” has no letter or digit to look for.`, 'Take it out.')
    return { kind: 'words', text, phrase }
  }

  #field(written: string, sign: string, at: number): Expression {
    const name = fieldNamed(written)
    if (!name)
      throw fault(
        at + 1,
        `There is no field “${written}”.`,
        `Fields are ${FIELD_NAMES.join(', ')}. To search the words themselves, put them in quotes.`,
      )
    const { kind } = entryField(name)
    const operator = (sign.replace(/^:(?=.)/, '').replace(':', '=') || '=') as Operator
    if (operator !== '=' && kind !== 'number' && kind !== 'date')
      throw fault(at + 1, `“${name}” cannot be compared with ${operator}.`, `Write ${name}:value.`)
    const values: string[] = []
    do {
      const valueAt = this.#at
      if (this.#at >= this.#text.length || /[\s),]/.test(this.#peek()))
        throw fault(valueAt + 1, `“${name}” has no value.`, `Write ${name}${sign}value without a space.`)
      values.push(checkedValue(name, this.#value(','), valueAt))
    } while (this.#take(','))
    if (values.length > 1 && operator !== '=')
      throw fault(at + 1, `“${name}” is compared with more than one value.`, 'Compare with one.')
    return { kind: 'field', field: name, operator, values }
  }

  /** A quoted text, or the characters up to a space, a closing bracket that it did not open, or the stop sign. */
  #value(stop = ''): string {
    const open = this.#at
    if (this.#peek() === '"') {
      const end = this.#text.indexOf('"', open + 1)
      if (end < 0) throw fault(open + 1, 'This quote is not closed.', 'Add the closing quote.')
      this.#at = end + 1
      return this.#text.slice(open + 1, end)
    }
    let brackets = 0
    for (; this.#at < this.#text.length; this.#at++) {
      const sign = this.#peek()
      if (/[\s"]/.test(sign) || sign === stop) break
      if (sign === '(') brackets++
      if (sign === ')' && brackets-- === 0) break
    }
    return this.#text.slice(open, this.#at)
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found) this.#at += found[0].length
    return found
  }

  #take(sign: string): boolean {
    if (this.#peek() !== sign) return false
    this.#at++
    return true
  }

  #peek(): string {
    return this.#text.charAt(this.#at)
  }

  #skipSpace(): void {
    while (/\s/.test(this.#peek())) this.#at++
  }

  #fault(message: string, hint: string): UserError {
    return fault(this.#at + 1, message, hint)
  }
}

/** The value as the field takes it; a closed list forgives case. */
function checkedValue(name: FieldName, value: string, at: number): string {
  const { kind } = entryField(name)
  const values = closedValues(name)
  if (values) {
    const known = values.find((word) => word.toLowerCase() === value.toLowerCase())
    if (known) return known
    throw fault(at + 1, `“${name}” is never “${value.slice(0, 40)}”.`, `It is one of ${values.join(', ')}.`)
  }
  if (kind === 'number' && !/^\d{1,12}$/.test(value))
    throw fault(at + 1, `“${value.slice(0, 40)}” is not a whole number.`, `Write for example ${name}>0.`)
  if (kind === 'date' && instantOf(value) === null)
    throw fault(at + 1, `“${value.slice(0, 40)}” is not a date.`, `Write for example ${name}>2026-01-31.`)
  if (kind === 'words' && !/[\p{L}\p{N}_]/u.test(value))
    throw fault(at + 1, `“${value.slice(0, 40)}” has no letter or digit to look for.`, 'Write a word.')
  return value
}

/** The moments a written date covers, UTC: a day from its first to its last millisecond, or one instant twice; null when it is no date. */
export function instantOf(value: string): { from: Date; to: Date } | null {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value)
  if (!isDay && !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return null
  const zoned = isDay ? `${value}T00:00:00.000Z` : /(Z|[+-]\d{2}:\d{2})$/.test(value) ? value : `${value}Z`
  const from = new Date(zoned)
  const day = value.slice(0, 10)
  // `Date` takes 31 February for 3 March.
  if (Number.isNaN(from.getTime()) || new Date(`${day}T00:00:00.000Z`).toISOString().slice(0, 10) !== day)
    return null
  return { from, to: isDay ? new Date(from.getTime() + 86_400_000 - 1) : from }
}

function joined(kind: 'and' | 'or', parts: Expression[]): Expression {
  const [only] = parts
  return only && parts.length === 1 ? only : { kind, parts }
}
