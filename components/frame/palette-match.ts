/**
 * How well a name fits what was typed, 0 (not at all) to 1 (the name itself): all letters must occur in order; those at the
 * beginning of a word, and those that stand together, count more. Words of the query may come in any order.
 */
export function fitOf(name: string, query: string): number {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return 1
  const text = fold(name)
  if (text === words.join(' ')) return 1
  const fits = words.map((word) => wordFit(text, word))
  return fits.includes(0) ? 0 : fits.reduce((sum, fit) => sum + fit, 0) / fits.length
}

function wordFit(text: string, word: string): number {
  const at = text.indexOf(word)
  // A prefix of a word beats one in its middle, and a name that it fills beats a longer one.
  if (at >= 0) return (isWordStart(text, at) ? 0.8 : 0.6) + 0.19 * (word.length / text.length)
  let score = 0
  let from = 0
  for (const letter of word) {
    const next = text.indexOf(letter, from)
    if (next < 0) return 0
    score += isWordStart(text, next) ? 1 : next === from && from > 0 ? 0.7 : 0.1
    from = next + 1
  }
  // Scattered letters say little: below half a point each they are chance.
  return score / word.length < 0.5 ? 0 : 0.5 * (score / word.length)
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || /[\s/·-]/.test(text[at - 1] ?? '')
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

/** Items that fit, best first; equals keep their order. */
export function rankByFit<T extends { label: string; also?: string }>(items: T[], query: string): T[] {
  return items
    .map((item) => ({ item, fit: Math.max(fitOf(item.label, query), 0.7 * fitOf(item.also ?? '', query)) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .map(({ item }) => item)
}
