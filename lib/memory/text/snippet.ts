/** Words of a fragment, ours. */
const FRAGMENT_WORDS = 16

/**
 * The fragment of the texts that holds most of the wanted words, as alternating plain and matched pieces; null when none
 * occurs. A word matches as a beginning, without case and accents, as the full-text index does it.
 */
export function snippetOf(texts: string[], wanted: string[]): { text: string; match: boolean }[] | null {
  const beginnings = wanted.flatMap((words) => wordsOf(words).map(({ text }) => folded(text)))
  if (beginnings.length === 0) return null
  let best: { text: string; words: Word[]; from: number; score: number } | null = null
  for (const text of texts) {
    const words = wordsOf(text)
    const hits = words.map((word) => beginnings.find((start) => folded(word.text).startsWith(start)) ?? null)
    for (const [at, hit] of hits.entries()) {
      if (hit === null) continue
      const from = Math.max(0, Math.min(at - 4, words.length - FRAGMENT_WORDS))
      const score = new Set(hits.slice(from, from + FRAGMENT_WORDS).filter((one) => one !== null)).size
      if (score > (best?.score ?? 0))
        best = { text, words: words.map((w, i) => ({ ...w, match: hits[i] !== null })), from, score }
    }
  }
  return best === null ? null : pieces(best.text, best.words, best.from)
}

type Word = { text: string; start: number; end: number; match: boolean }

function pieces(text: string, words: Word[], from: number): { text: string; match: boolean }[] {
  const shown = words.slice(from, from + FRAGMENT_WORDS)
  const start = from === 0 ? 0 : (shown[0]?.start ?? 0)
  const end = from + FRAGMENT_WORDS >= words.length ? text.length : (shown.at(-1)?.end ?? text.length)
  const out: { text: string; match: boolean }[] = []
  let at = start
  const add = (piece: string, match: boolean) => {
    if (piece !== '') out.push({ text: piece, match })
  }
  let plain = start > 0 ? '… ' : ''
  for (const word of shown) {
    if (!word.match) continue
    add(plain + text.slice(at, word.start), false)
    plain = ''
    add(text.slice(word.start, word.end), true)
    at = word.end
  }
  add(text.slice(at, end) + (end < text.length ? ' …' : ''), false)
  return out
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}_]+/gu)].map((found) => ({
    text: found[0],
    start: found.index,
    end: found.index + found[0].length,
    match: false,
  }))
}

function folded(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
