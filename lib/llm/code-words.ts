import type { TaskReader, TaskWords } from './embedder.ts'
import { hashOf, mix, READ_CHARACTERS, saturated } from './hashed-vector.ts'
import { CONCEPTS, FIXED_STEMS, GENERIC_WORDS, MECHANISM_WORDS, STOP_WORDS } from './local-v1-table.ts'

/**
 * How code-talk is read: identifiers fall into words, words into stems, stems get the frozen weights of local-v1.
 * Only ASCII is folded and only fixed tables are used, so that the result never depends on the ICU data of a machine.
 */
export interface CodeWord {
  /** Lower-case word as written, e.g. `pages`. */
  word: string
  /** What is compared, e.g. `pag`. */
  stem: string
  /** How much the word says about a mechanism: 0.05 for `the`, 0.3 for `fix`, 1 for a word no table knows, 1.5 for `listener`. */
  weight: number
  /** Half-open range of UTF-16 code units in the text. */
  start: number
  end: number
  /** A new sentence, line or bracket began before it: no pair reaches across. */
  breakBefore: boolean
}

/** A piece of text that names a concept of the table, e.g. `off by one` names `boundary`. */
interface ConceptMatch {
  concept: string
  /** How surely the words mean the concept, 0..1. */
  strength: number
  /** First and one past the last word. */
  from: number
  to: number
}

const LOWER = 1
const UPPER = 2
const DIGIT = 3
const OTHER_LETTER = 4

/** 0 for everything that separates words. Above ASCII: letters, except the Latin-1 signs and the punctuation blocks. */
function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return LOWER
  if (code >= 65 && code <= 90) return UPPER
  if (code >= 48 && code <= 57) return DIGIT
  if (code < 0xc0 || code === 0xd7 || code === 0xf7) return 0
  if (code >= 0x2000 && code <= 0x2bff) return 0
  if (code >= 0x3000 && code <= 0x303f) return 0
  if (code >= 0xe000 && code <= 0xf8ff) return 0
  if (code >= 0xfe10 && code <= 0xfe6f) return 0
  if (code >= 0xff00 && code <= 0xff0f) return 0
  return code >= 0xfff0 ? 0 : OTHER_LETTER
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (upper) => upper.toLowerCase())
}

/** Splits a text into words: `offByOne`, `off_by_one` and `off-by-one` give the same three, `IndexError` gives two. */
export function codeWords(text: string): CodeWord[] {
  const words: CodeWord[] = []
  let breakBefore = true
  let i = 0
  while (i < text.length) {
    const kind = kindOf(text.charCodeAt(i))
    if (kind === 0) {
      const sign = text[i] ?? ''
      if (sign === '\n' || sign === ';' || sign === '(' || sign === ')') breakBefore = true
      if ((sign === '.' || sign === ',' || sign === ':') && kindOf(text.charCodeAt(i + 1)) === 0)
        breakBefore = true
      i++
      continue
    }
    const end = endOfWord(text, i, kind)
    const word = lowerAscii(text.slice(i, end))
    const stem = stemOf(word)
    words.push({ word, stem, weight: weightOf(word, stem, kind), start: i, end, breakBefore })
    breakBefore = false
    i = end
  }
  return words
}

function endOfWord(text: string, from: number, kind: number): number {
  let end = from + 1
  const kindAt = (index: number) => (index < text.length ? kindOf(text.charCodeAt(index)) : 0)
  if (kind === UPPER) {
    while (kindAt(end) === UPPER) end++
    const run = end - from
    // `IDs` and `URLs` are one word; the last capital of `HTTPServer` belongs to the next word.
    if (kindAt(end) !== LOWER) return end
    if (run > 1 && text[end] === 's' && kindAt(end + 1) !== LOWER) return end + 1
    if (run > 1) return end - 1
    while (kindAt(end) === LOWER || kindAt(end) === OTHER_LETTER) end++
    return end
  }
  if (kind === DIGIT) {
    while (kindAt(end) === DIGIT) end++
    return end
  }
  while (kindAt(end) === LOWER || kindAt(end) === OTHER_LETTER) end++
  return end
}

function hasVowel(text: string): boolean {
  return /[aeiouy]/.test(text)
}

/** Endings of derived words, longest first; each leaves at least four letters. */
const DERIVED_ENDINGS = [
  'ization',
  'isation',
  'ations',
  'ation',
  'ators',
  'ator',
  'able',
  'ible',
  'ment',
  'ness',
]
const LATE_ENDINGS = ['ion', 'ate', 'ity', 'er', 'or', 'ly']

/** Light stemming of English code-talk: `paginate`, `pagination` and `paginator` meet in `pagin`. */
export function stemOf(word: string): string {
  const fixed = FIXED.get(word)
  if (fixed !== undefined) return fixed
  if (word.length <= 3) return word
  let stem = word
  if (stem.endsWith('ies') && stem.length > 4) stem = `${stem.slice(0, -3)}y`
  else if (stem.endsWith('sses')) stem = stem.slice(0, -2)
  else if (stem.endsWith('s') && !/(?:ss|us|is)$/.test(stem)) stem = stem.slice(0, -1)
  stem = withoutEnding(withoutInflection(stem), DERIVED_ENDINGS)
  stem = withoutEnding(stem, LATE_ENDINGS)
  if (stem.length > 3 && stem.endsWith('e')) return stem.slice(0, -1)
  return stem.length > 5 && stem.endsWith('y') ? stem.slice(0, -1) : stem
}

function withoutInflection(word: string): string {
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') ? 2 : 0
  if (ending === 0) return word
  const stem = word.slice(0, -ending)
  if (stem.length < 3 || !hasVowel(stem)) return word
  if (/([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1)
  // `paginated` had an e to lose, `repeated` had not.
  return /[^e]at$/.test(stem) ? `${stem}e` : stem
}

function withoutEnding(word: string, endings: readonly string[]): string {
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= 4)
  return ending === undefined ? word : word.slice(0, -ending.length)
}

function weightOf(word: string, stem: string, kind: number): number {
  if (kind === DIGIT) return NUMBER_WEIGHT
  return WEIGHTS.get(word) ?? WEIGHTS.get(stem) ?? (word.length === 1 ? LETTER_WEIGHT : UNKNOWN_WEIGHT)
}

const NUMBER_WEIGHT = 0.2
const LETTER_WEIGHT = 0.15
const UNKNOWN_WEIGHT = 1

const FIXED = new Map<string, string>()
for (const line of FIXED_STEMS) {
  const family = line.split(' ')
  for (const form of family) FIXED.set(form, family[0] ?? form)
}

const WEIGHTS = new Map<string, number>()
function weigh(words: string, weight: number, byStem: boolean): void {
  for (const word of words.split(/\s+/)) {
    if (word === '') continue
    WEIGHTS.set(word, weight)
    if (byStem) WEIGHTS.set(stemOf(word), weight)
  }
}
weigh(GENERIC_WORDS, 0.3, true)
weigh(MECHANISM_WORDS, 1.5, true)
weigh(STOP_WORDS, 0.05, false)

const MEMBERS = new Map<string, { concept: string; strength: number }[]>()
/** Words of the longest member that begins with a stem: most stems begin none, and no phrase need be made of them. */
const LONGEST_FROM = new Map<string, number>()
for (const [concept, members] of Object.entries(CONCEPTS)) {
  for (const member of members.split(',')) {
    const [, phrase = '', number] = /^\s*(.*?)(?:\s+(0\.\d+))?\s*$/.exec(member) ?? []
    const stems = codeWords(phrase).map((word) => word.stem)
    const key = stems.join(' ')
    const first = stems[0] ?? ''
    LONGEST_FROM.set(first, Math.max(LONGEST_FROM.get(first) ?? 0, stems.length))
    const known = MEMBERS.get(key) ?? []
    known.push({ concept, strength: number === undefined ? 1 : Number(number) })
    MEMBERS.set(key, known)
  }
}

/** Concepts of the frozen table that a text names, longest phrase first, left to right; a word is used once. */
export function conceptMatches(words: readonly CodeWord[]): ConceptMatch[] {
  const matches: ConceptMatch[] = []
  let from = 0
  while (from < words.length) {
    let used = 1
    const longest = LONGEST_FROM.get(words[from]?.stem ?? '') ?? 0
    for (let length = Math.min(longest, words.length - from); length > 0; length--) {
      const members = MEMBERS.get(phraseAt(words, from, length))
      if (members === undefined) continue
      for (const member of members) matches.push({ ...member, from, to: from + length })
      used = length
      break
    }
    from += used
  }
  return matches
}

function phraseAt(words: readonly CodeWord[], from: number, length: number): string {
  let phrase = words[from]?.stem ?? ''
  for (let i = 1; i < length; i++) phrase += ` ${words[from + i]?.stem ?? ''}`
  return phrase
}

export const TASK_WORDS_ID = 'local-task-v2'

/** What local-v1 weighs less than this is left out: stop words, single letters, numbers. */
const LEFT_OUT_BELOW = 0.25
/** What two words side by side count, in words. */
const PAIR_WEIGHT = 0.7

/**
 * The built-in reader of whole task texts by their words. local-v1 counts everyday words of software work little, because in a
 * description they only tell the stage; in a task they tell the task. So here every word with a meaning of its own counts the
 * same to begin with, and whoever compares weighs it by how few of the memory's tasks have it (see `readTaskCorpus`).
 */
export function createTaskWords(): TaskReader {
  const meaning = new Float32Array(0)
  return {
    id: TASK_WORDS_ID,
    read: async (texts) => texts.map((text) => ({ words: taskWords(text), meaning })),
  }
}

/** Stems and pairs of stems of a text, named by 32-bit hashes, with counts that add ever less. The same on every machine. */
export function taskWords(text: string): TaskWords {
  const counts = new Map<number, { count: number; weight: number }>()
  const add = (feature: string, weight: number) => {
    const hash = mix(hashOf(feature))
    const known = counts.get(hash)
    if (known) known.count++
    else counts.set(hash, { count: 1, weight })
  }
  let before: string | null = null
  for (const { stem, weight, breakBefore } of codeWords(text.slice(0, READ_CHARACTERS))) {
    if (breakBefore) before = null
    if (weight < LEFT_OUT_BELOW) continue
    add(`w ${stem}`, 1)
    if (before !== null) add(`p ${before} ${stem}`, PAIR_WEIGHT)
    before = stem
  }
  const features = Uint32Array.from(counts.keys()).sort()
  const weights = Float64Array.from(features, (feature) => {
    const { count, weight } = counts.get(feature) ?? { count: 0, weight: 0 }
    return weight * saturated(count)
  })
  return { features, weights }
}
