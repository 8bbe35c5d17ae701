/** A piece of a text; `weight` is 0..1 of the most telling word's share, null for words that earn nothing. */
export type EarningPiece = { text: string; weight: number | null }

/** A loss that would print as 0.000 is none. */
export const LEAST_SHARE = 0.0005

export type EarningWord = { word: string; share: number }

/**
 * Cuts a text into pieces and marks those that match words which earn the score. A match is the same word, or
 * one that shares its stem (`paginated` for `pagination`): the features behind the score are sub-words too.
 */
export function earningPieces(text: string, words: EarningWord[]): EarningPiece[] {
  const telling = words.filter((word) => word.share >= LEAST_SHARE)
  const most = Math.max(...telling.map((word) => word.share), 0)
  if (most === 0) return [{ text, weight: null }]

  const pieces: EarningPiece[] = []
  for (const match of text.matchAll(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu)) {
    const piece = match[0]
    const share = Math.max(
      ...telling.filter((word) => sameStem(word.word, piece)).map((word) => word.share),
      0,
    )
    const weight = share === 0 ? null : share / most
    const last = pieces.at(-1)
    if (last !== undefined && last.weight === null && weight === null) last.text += piece
    else pieces.push({ text: piece, weight })
  }
  return pieces
}

/** Thickness in px of the underline: 1 for the least, 4 for the most telling word. */
export function underlineWidth(weight: number): number {
  return 1 + Math.round(weight * 3)
}

/** True for equal words (case aside) and for words with a common beginning of at least 4 letters and 60 % of the longer. */
export function sameStem(a: string, b: string): boolean {
  const parts = a
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const other = b.toLowerCase()
  return parts.some(
    (part) =>
      part === other || commonStart(part, other) >= Math.max(4, 0.6 * Math.max(part.length, other.length)),
  )
}

function commonStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1
  return length
}

/** Where a score comes from when question and entry have no telling word in common. */
export function unsharedWords(embedder: string): string {
  return embedder === 'local-v1'
    ? 'by concepts and parts of words, no shared word'
    : 'by meaning, no shared word'
}

export type WordPair = { word: string; pinned: number; active: number }

/** The words of the question that tell two candidates apart or together, most telling first; one that earns neither is left out. */
export function wordPairs(pinned: EarningWord[], active: EarningWord[]): WordPair[] {
  const shareIn = (words: EarningWord[], word: string) => words.find((one) => one.word === word)?.share ?? 0
  return [...new Set([...pinned, ...active].map(({ word }) => word))]
    .map((word) => ({ word, pinned: shareIn(pinned, word), active: shareIn(active, word) }))
    .filter((pair) => Math.max(pair.pinned, pair.active) >= LEAST_SHARE)
    .sort((a, b) => Math.max(b.pinned, b.active) - Math.max(a.pinned, a.active))
    .slice(0, 8)
}
