/** How the model cuts a text into word pieces, to know where its 256 end: what lies beyond them it would drop without a word. */
import { readFileSync } from 'node:fs'
import { Tokenizer } from '@huggingface/tokenizers'

/** Number of word pieces of a text, without the marks at its ends. */
type CountPieces = (text: string) => number

/** The model's own tokenizer, from its `tokenizer.json`. Throws what reading the file throws. */
export function openWordPieces(path: string) {
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(path, 'utf8')), {})
  return {
    /** Number of each word piece, with the marks at both ends. */
    idsOf: (text: string): number[] => tokenizer.encode(text).ids,
    count: (text: string): number => tokenizer.encode(text, { add_special_tokens: false }).ids.length,
  }
}

/** Word pieces of one window; the model reads 256 and puts a mark at either end. */
export const PIECES_A_WINDOW = 254
/** Windows read of one text, so that no text holds the others up for long: 1,016 pieces, some 4,000 characters (ours). */
export const MOST_WINDOWS = 4
/** A text of this length is one window: no character makes more than three pieces (a Korean syllable does). */
const SURELY_SHORT = Math.floor(PIECES_A_WINDOW / 3)

/** A part of a text that the model reads whole. */
export type Window = { text: string; pieceCount: number }

/**
 * The first windows of a text: as many whole words each as 254 pieces hold, one after the other without overlap, at most
 * four. A run of characters that is longer than a window by itself is cut into parts.
 */
export function windowsOf(text: string, countOf: CountPieces): Window[] {
  if (text.length <= SURELY_SHORT) return [{ text, pieceCount: 1 }]
  const windows: Window[] = []
  let [from, until, count] = [0, 0, 0]
  for (const { start, end, pieceCount } of runsOf(text, countOf)) {
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
function* runsOf(text: string, countOf: CountPieces): Generator<Run> {
  const run = (start: number, end: number) => ({
    start,
    end,
    pieceCount: countOf(text.slice(start, end)),
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
