/** Control sequences of terminals: colours, cursor moves, titles and links. */
const ESC = '\\u001b'
const TERMINAL = new RegExp(
  `${ESC}(?:\\[[0-9;?]{0,40}[ -/]?[@-~]|\\][^\\u0007${ESC}]{0,400}(?:\\u0007|${ESC}\\\\)|[()][A-Z0-9])`,
  'g',
)
/** Escapes of a text that stands inside another: a quote, a line feed, a tab. */
const ESCAPED = /\\+(["'nrt])/g

/**
 * The text as patterns should see it, of the same length, so that places stay: terminal sequences become blanks, escaped quotes
 * quotes and escaped line feeds blanks.
 */
export function plainView(text: string): string {
  const shown = text.includes('\u001b') ? text.replace(TERMINAL, (found) => ' '.repeat(found.length)) : text
  if (!shown.includes('\\')) return shown
  return shown.replace(
    ESCAPED,
    (found, sign: string) => `${' '.repeat(found.length - 1)}${sign === '"' || sign === "'" ? sign : ' '}`,
  )
}

/** A run of letters that could be base64. Bounded, so that it costs time by its length. */
const BASE64 = /[A-Za-z0-9+/_-]{24,4000}={0,2}/g
/** A word with percent signs; it begins where no letter of it stands before, so that no place is tried twice. */
const PERCENT = /(?<![\w.~:/?&='%-])[\w.~:/?&='-]{0,200}(?:%[0-9A-Fa-f]{2}[\w.~:/?&='-]{0,200}){1,400}/g

/** What stands one layer of base64 or percent-encoding deep, with its place; only what decodes to readable text. */
export function* decodedViews(text: string): Generator<{ plain: string; start: number; end: number }> {
  for (const { 0: word, index } of text.matchAll(BASE64)) {
    const plain = isReadable(Buffer.from(word.slice(0, 64), 'base64').toString('latin1').slice(0, -3))
      ? Buffer.from(word, 'base64').toString('latin1')
      : ''
    if (plain.length >= LEAST_PLAIN && isReadable(plain))
      yield { plain, start: index, end: index + word.length }
  }
  if (!text.includes('%')) return
  for (const { 0: word, index } of text.matchAll(PERCENT)) {
    const plain = percentDecoded(word) ?? ''
    if (plain.length >= LEAST_PLAIN && isReadable(plain))
      yield { plain, start: index, end: index + word.length }
  }
}

/** Shortest decoded text that is looked at. */
const LEAST_PLAIN = 12

function isReadable(text: string): boolean {
  return /^[\x20-\x7e\s]*$/.test(text)
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
