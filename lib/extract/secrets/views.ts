const ESC = '\\u001b'
/**
 * What a text is dressed in: control sequences of terminals; escapes of a text inside a text (backslashes, percent signs, entities, code
 * points) and of a line's end; letters without width; and what was masked before. A run of backslashes is read from its first one only.
 */
const DRESS = [
  `${ESC}(?:\\[[0-9;?]{0,40}[ -/]?[@-~]|\\][^\\u0007${ESC}]{0,400}(?:\\u0007|${ESC}\\\\)|[()][A-Z0-9])`,
  String.raw`(?<!\\)\\+(?:["'\x60nrt/]|u00[2-7][0-9a-fA-F]|x[2-7][0-9a-fA-F]|\r?\n[ \t]{0,20})`,
  '&(?:quot|apos|amp|lt|gt|#\\d\\d|#x[2-7][0-9a-fA-F]);',
  '«secret:[^»\\n]{1,60}»',
  '[\\u200b\\u00ad\\u2060\\ufeff]',
].join('|')
const ESCAPES = new RegExp(DRESS, 'g')
/** Percent-encoding is undone apart: in an address it also says where a part ends. */
const HIDDEN = '%(?:[2-7][0-9A-Fa-f]|0[9AaDd])'
const IS_HIDDEN = new RegExp(HIDDEN)
const PERCENT = new RegExp(`${DRESS}|${HIDDEN}`, 'g')
/** The end of a line that a terminal or a mail broke inside a word. */
const BROKEN = /(?<=[\w-]{8})[ \t]{0,4}\r?\n[ \t│|>"']{0,12}(?=[\w-]{8})/g
const ENTITIES: Record<string, string> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' }

/** A text as a reader sees it, and where each of its characters stands in the text it was made from. */
export interface View {
  plain: string
  /** Half-open, in the first text. */
  placeOf: (at: number) => readonly [start: number, end: number]
}

/** The text with its escapes undone, of a text inside a text inside a text too. Linear. */
export const undress = (text: string): View => without(text, ESCAPES)

/** As `undress`, percent-encoding undone too; null where there is none. */
export const percentDecoded = (text: string): View | null =>
  IS_HIDDEN.test(text) ? without(text, PERCENT) : null

/** The text with its lines joined where both words at the end of one look drawn at random. */
export const unwrapped = (text: string): View | null =>
  text.search(BROKEN) >= 0 ? without(text, BROKEN) : null

function without(text: string, dress: RegExp): View {
  const pieces: string[] = []
  // Where a piece of dress stood: in the plain text, its length there, its start and end in the first text.
  const seams: [plain: number, length: number, start: number, end: number][] = []
  let [read, length] = [0, 0]
  // One by one: a text of escapes has millions.
  dress.lastIndex = 0
  for (let match = dress.exec(text); match !== null; match = dress.exec(text)) {
    const { 0: found, index } = match
    const shown = undressed(found)
    pieces.push(text.slice(read, index), shown)
    length += index - read
    seams.push([length, shown.length, index, index + found.length])
    length += shown.length
    read = index + found.length
  }
  if (seams.length === 0) return { plain: text, placeOf: (at) => [at, at + 1] }
  pieces.push(text.slice(read))
  return { plain: pieces.join(''), placeOf: (at) => placeAmong(seams, at) }
}

function placeAmong(
  seams: readonly (readonly [number, number, number, number])[],
  at: number,
): [number, number] {
  let [low, high] = [0, seams.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((seams[middle]?.[0] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  const [plain, length, start, end] = seams[low - 1] ?? [0, 0, 0, 0]
  return at < plain + length ? [start, end] : [end + at - plain - length, end + at - plain - length + 1]
}

function undressed(found: string): string {
  if (found.startsWith('%')) return String.fromCharCode(Number.parseInt(found.slice(1), 16))
  if (found.startsWith('&')) {
    const name = found.slice(1, -1)
    return ENTITIES[name] ?? String.fromCharCode(Number(name.replace(/^#x/, '0x').replace(/^#/, '')))
  }
  if (found.startsWith('«')) return '«»'
  if (!found.startsWith('\\')) return ''
  const sign = found.replace(/^\\+/, '')
  if (sign.length > 1 && /^[ux]/.test(sign)) return String.fromCharCode(Number.parseInt(sign.slice(1), 16))
  if (sign === 't') return '\t'
  if (sign === 'n' || sign === 'r') return '\n'
  return /^\s/.test(sign) ? '' : sign
}

/** A run of letters that could be base64, of one line or of lines as tools wrap them. Bounded, so that it costs time by its length. */
const BASE64 =
  /(?<![A-Za-z0-9+/_-])(?:[A-Za-z0-9+/]{60,76}\r?\n[ \t]{0,12}){0,60}[A-Za-z0-9+/_-]{24,8000}={0,2}/g
/** Shortest decoded text that is looked at. */
const LEAST_PLAIN = 12

/** What stands one layer of base64 deep, with its place; only what decodes to readable text. */
export function* decodedViews(text: string): Generator<{ plain: string; start: number; end: number }> {
  BASE64.lastIndex = 0
  for (let match = BASE64.exec(text); match !== null; match = BASE64.exec(text)) {
    const { 0: word, index } = match
    const head = Buffer.from(word.slice(0, 64), 'base64').toString('latin1')
    const plain = isReadable(head.slice(0, -3)) ? Buffer.from(word, 'base64').toString('latin1') : ''
    if (plain.length >= LEAST_PLAIN && isReadable(plain))
      yield { plain, start: index, end: index + word.length }
  }
}

function isReadable(text: string): boolean {
  return /^[\x20-\x7e\s]*$/.test(text)
}
