/** How the model cuts a text into word pieces, to know where its 256 end: what lies beyond them it would drop without a word. */

/** Word pieces of one window; the model reads 256 and puts a mark at either end. */
export const PIECES_A_WINDOW = 254
/** Windows read of one text, so that no text holds the others up for long: 1,016 pieces, some 4,000 characters (ours). */
export const MOST_WINDOWS = 4
/** A longer word counts as one unknown piece, as in the model's own tokenizer. */
const LONGEST_WORD = 100
/** A text of this length is one window: no character makes more than three pieces (a Korean syllable does). */
const SURELY_SHORT = Math.floor(PIECES_A_WINDOW / 3)

/** A part of a text that the model reads whole. */
export type Window = { text: string; pieceCount: number }

/**
 * The first windows of a text: as many whole words each as 254 pieces hold, one after the other without overlap, at most
 * four. A run of characters that is longer than a window by itself is cut into parts.
 */
export function windowsOf(text: string, vocabulary: () => ReadonlySet<string>): Window[] {
  if (text.length <= SURELY_SHORT) return [{ text, pieceCount: 1 }]
  const windows: Window[] = []
  let [from, until, count] = [0, 0, 0]
  for (const { start, end, pieceCount } of runsOf(text, vocabulary())) {
    if (count + pieceCount > PIECES_A_WINDOW) {
      windows.push({ text: text.slice(from, until), pieceCount: count })
      if (windows.length === MOST_WINDOWS) return windows
      ;[from, count] = [start, 0]
    }
    count += pieceCount
    until = end
  }
  return [...windows, { text: text.slice(from, until), pieceCount: count }]
}

type Run = { start: number; end: number; pieceCount: number }

/** Runs without white space; one that no window can hold, in parts. */
function* runsOf(text: string, vocabulary: ReadonlySet<string>): Generator<Run> {
  const run = (start: number, end: number) => ({
    start,
    end,
    pieceCount: countPieces(text.slice(start, end), vocabulary),
  })
  for (const match of text.matchAll(/\S+/g)) {
    const last = match.index + match[0].length
    const whole = run(match.index, last)
    if (whole.pieceCount <= PIECES_A_WINDOW) yield whole
    else
      for (let start = match.index, end = start; start < last; start = end) {
        end = Math.min(last, wholeCharacters(text, start + SURELY_SHORT))
        yield run(start, end)
      }
  }
}

/** The same place, or the one before it inside a surrogate pair. */
function wholeCharacters(text: string, place: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(place - 1)) ? place - 1 : place
}

/** Word pieces of a text as BERT's uncased tokenizer makes them; marks like `[SEP]` in the text count as words. */
export function countPieces(text: string, vocabulary: ReadonlySet<string>): number {
  let count = 0
  for (const [word] of plain(text).matchAll(WORD)) count += piecesOfWord(word, vocabulary)
  return count
}

/** One punctuation mark or Chinese character, or a run of anything else. */
const WORD = /[\p{P}$+<=>^`|~]|\p{Script=Han}|[^\s\p{P}$+<=>^`|~\p{Script=Han}]+/gu

/** Without control characters and accents, in lower case. */
function plain(text: string): string {
  return text
    .replace(/[\t\n\r]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\ufffd]/gu, '')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** The longest known beginning, then the longest known rest; one piece where nothing is known. */
function piecesOfWord(word: string, vocabulary: ReadonlySet<string>): number {
  const characters = [...word]
  if (characters.length > LONGEST_WORD) return 1
  let count = 0
  for (let start = 0; start < characters.length; count++) {
    let end = characters.length
    while (end > start && !vocabulary.has((start > 0 ? '##' : '') + characters.slice(start, end).join('')))
      end--
    if (end === start) return 1
    start = end
  }
  return count
}
