import { UserError } from '../memory/errors.ts'

/** Deepest nesting that is read (ours; the deepest of 359 real files is 14). */
export const DEPTH_LIMIT = 64

/** Most values of a file, names not counted: small ones take many times their bytes in memory. Ours; of 356 real files the one with the most has 17,771. */
export const MOST_VALUES = 5_000_000
/** A text that is checked: where it is from, for faults, and how many values its file may still hold. */
type Source = {
  text: string
  fileName: string
  firstLine: number
  budget: { left: number }
  /** Where `NaN` and `Infinity` stand, which Python writes and JSON does not know: no number, and so read as null. */
  odd: { at: number; end: number }[]
}

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
    const source = { ...sourceOf(text, fileName), budget }
    const { end, fault } = firstValue(source, start)
    const next = fault === null ? skipSpace(text, end) : start
    this.commentCount = commentCount
    this.firstFault = fault
    this.isLines = next < text.length
    if (fault === null)
      this.#read.push({
        line: lineOf(text, start),
        value: valueIn(source, start, end),
        fault: null,
        isLast: next === text.length,
      })
    this.#rest = linesFrom({ text, fileName, budget }, next)
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

function firstValue(source: Source, start: number): { end: number; fault: UserError | null } {
  let end = start
  const fault = faultIn(() => {
    const { text } = source
    const after = checkValue(source, start)
    const next = skipSpace(text, after)
    if (next < text.length && text.slice(after, next).indexOf('\n') === -1)
      throw brokenJson(source, next, 'the end of the file or a line break')
    end = after
  })
  return { end, fault }
}

function* linesFrom(
  { text, ...source }: Omit<Source, 'firstLine' | 'odd'>,
  from: number,
): Generator<JsonLine> {
  let line = lineOf(text, from)
  const textEnd = text.trimEnd().length
  for (let at = from; at < text.length; line++) {
    const feed = text.indexOf('\n', at)
    const end = feed === -1 ? text.length : feed
    const written = text.slice(at, end).trim()
    if (written !== '' && !written.startsWith('//')) {
      const whole: Source = { ...source, text: text.slice(at, end), firstLine: line, odd: [] }
      const fault = faultIn(() => checkWhole(whole))
      const value = fault === null ? valueIn(whole, 0, whole.text.length) : undefined
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

/** The fault that a check throws, or null; `too-many-values` is of the whole file, and goes on. */
function faultIn(check: () => void): UserError | null {
  try {
    check()
    return null
  } catch (fault) {
    if (fault instanceof UserError && fault.code !== 'too-many-values') return fault
    throw fault
  }
}

/** Parsed JSON text that stands inside a field (tool arguments, `replay_config`, `state`); null when it is none. */
export function parseEmbedded(text: string): unknown {
  try {
    const source = sourceOf(text, 'embedded')
    checkWhole(source)
    return valueIn(source, 0, text.length)
  } catch (fault) {
    if (fault instanceof UserError) return null
    throw fault
  }
}

/** Throws the first fault of a text that must be exactly one JSON value; never recurses. */
export function checkJson(text: string, fileName: string): void {
  checkWhole(sourceOf(text, fileName))
}

function sourceOf(text: string, fileName: string): Source {
  return { text, fileName, firstLine: 1, budget: { left: MOST_VALUES }, odd: [] }
}

/** The value of a part that was checked. */
function valueIn({ text, odd }: Source, from: number, to: number): unknown {
  let [json, at] = ['', from]
  for (const one of odd) {
    json += `${text.slice(at, one.at)}null`
    at = one.end
  }
  return JSON.parse(json + text.slice(at, to))
}

function checkWhole(source: Source): void {
  const next = skipSpace(source.text, checkValue(source, 0))
  if (next < source.text.length) throw brokenJson(source, next, 'the end of the file')
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
function checkValue(source: Source, from: number): number {
  const { text, budget } = source
  const stack: Frame[] = []
  let expecting: Expecting = 'value'
  let i = from
  for (;;) {
    i = skipSpace(text, i)
    if (i >= text.length) throw truncated(source, expectedWords(expecting, stack), stack)
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
      if (--budget.left < 0) throw tooMany(source, i)
      if (c === '{' || c === '[') {
        if (stack.length >= DEPTH_LIMIT) throw tooDeep(source, i, stack)
        stack.push({ isArray: c === '[', name: null, index: 0 })
        expecting = c === '[' ? 'item-or-end' : 'name-or-end'
        i++
        continue
      }
      i = checkScalar(source, i, stack, expecting)
      expecting = 'comma-or-end'
    } else if (expecting === 'name' || expecting === 'name-or-end') {
      if (c !== '"' || top === undefined) throw brokenJson(source, i, expectedWords(expecting, stack))
      const end = checkString(source, i, stack)
      top.name = nameAt(text, i, end)
      refuseForbiddenName(source, i, stack)
      i = end
      expecting = 'colon'
    } else if (expecting === 'colon') {
      if (c !== ':') throw brokenJson(source, i, expectedWords(expecting, stack))
      i++
      expecting = 'value'
    } else if (c === ',' && top !== undefined) {
      i++
      if (top.isArray) top.index++
      expecting = top.isArray ? 'value' : 'name'
    } else {
      throw brokenJson(source, i, expectedWords(expecting, stack))
    }
    if (expecting === 'comma-or-end' && stack.length === 0) return i
  }
}

const LITERALS = ['true', 'false', 'null']
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

function checkScalar(source: Source, at: number, stack: Frame[], expecting: Expecting): number {
  const { text } = source
  const c = text.charAt(at)
  if (c === '"') return checkString(source, at, stack)
  for (const literal of LITERALS) {
    if (text.startsWith(literal, at)) return at + literal.length
    if (c === literal.charAt(0) && literal.startsWith(text.slice(at)))
      throw truncated(source, `"${literal}"`, stack)
  }
  if (/^[-+\d.eE]*[-+.eE]$/.test(text.slice(at, at + 400)) && text.length - at <= 400)
    throw truncated(source, 'a digit', stack)
  NUMBER.lastIndex = at
  const number = NUMBER.exec(text)
  if (number !== null) {
    const end = at + number[0].length
    if (stack.length > 0 && end === text.length) return end
    if (!/[\d.eE+-]/.test(text.charAt(end))) return end
    throw brokenJson(source, end, 'a number as JSON writes it')
  }
  const [ofPython] = /^(?:-?Infinity|NaN)\b/.exec(text.slice(at, at + 10)) ?? []
  if (ofPython === undefined) throw brokenJson(source, at, expectedWords(expecting, stack))
  source.odd.push({ at, end: at + ofPython.length })
  return at + ofPython.length
}

/** Offset after the closing quote of the string that opens at `at`. */
function checkString(source: Source, at: number, stack: Frame[]): number {
  const { text } = source
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 34) return i + 1
    if (code === 92) {
      const escapeLength = text.charAt(i + 1) === 'u' ? 5 : 1
      const escaped = text.slice(i + 1, i + 1 + escapeLength)
      if (escaped.length < escapeLength) break
      const isKnown = escapeLength === 5 ? /^u[0-9a-fA-F]{4}$/.test(escaped) : '"\\/bfnrt'.includes(escaped)
      if (!isKnown) throw brokenJson(source, i, 'an escape that JSON knows')
      i += escapeLength
    } else if (code < 32) {
      throw brokenJson(source, i, 'no bare control character inside a text')
    }
  }
  throw truncated(source, 'a closing quote', stack)
}

function nameAt(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1)
  return raw.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : raw
}

function refuseForbiddenName(source: Source, at: number, stack: Frame[]): void {
  const name = stack.at(-1)?.name
  const isForbidden = name === '__proto__' || (name === 'prototype' && stack.at(-2)?.name === 'constructor')
  if (!isForbidden) return
  const message = `the name "${pathOf(stack)}" is not allowed: it would change objects of the program`
  const hint = 'No agent writes this name; take the member out, or ask where the file came from.'
  throw faultAt(source, at, 'forbidden-key', message, hint)
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

function faultAt(source: Source, at: number, code: string, message: string, hint: string): UserError {
  const { line, column } = position(source, at)
  return new UserError(code, message, { place: `${source.fileName}:${line}:${column}`, hint })
}

function tooDeep(source: Source, at: number, stack: Frame[]): UserError {
  const message = `nested more than ${DEPTH_LIMIT} levels deep, at ${shortPath(stack)}`
  const hint = 'No known trajectory nests deeper than 14 levels; check that this is one.'
  return faultAt(source, at, 'too-deep', message, hint)
}

function tooMany(source: Source, at: number): UserError {
  const message = `more than ${MOST_VALUES.toLocaleString('en')} values in one file`
  const hint = 'No known trajectory holds so many; check that this is one, or split a file of many runs.'
  return faultAt(source, at, 'too-many-values', message, hint)
}

function truncated(source: Source, expected: string, stack: Frame[]): UserError {
  const at = source.text.length
  const { line, column } = position(source, at)
  const inside = stack.length === 0 ? '' : ` inside ${shortPath(stack)}`
  const message = `the file ends at line ${line}, column ${column}${inside}; expected ${expected}`
  const hint = 'The file was cut off: copy it again, or wait until the agent has finished writing it.'
  return faultAt(source, at, 'truncated-json', message, hint)
}

function brokenJson(source: Source, at: number, expected: string): UserError {
  const { line, column } = position(source, at)
  const found = kindOf(source.text.charAt(at))
  const message = `line ${line}, column ${column}: expected ${expected}, found ${found}`
  return faultAt(source, at, 'broken-json', message, 'Export the file again, or repair it at that place.')
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

/** Line and column from 1; a column counts UTF-16 code units, as editors do. */
function position({ text, firstLine }: Source, at: number): { line: number; column: number } {
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
