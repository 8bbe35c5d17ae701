import { UserError } from '../memory/errors.ts'

/** Deepest nesting that is read (ours; the deepest of 359 real files is 14). */
export const DEPTH_LIMIT = 64

/** Most values of a file, names not counted: small ones take many times their bytes in memory. Ours; of 356 real files the one with the most has 17,771. */
export const MOST_VALUES = 5_000_000
/** Values that a file may still hold. */
type Budget = { left: number }

/** One value of a file, with the line it starts on. */
export interface JsonRecord {
  line: number
  value: unknown
}

/** A file read as JSON: one value, or JSON Lines. */
export interface JsonDocument {
  /** False for one JSON value over the whole file. */
  isLines: boolean
  records: JsonRecord[]
  /** Leading `//` lines, as viewers' fixtures have them. */
  commentCount: number
  /** Line of a last record that was cut off while being written; null when the file is whole. */
  truncatedLine: number | null
}

/** A line of a file, read or not. */
export interface JsonLine {
  line: number
  value: unknown
  /** What is wrong with a line that could not be read. */
  fault: UserError | null
  isLast: boolean
}

/**
 * A text of JSON that is parsed once, as far as it is asked for: one value, or a value a line. Every value is checked for depth and
 * forbidden names before `JSON.parse` sees it. Never throws but `too-many-values`.
 */
export class JsonText {
  /** Leading `//` lines, as viewers' fixtures have them. */
  readonly commentCount: number
  /** False for one JSON value over the whole file. */
  readonly isLines: boolean
  /** Why the text does not begin with a whole value; its lines may still be read one by one. */
  readonly firstFault: UserError | null
  readonly #read: JsonLine[] = []
  readonly #rest: Generator<JsonLine>

  constructor(text: string, fileName: string) {
    const { start, commentCount } = skipComments(text)
    const budget = { left: MOST_VALUES }
    const { end, fault } = firstValue(text, start, fileName, budget)
    const next = fault === null ? skipSpace(text, end) : start
    this.commentCount = commentCount
    this.firstFault = fault
    this.isLines = next < text.length
    if (fault === null)
      this.#read.push({
        line: lineOf(text, start),
        value: JSON.parse(text.slice(start, end)) as unknown,
        fault: null,
        isLast: next === text.length,
      })
    this.#rest = linesFrom(text, next, fileName, budget)
  }

  /** The first lines, until so many of them could be read or so many were tried. */
  sample(count: number, mostTried: number): JsonLine[] {
    let readCount = this.#read.filter(({ fault }) => fault === null).length
    while (readCount < count && this.#read.length < mostTried) {
      const { value, done } = this.#rest.next()
      if (done) break
      this.#read.push(value)
      if (value.fault === null) readCount++
    }
    return this.#read.slice(0)
  }

  lines(): JsonLine[] {
    for (const line of this.#rest) this.#read.push(line)
    return this.#read
  }
}

function firstValue(text: string, start: number, fileName: string, budget: Budget) {
  try {
    const end = checkValue(text, start, fileName, 1, budget)
    const next = skipSpace(text, end)
    if (next < text.length && text.slice(end, next).indexOf('\n') === -1)
      throw brokenJson(text, next, fileName, 'the end of the file or a line break')
    return { end, fault: null }
  } catch (fault) {
    if (fault instanceof UserError && fault.code !== 'too-many-values') return { end: start, fault }
    throw fault
  }
}

function* linesFrom(text: string, from: number, fileName: string, budget: Budget): Generator<JsonLine> {
  let line = lineOf(text, from)
  const textEnd = text.trimEnd().length
  for (let at = from; at < text.length; line++) {
    const feed = text.indexOf('\n', at)
    const end = feed === -1 ? text.length : feed
    const source = text.slice(at, end).trim()
    if (source !== '' && !source.startsWith('//')) {
      const fault = findFault(text.slice(at, end), fileName, line, budget)
      const value = fault === null ? (JSON.parse(source) as unknown) : undefined
      yield { line, value, fault, isLast: end >= textEnd }
    }
    at = end + 1
  }
}

/** One JSON value or JSON Lines. Throws UserError: not-json, broken-json, truncated-json, too-deep, too-many-values, forbidden-key. */
export function readJson(text: string, fileName: string): JsonDocument {
  const json = new JsonText(text, fileName)
  if (json.firstFault !== null) throw json.firstFault
  return documentOf(json)
}

/** Every line must be whole, but the last, which may be cut off. Throws the first fault. */
export function documentOf(json: JsonText): JsonDocument {
  const records: JsonRecord[] = []
  let truncatedLine: number | null = null
  for (const { line, value, fault, isLast } of json.lines()) {
    if (fault === null) records.push({ line, value })
    else if (isLast && fault.code === 'truncated-json') truncatedLine = line
    else throw fault
  }
  return { isLines: json.isLines, records, commentCount: json.commentCount, truncatedLine }
}

function findFault(text: string, fileName: string, line: number, budget: Budget): UserError | null {
  try {
    checkJson(text, fileName, line, budget)
    return null
  } catch (fault) {
    if (fault instanceof UserError && fault.code !== 'too-many-values') return fault
    throw fault
  }
}

/** Parsed JSON text that stands inside a field (tool arguments, `replay_config`, `state`); null when it is none. */
export function parseEmbedded(text: string): unknown {
  try {
    checkJson(text, 'embedded')
    return JSON.parse(text) as unknown
  } catch (fault) {
    if (fault instanceof UserError) return null
    throw fault
  }
}

/** Throws the first fault of a text that must be exactly one JSON value; never recurses. */
export function checkJson(
  text: string,
  fileName: string,
  firstLine = 1,
  budget: Budget = { left: MOST_VALUES },
): void {
  const end = checkValue(text, 0, fileName, firstLine, budget)
  const next = skipSpace(text, end)
  if (next < text.length) throw brokenJson(text, next, fileName, 'the end of the file', firstLine)
}

type Expecting = 'value' | 'item-or-end' | 'name' | 'name-or-end' | 'colon' | 'comma-or-end'

interface Frame {
  isArray: boolean
  /** Name of the member being read; null in an array. */
  name: string | null
  /** Position of the item being read, from 0. */
  index: number
}

/** Checks one value that starts at `from` and gives the offset after it. A state machine: depth costs no stack. */
function checkValue(text: string, from: number, fileName: string, firstLine: number, budget: Budget): number {
  const stack: Frame[] = []
  let expecting: Expecting = 'value'
  let i = from
  for (;;) {
    i = skipSpace(text, i)
    if (i >= text.length) throw truncated(text, fileName, expectedWords(expecting, stack), stack, firstLine)
    const c = text.charAt(i)
    const top = stack.at(-1)
    const isEnd = top !== undefined && c === (top.isArray ? ']' : '}')

    if (
      isEnd &&
      (expecting === 'item-or-end' || expecting === 'name-or-end' || expecting === 'comma-or-end')
    ) {
      stack.pop()
      i++
      expecting = 'comma-or-end'
    } else if (expecting === 'value' || expecting === 'item-or-end') {
      if (--budget.left < 0) throw tooMany(text, i, fileName, firstLine)
      if (c === '{' || c === '[') {
        if (stack.length >= DEPTH_LIMIT) throw tooDeep(text, i, fileName, stack, firstLine)
        stack.push({ isArray: c === '[', name: null, index: 0 })
        expecting = c === '[' ? 'item-or-end' : 'name-or-end'
        i++
        continue
      }
      i = checkScalar(text, i, fileName, stack, expecting, firstLine)
      expecting = 'comma-or-end'
    } else if (expecting === 'name' || expecting === 'name-or-end') {
      if (c !== '"' || top === undefined)
        throw brokenJson(text, i, fileName, expectedWords(expecting, stack), firstLine)
      const end = checkString(text, i, fileName, stack, firstLine)
      top.name = nameAt(text, i, end)
      refuseForbiddenName(text, i, fileName, stack, firstLine)
      i = end
      expecting = 'colon'
    } else if (expecting === 'colon') {
      if (c !== ':') throw brokenJson(text, i, fileName, expectedWords(expecting, stack), firstLine)
      i++
      expecting = 'value'
    } else if (c === ',' && top !== undefined) {
      i++
      if (top.isArray) top.index++
      expecting = top.isArray ? 'value' : 'name'
    } else {
      throw brokenJson(text, i, fileName, expectedWords(expecting, stack), firstLine)
    }
    if (expecting === 'comma-or-end' && stack.length === 0) return i
  }
}

const LITERALS = ['true', 'false', 'null']
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

function checkScalar(
  text: string,
  at: number,
  fileName: string,
  stack: Frame[],
  expecting: Expecting,
  firstLine: number,
): number {
  const c = text.charAt(at)
  if (c === '"') return checkString(text, at, fileName, stack, firstLine)
  for (const literal of LITERALS) {
    if (text.startsWith(literal, at)) return at + literal.length
    if (c === literal.charAt(0) && literal.startsWith(text.slice(at))) {
      throw truncated(text, fileName, `"${literal}"`, stack, firstLine)
    }
  }
  if (/^[-+\d.eE]*[-+.eE]$/.test(text.slice(at, at + 400)) && text.length - at <= 400) {
    throw truncated(text, fileName, 'a digit', stack, firstLine)
  }
  NUMBER.lastIndex = at
  const number = NUMBER.exec(text)
  if (number !== null) {
    const end = at + number[0].length
    if (stack.length > 0 && end === text.length) return end
    if (!/[\d.eE+-]/.test(text.charAt(end))) return end
    throw brokenJson(text, end, fileName, 'a number as JSON writes it', firstLine)
  }
  if (/^(?:-?Infinity|NaN)/.test(text.slice(at, at + 9))) {
    throw brokenJson(
      text,
      at,
      fileName,
      'a value (NaN and Infinity, as Python writes them, are not JSON)',
      firstLine,
    )
  }
  throw brokenJson(text, at, fileName, expectedWords(expecting, stack), firstLine)
}

/** Offset after the closing quote of the string that opens at `at`. */
function checkString(text: string, at: number, fileName: string, stack: Frame[], firstLine: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 34) return i + 1
    if (code === 92) {
      const escapeLength = text.charAt(i + 1) === 'u' ? 5 : 1
      const escaped = text.slice(i + 1, i + 1 + escapeLength)
      if (escaped.length < escapeLength) break
      const isKnown = escapeLength === 5 ? /^u[0-9a-fA-F]{4}$/.test(escaped) : '"\\/bfnrt'.includes(escaped)
      if (!isKnown) throw brokenJson(text, i, fileName, 'an escape that JSON knows', firstLine)
      i += escapeLength
    } else if (code < 32) {
      throw brokenJson(text, i, fileName, 'no bare control character inside a text', firstLine)
    }
  }
  throw truncated(text, fileName, 'a closing quote', stack, firstLine)
}

function nameAt(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1)
  return raw.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : raw
}

function refuseForbiddenName(
  text: string,
  at: number,
  fileName: string,
  stack: Frame[],
  firstLine: number,
): void {
  const name = stack.at(-1)?.name
  const isForbidden = name === '__proto__' || (name === 'prototype' && stack.at(-2)?.name === 'constructor')
  if (!isForbidden) return
  const path = pathOf(stack)
  throw new UserError(
    'forbidden-key',
    `the name "${path}" is not allowed: it would change objects of the program`,
    {
      place: place(text, at, fileName, firstLine),
      hint: 'No agent writes this name; take the member out, or ask where the file came from.',
    },
  )
}

function expectedWords(expecting: Expecting, stack: Frame[]): string {
  const isArray = stack.at(-1)?.isArray === true
  switch (expecting) {
    case 'value':
      return stack.length === 0 ? '"{" or "["' : 'a value'
    case 'item-or-end':
      return 'a value or "]"'
    case 'name':
      return 'a name in quotes'
    case 'name-or-end':
      return 'a name in quotes or "}"'
    case 'colon':
      return '":" after the name'
    case 'comma-or-end':
      return isArray ? '"," or "]"' : '"," or "}"'
  }
}

function tooDeep(text: string, at: number, fileName: string, stack: Frame[], firstLine: number): UserError {
  return new UserError('too-deep', `nested more than ${DEPTH_LIMIT} levels deep, at ${shortPath(stack)}`, {
    place: place(text, at, fileName, firstLine),
    hint: 'No known trajectory nests deeper than 14 levels; check that this is one.',
  })
}

function tooMany(text: string, at: number, fileName: string, firstLine: number): UserError {
  return new UserError(
    'too-many-values',
    `more than ${MOST_VALUES.toLocaleString('en')} values in one file`,
    {
      place: place(text, at, fileName, firstLine),
      hint: 'No known trajectory holds so many; check that this is one, or split a file of many runs.',
    },
  )
}

function truncated(
  text: string,
  fileName: string,
  expected: string,
  stack: Frame[],
  firstLine: number,
): UserError {
  const { line, column } = position(text, text.length, firstLine)
  const inside = stack.length === 0 ? '' : ` inside ${shortPath(stack)}`
  return new UserError(
    'truncated-json',
    `the file ends at line ${line}, column ${column}${inside}; expected ${expected}`,
    {
      place: place(text, text.length, fileName, firstLine),
      hint: 'The file was cut off: copy it again, or wait until the agent has finished writing it.',
    },
  )
}

function brokenJson(text: string, at: number, fileName: string, expected: string, firstLine = 1): UserError {
  const { line, column } = position(text, at, firstLine)
  const found = kindOf(text.charAt(at))
  return new UserError(
    'broken-json',
    `line ${line}, column ${column}: expected ${expected}, found ${found}`,
    {
      place: place(text, at, fileName, firstLine),
      hint: 'Export the file again, or repair it at that place.',
    },
  )
}

/** What stands there, without quoting the file: signs of JSON by themselves, all else by its kind. */
function kindOf(sign: string): string {
  if (sign === '') return 'the end of the line'
  if (sign === '"') return 'a quote'
  if ('{}[]:,'.includes(sign)) return `"${sign}"`
  if (/\d/.test(sign)) return 'a digit'
  if (/\s/.test(sign)) return 'a blank or line feed'
  return /\p{L}/u.test(sign) ? 'a letter' : 'another sign'
}

function pathOf(stack: Frame[]): string {
  return stack
    .map((frame) => (frame.isArray ? `[${frame.index}]` : frame.name === null ? '' : `.${frame.name}`))
    .join('')
    .replace(/^\./, '')
}

function shortPath(stack: Frame[]): string {
  const path = pathOf(stack)
  if (path === '') return 'the outermost value'
  return path.length <= 120 ? path : `${path.slice(0, 60)}…${path.slice(-40)}`
}

function place(text: string, at: number, fileName: string, firstLine: number): string {
  const { line, column } = position(text, at, firstLine)
  return `${fileName}:${line}:${column}`
}

/** Line and column from 1; a column counts UTF-16 code units, as editors do. */
function position(text: string, at: number, firstLine: number): { line: number; column: number } {
  const lastFeed = at === 0 ? -1 : text.lastIndexOf('\n', at - 1)
  return { line: firstLine + lineOf(text, at) - 1, column: at - lastFeed }
}

function lineOf(text: string, at: number): number {
  let line = 1
  for (let i = text.indexOf('\n'); i !== -1 && i < at; i = text.indexOf('\n', i + 1)) line++
  return line
}

function skipSpace(text: string, from: number): number {
  let i = from
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c !== 32 && c !== 10 && c !== 13 && c !== 9) break
  }
  return i
}

function skipComments(text: string): { start: number; commentCount: number } {
  let start = skipSpace(text, 0)
  let commentCount = 0
  while (text.startsWith('//', start)) {
    const feed = text.indexOf('\n', start)
    commentCount++
    start = feed === -1 ? text.length : skipSpace(text, feed)
  }
  return { start, commentCount }
}
