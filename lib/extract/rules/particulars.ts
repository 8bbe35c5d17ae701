import { matchesOf } from '../../memory/text/matches-of.ts'
import { isPlainWord } from '../mechanism-lexicon.ts'
import { isWellKnown } from '../well-known-names.ts'

/** Numbers that mean the same everywhere: powers of two, widths, limits of types, status codes, parts of time. */
const COMMON_NUMBERS = new Set(
  '8 16 32 64 100 127 128 200 201 204 255 256 301 302 304 307 308 360 365 366 400 401 403 404 405 409 410 412 413 415 422 429 500 502 503 504 512 1000 1024 3600 4096 8080 65535 65536 86400'.split(
    ' ',
  ),
)

const UNIT =
  '(?:ms|milliseconds?|s|sec|seconds?|min|minutes?|h|hours?|days?|weeks?|em|px|kb|mb|gb|bytes?|characters?|chars?|rows?|lines?|words?|columns?|items?|records?|readings?|jobs?|entries|pages?|times|tests?)'
const NUMBER = /(?<![\w.^/-])(\d+(?:[.,:]\d+)*)(%?)(?![\w/-]|\.\d)/g
const WITH_UNIT = new RegExp(`^\\s?${UNIT}\\b`, 'i')
/** A capitalised word inside a sentence, with those that follow it. */
const NAME = /(?<=[a-z0-9,;:)] )[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,})*/g
/** Capitalised in any text of the trade. */
export const PROPER = new Set(
  `Python Rust Java Node Deno React Vue Django Flask Windows Linux Unix Debian Ubuntu Chrome Firefox Safari Unicode Latin Greek Cyrillic English German
   French Spanish Gregorian Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October
   November December Promise Map Set Date Number String Boolean Object Array Buffer Error Option Result Some None Ok Err Vec Box Drop Iterator Hash Europe
   America Asia Internet Boolean Bessel Fourier Gauss Euler Bayes Markov Poisson Unix Posix Markdown Docker Git Http Json`.split(
    /\s+/,
  ),
)

/**
 * Places where a sentence tells of one run's data rather than of its mechanism: amounts, measured values, people, places, products. Offsets
 * into `text`. Ours; a hint, not proof: a candidate sentence with such places loses against one without.
 */
export function findParticulars(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  for (const match of matchesOf(text, NUMBER)) {
    const [all, digits = ''] = match
    const end = match.index + all.length
    const isMeasured = WITH_UNIT.test(text.slice(end)) && digits.length > 1
    const isOdd = digits.length > 1 && !COMMON_NUMBERS.has(digits)
    if (isMeasured || isOdd) found.push({ start: match.index, end })
  }
  for (const match of matchesOf(text, NAME)) {
    const words = match[0].split(' ')
    if (words.every((word) => PROPER.has(word) || isWellKnown(word) || isPlainWord(word))) continue
    found.push({ start: match.index, end: match.index + match[0].length })
  }
  return found
}
