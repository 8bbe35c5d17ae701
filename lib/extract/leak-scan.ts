import type { NoiseType } from '../memory/entry.ts'
import { matchesOf } from '../memory/text/matches-of.ts'
import { isPlainWord } from './mechanism-lexicon.ts'
import { findSecrets } from './secret-scan.ts'
import { isWellKnown } from './well-known-names.ts'

/** A piece of a text that belongs to one instance only. */
export interface Leak {
  type: NoiseType
  start: number
  end: number
  text: string
}

/** Extensions that make a dotted word a file name. */
const FILE_NAME =
  /^[\w.+-]*\w\.(?:pyx?|pyi|ipynb|jsx?|tsx?|mjs|cjs|go|rs|java|rb|php|c|h|cc|cpp|hpp|cs|sh|cfg|toml|ini|rst|md|txt|html?|css|json|jsonl|ya?ml|xml|csv|sql|po|lock|log|patch|diff|pcap|bak|orig|fits|tex)(?::\d+(?:[:-]\d+)?)?$/i
const LINE_NUMBERS = /\blines? \d+(?:(?: ?[-–] ?| to | and | through )\d+)?/gi
const WORD = /[^\s"'`()[\]{}<>,;=+*!?|“”‘’…]+/g
const LONGEST_WORD = 300

/**
 * Finds what must not stay in an experience: paths, line numbers, local identifiers, instance ids, URLs, hash-like numbers,
 * secrets. `own` is the name of the package under repair, never well known. Offsets into `text`, in order, not overlapping.
 */
export function scanLeaks(text: string, own: string | null = null): Leak[] {
  const leaks: Leak[] = []
  // A mark for each letter that is taken: asking all leaks so far would cost their square.
  const taken = new Uint8Array(text.length)
  const add = (type: NoiseType, start: number, end: number) => {
    if (end <= start || taken.subarray(start, end).includes(1)) return
    taken.fill(1, start, end)
    leaks.push({ type, start, end, text: text.slice(start, end) })
  }
  for (const { start, end } of findSecrets(text)) add('secret', start, end)
  for (const match of matchesOf(text, /«secret:[^»\n]{1,60}»/g))
    add('secret', match.index, match.index + match[0].length)
  for (const match of matchesOf(
    text,
    /\b(?:https?|ftp|file|ssh|git):\/\/[^\s)>\]"'`]+|\bwww\.[^\s)>\]"'`]+/g,
  )) {
    add('url', match.index, match.index + match[0].replace(/[.,;:]+$/, '').length)
  }
  for (const match of matchesOf(text, LINE_NUMBERS)) add('line', match.index, match.index + match[0].length)
  const kinds = new Map<string, NoiseType | null>()
  for (const match of matchesOf(text, WORD)) {
    const word = match[0].replace(/^[.:~\-–—&^%@]+(?=[A-Za-z#])(?<!\.)/, '').replace(/[.:\-–—/\\&^%]+$/, '')
    if (word === '' || word.length > LONGEST_WORD) continue
    const start = match.index + match[0].indexOf(word)
    const isCall = text.charAt(start + word.length) === '(' && /[A-Za-z_]$/.test(word)
    const key = isCall ? `${word}(` : word
    let type = kinds.get(key)
    if (type === undefined) {
      type = noiseOf(word, isCall, own)
      kinds.set(key, type)
    }
    if (type !== null) add(type, start, start + word.length)
  }
  return leaks.sort((a, b) => a.start - b.start)
}

/** What kind of instance noise one word is; null when it is none. */
export function noiseOf(word: string, isCall: boolean, own: string | null): NoiseType | null {
  if (/^[A-Za-z0-9.-]{1,60}__[A-Za-z0-9._-]{1,80}-\d+$/.test(word)) return 'instance'
  if (/^#\d{2,}$/.test(word)) return 'instance'
  if (!word.includes('/') && isWellKnown(word, own)) return null
  if (isPath(word)) return 'path'
  if (/^(?:0x[0-9a-f]{4,}|(?=[0-9a-f]{0,40}\d)(?=[0-9a-f]{0,40}[a-f])[0-9a-f]{7,64}|\d{5,})$/i.test(word))
    return 'number'
  if (own !== null && word.toLowerCase() === own.toLowerCase() && !isPlainWord(word)) return 'identifier'
  if (isIdentifier(word)) return 'identifier'
  return isCall && !isPlainWord(word) ? 'identifier' : null
}

function isPath(place: string): boolean {
  const word = place.replace(/:\d+(?:[:-]\d+)?$/, '')
  if (FILE_NAME.test(word)) return true
  if (/^(?:[A-Za-z]:|\\)\\\w/.test(word)) return true
  if (!word.includes('/')) return FILE_NAME.test(word.split('\\').at(-1) ?? '')
  if (/^(?:~|\.{1,2})?\/[\w.-]+/.test(word)) return true
  const parts = word.split('/')
  if (
    parts.length > 2 &&
    parts.some((part) => /^[A-Z]/.test(part)) &&
    !parts.some((part) => /^(?:src|tests?|lib|docs?|usr|home|var|opt)$/.test(part))
  )
    return FILE_NAME.test(parts.at(-1) ?? '')
  return parts.length > 2
    ? parts.every((part) => /^[\w.@+-]*$/.test(part))
    : parts.some((part) => /^(?:src|tests?|lib|docs?|bin|etc|usr|tmp)$/.test(part)) ||
        FILE_NAME.test(parts.at(-1) ?? '')
}

function isIdentifier(word: string): boolean {
  if (!/^[@$]?[\p{L}_][\p{L}\p{N}_.:$-]*$/u.test(word)) return false
  if (/^(?:e\.g|i\.e|etc|vs|a\.k\.a|cf|et\.al|U\.S|Ph\.D)$/i.test(word)) return false
  if (/[\p{L}\p{N}]_|_[\p{L}\p{N}]/u.test(word)) return true
  if (/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(word)) return true
  const bare = word.replace(/s$/, '')
  if (/^(?:[A-Z]{2,}s?|[A-Z]{2,5}\d*)$/.test(word)) return false
  if (/-/.test(word))
    return word.split('-').some((part) => part.length > 2 && isIdentifier(part) && !isWellKnown(part))
  return (/[a-z][A-Z]/.test(bare) || /^[A-Z]{2,}[a-z]{2,}/.test(bare)) && !isWellKnown(bare)
}
